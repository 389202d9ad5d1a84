"""The embedded sites, their data and their tutorial videos."""
