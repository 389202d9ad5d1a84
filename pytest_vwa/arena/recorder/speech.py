"""The narrator's voice."""

import re
import shutil
import subprocess
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from pytest_vwa.core.errors import Unavailable

RATE = 22050
"""Samples a second: what espeak-ng's voices give."""

WORDS_PER_MINUTE = 155
VOICE = "en-us"


@dataclass(frozen=True)
class Sentence:
    """A spoken sentence as mono samples."""

    text: str
    samples: NDArray[numpy.int16]

    @property
    def seconds(self) -> float:
        return len(self.samples) / RATE


def speak(text: str) -> tuple[Sentence, ...]:
    """Each sentence of the text, spoken. Raises Unavailable without espeak-ng."""
    program = shutil.which("espeak-ng")
    if program is None:
        raise Unavailable("the narrator needs espeak-ng; on Debian: apt-get install espeak-ng")
    sentences = re.split(r"(?<=[.!?])\s+", text.strip())
    return tuple(Sentence(sentence, _voice(program, sentence)) for sentence in sentences)


def _voice(program: str, sentence: str) -> NDArray[numpy.int16]:
    command = [program, "-v", VOICE, "-s", str(WORDS_PER_MINUTE), "-p", "40", "--stdout", sentence]
    sound = subprocess.run(command, check=True, capture_output=True).stdout
    # Written to a pipe, the WAV header cannot know the length: all that follows it is sound.
    samples = sound[sound.index(b"data") + 8 :]
    return numpy.frombuffer(samples[: len(samples) // 2 * 2], "<i2").astype(numpy.int16)
