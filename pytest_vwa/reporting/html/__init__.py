"""The records of one or several runs as pages that open from disk: no server, no network."""

from .folder import write as write
