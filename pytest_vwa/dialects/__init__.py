"""How the published benchmarks write their tasks, one file each."""
