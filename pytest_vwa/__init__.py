"""Web-agent benchmarks as pytest tests."""

__version__ = "0.1.0"
