"""Where the sites are and how one logs in."""
