"""Agents that drive the browser by themselves, over CDP."""
