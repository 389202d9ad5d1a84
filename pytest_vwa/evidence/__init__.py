"""What a run is judged by: looked at once, kept beside the run, and judged again from there."""
