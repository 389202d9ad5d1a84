"""A finished run judged again: no agent, no browser, no site; ``--vwa-rescore=RUN``."""
