"""The pytest hooks, one line of delegation each."""
