"""Tutorial videos as context: frames, transcript, summary."""
