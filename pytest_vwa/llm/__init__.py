"""Chat models: the client, what calls cost, and the built-in stand-in."""
