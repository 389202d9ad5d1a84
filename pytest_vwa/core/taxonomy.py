"""The words by which tasks are grouped; each is also a marker."""

KINDS = ("factual", "skill", "multihop", "plan", "action")
CATEGORIES = (
    "visual_perception",
    "audio_perception",
    "full_video_understanding",
    "temporal_reasoning",
)
DIFFICULTIES = ("easy", "medium", "hard")
BENCHMARKS = ("videowebarena", "webarena", "visualwebarena", "arena")
