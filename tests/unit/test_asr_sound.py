"""The sound of a video as speech models take it."""

from io import BytesIO
from pathlib import Path

import av
import numpy
import pytest
from sounds import tone, video

from pytest_vwa.core.errors import VideoError
from pytest_vwa.core.transcript import Cue
from pytest_vwa.video.asr import sound

RATE = sound.RATE


def loud(samples: numpy.ndarray, start: float, end: float) -> float:
    """The root mean square between two seconds."""
    return float(numpy.sqrt((samples[round(start * RATE) : round(end * RATE)] ** 2).mean()))


def test_sound_is_resampled_to_16_khz_mono(tmp_path: Path) -> None:
    samples = sound.samples(video(tmp_path / "a.mkv", [(0, tone(2))]))
    assert samples.dtype == numpy.float32
    assert len(samples) == pytest.approx(2 * RATE, abs=50)
    assert loud(samples, 0.1, 1.9) == pytest.approx(0.5 / 2**0.5, abs=0.01)


def test_sound_samples_keep_video_timing(tmp_path: Path) -> None:
    path = video(tmp_path / "a.mkv", [(1.0, tone(0.5)), (3.0, tone(0.5))])
    samples = sound.samples(path)
    assert len(samples) == pytest.approx(3.5 * RATE, abs=200)
    assert [round(loud(samples, at + 0.05, at + 0.45), 1) for at in (0, 1, 2, 3)] == [
        0,
        0.4,
        0,
        0.4,
    ]
    assert sound.why_silent(path) == ""


def test_sound_of_video_without_track_is_empty(tmp_path: Path) -> None:
    path = video(tmp_path / "a.mp4", None)
    assert sound.why_silent(path) == "the video has no sound"
    assert len(sound.samples(path)) == 0


def test_sound_silent_track_is_reported(tmp_path: Path) -> None:
    assert sound.why_silent(video(tmp_path / "a.mkv", [(0, tone(2, volume=0))])) == (
        "the video's sound is silence"
    )


def test_sound_faint_voice_is_not_silence(tmp_path: Path) -> None:
    path = video(tmp_path / "a.mkv", [(0, tone(3, volume=0)), (3, tone(0.2, volume=0.01))])
    assert sound.why_silent(path) == ""


def test_sound_corrupt_file_quotes_ffmpeg_error(tmp_path: Path) -> None:
    path = tmp_path / "broken.mp4"
    path.write_bytes(b"not a video at all" * 100)
    for read in (sound.samples, sound.why_silent):
        with pytest.raises(VideoError, match=r"the sound of broken\.mp4 cannot be read: Invalid"):
            read(path)


def test_sound_flac_is_same_audio_in_less_space(tmp_path: Path) -> None:
    samples = sound.samples(video(tmp_path / "a.mkv", [(0, tone(2))]))
    packed = sound.flac(samples)
    with av.open(BytesIO(packed)) as container:
        stream = container.streams.audio[0]
        assert (stream.codec_context.name, stream.rate, stream.channels) == ("flac", RATE, 1)
        back = numpy.concatenate([each.to_ndarray()[0] for each in container.decode(audio=0)])
    assert numpy.abs(back / 32767 - samples).max() < 1e-4
    assert len(packed) < len(samples) * 2
    assert sound.flac(samples) == packed


def test_sound_cues_end_with_the_audio() -> None:
    heard = numpy.zeros(10 * sound.RATE, numpy.float32)
    spoken = [(0.0, 1.23456, " Hello. "), (2, 3, "  "), (9, 14.5, "Thank you."), (12, 15, "Bye.")]
    assert sound.cues(spoken, heard) == (Cue(0.0, 1.235, "Hello."), Cue(9, 10.0, "Thank you."))
