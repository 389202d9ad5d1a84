"""The values and ports that every other layer shares. Imports nothing of the package but itself."""
