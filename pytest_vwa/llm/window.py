"""Prompts made to fit a model: what is left out, and in which order.

1. Of the frames every second one goes, again and again, down to two.
2. Of the excerpts the end goes, from the longest first; a last line says so.
3. Of the turns between the system message and the last one the oldest go, two at a time.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from pytest_vwa.core.ports import Excerpt, Frame, Message, Part

from .size import BYTES_PER_TOKEN, tokens

FEWEST_FRAMES = 2

Prompt = tuple[Message, ...]
Place = tuple[int, int]
"""Of a part: the index of its message, its index there."""


def fit(messages: Sequence[Message], room: int) -> tuple[Prompt, str]:
    """The messages within ``room`` tokens, and what was left out ("" when nothing was).

    They may still be too long: the rest of a prompt is never cut.
    """
    prompt, said = tuple(messages), []
    for rule in (_thinned, _cut, _forgotten):
        if tokens(prompt) > room:
            prompt, told = rule(prompt, room)
            said.append(told)
    told = ", ".join(filter(None, said))
    return prompt, f"left out of a prompt that was too large: {told}" if told else ""


def _thinned(prompt: Prompt, room: int) -> tuple[Prompt, str]:
    frames = [place for place, part in _parts(prompt) if isinstance(part, Frame)]
    kept, thinned = frames, prompt
    while tokens(thinned) > room and len(kept) > FEWEST_FRAMES:
        kept = kept[::2]
        thinned = _without(prompt, set(frames) - set(kept))
    gone = len(frames) - len(kept)
    return thinned, f"{gone} of {len(frames)} frames" if gone else ""


def _without(prompt: Prompt, gone: Collection[Place]) -> Prompt:
    """Without these frames and their captions."""
    captions = {
        (message, index)
        for (message, index), part in _parts(prompt)
        if (message, index + 1) in gone and isinstance(part, str) and _is_caption(part)
    }
    return tuple(
        replace(
            message,
            parts=tuple(
                part
                for index, part in enumerate(message.parts)
                if (number, index) not in gone and (number, index) not in captions
            ),
        )
        for number, message in enumerate(prompt)
    )


def _is_caption(text: str) -> bool:
    return text.rstrip().endswith(":") and "\n" not in text.strip()


def _cut(prompt: Prompt, room: int) -> tuple[Prompt, str]:
    excerpts = {place: part for place, part in _parts(prompt) if isinstance(part, Excerpt)}
    lines = 0
    for place, excerpt in sorted(excerpts.items(), key=lambda pair: -len(pair[1].text)):
        excess = tokens(prompt) - room
        if excess > 0:
            shorter, gone = _shortened(excerpt.text, excess * BYTES_PER_TOKEN)
            prompt = _with(prompt, place, Excerpt(shorter))
            lines += gone
    return prompt, f"{lines:,} lines of text" if lines else ""


def _shortened(text: str, excess: int) -> tuple[str, int]:
    """``text`` without its last ``excess`` characters and more, and how many lines that cost."""
    notice = "[{:,} more lines are left out here: the prompt was too large]"
    keep = max(0, len(text) - excess - len(notice) - 8)
    head = text[: text.rfind("\n", 0, keep + 1) + 1] if keep else ""
    gone = text.count("\n") - head.count("\n") + (not text.endswith("\n"))
    return head + notice.format(gone), gone


def _with(prompt: Prompt, place: Place, part: Part) -> Prompt:
    number, index = place
    message = prompt[number]
    parts = (*message.parts[:index], part, *message.parts[index + 1 :])
    return (*prompt[:number], replace(message, parts=parts), *prompt[number + 1 :])


def _forgotten(prompt: Prompt, room: int) -> tuple[Prompt, str]:
    first = 1 if prompt[0].role == "system" else 0
    earlier = prompt[first:-1]
    rest = earlier
    while rest and tokens((*prompt[:first], *rest, prompt[-1])) > room:
        rest = rest[2:]
    gone = len(earlier) - len(rest)
    return (*prompt[:first], *rest, prompt[-1]), f"{gone} earlier messages" if gone else ""


def _parts(prompt: Prompt) -> list[tuple[Place, Part]]:
    return [
        ((number, index), part)
        for number, message in enumerate(prompt)
        for index, part in enumerate(message.parts)
    ]
