"""Everything after the test: from records to tables, files and exit codes."""
