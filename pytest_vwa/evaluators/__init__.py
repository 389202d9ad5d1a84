"""One criterion each: ``(evidence, check) -> Score``."""
