"""What is wrong with task files, found without a browser, a site or a model."""
