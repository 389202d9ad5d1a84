"""The baseline agents, each a handful of lines."""
