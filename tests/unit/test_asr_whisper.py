"""openai-whisper loads a checkpoint from its path and says what the checkpoint says."""

from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path

import pytest
from sounds import tone, video

from pytest_vwa.core.errors import ModelError
from pytest_vwa.core.transcript import Cue
from pytest_vwa.video.asr.choice import Choice
from pytest_vwa.video.asr.openai_whisper import OpenaiWhisper

pytestmark = [
    pytest.mark.skipif(find_spec("whisper") is None, reason="whisper is not installed"),
    pytest.mark.full,
]

WIDTH = 16
PROMPT = 3
"""Tokens before the first that is spoken: start, language, task."""


def parrot(path: Path, words: str, end: float) -> Path:
    """A checkpoint in Whisper's own format that says these words from 0 to ``end`` seconds.

    Every weight is 0 but those that lead from a place in the text to the token that stands there:
    each place and its token share a direction of their own.
    """
    import torch
    from whisper.model import ModelDimensions, Whisper
    from whisper.tokenizer import get_tokenizer

    dims = ModelDimensions(
        n_mels=80,
        n_vocab=51865,
        n_audio_ctx=1500,
        n_text_ctx=448,
        n_audio_state=WIDTH,
        n_audio_head=1,
        n_audio_layer=1,
        n_text_state=WIDTH,
        n_text_head=1,
        n_text_layer=1,
    )
    words_of = get_tokenizer(multilingual=True, language="en", task="transcribe")
    begin = words_of.timestamp_begin
    spoken = [begin, *words_of.encode(words), begin + round(end / 0.02), words_of.eot]
    state = {name: torch.zeros_like(value) for name, value in Whisper(dims).state_dict().items()}
    state["decoder.ln.weight"] += 1
    for place, token in enumerate(spoken):
        state["decoder.positional_embedding"][PROMPT - 1 + place, place] = 100
        state["decoder.token_embedding.weight"][token, place] = 10
    torch.save({"dims": asdict(dims), "model_state_dict": state}, path)
    return path


def test_whisper_loads_checkpoint_from_path_and_transcribes(tmp_path: Path) -> None:
    checkpoint = parrot(tmp_path / "parrot.pt", " Look at the kayak.", end=2.5)
    engine = OpenaiWhisper(Choice("whisper", checkpoint.name, tmp_path))
    spoken = video(tmp_path / "a.mkv", [(0, tone(3))])
    assert engine.hear(spoken) == (Cue(0.0, 2.5, "Look at the kayak."),)


def test_whisper_invalid_checkpoint_is_a_model_error(tmp_path: Path) -> None:
    (tmp_path / "broken.pt").write_bytes(b"no weights at all")
    engine = OpenaiWhisper(Choice("whisper", "broken.pt", tmp_path))
    with pytest.raises(ModelError, match=r"^whisper broken\.pt \w+ cannot be loaded: \w+"):
        engine.hear(video(tmp_path / "a.mkv", [(0, tone(1))]))
