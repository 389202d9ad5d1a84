"""Makes the tutorial videos of the arena from short scripts."""
