"""The arguments of the built-in checks, as they stand in task files."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from pytest_vwa.core.value import Value

OR = " |OR| "
UrlNote = Literal["EXACT", "GOLD in PRED"]


def alternatives(text: str) -> list[str]:
    """``shoe |OR| sneaker`` -> both; any of them will do."""
    return text.split(OR)


class ReferenceAnswers(Value):
    """What an answer is held against; all of it must hold."""

    exact_match: str | None = None
    must_include: tuple[str, ...] = ()
    must_exclude: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    required_values: tuple[str, ...] = ()
    fuzzy_match: tuple[str, ...] | str | None = None

    @property
    def unachievable(self) -> bool:
        """The right answer is that the task cannot be done."""
        return self.fuzzy_match == "N/A"

    @property
    def meanings(self) -> tuple[str, ...]:
        """Texts of which the answer must carry the meaning."""
        if self.fuzzy_match is None or self.unachievable:
            return ()
        return (self.fuzzy_match,) if isinstance(self.fuzzy_match, str) else self.fuzzy_match


class StringMatch(Value):
    """``string_note`` is why a task cannot be done, where it cannot."""

    reference_answers: ReferenceAnswers
    string_note: str = ""
    within_words: bool = False
    """Whether a single word is also included where it is part of another."""


class UrlMatch(Value):
    reference_url: str = Field(min_length=1)
    url_note: UrlNote | None = None

    @property
    def exact(self) -> bool:
        return self.url_note != "GOLD in PRED"


class RequiredContents(Value):
    """What a page is held against.

    Only the first given of these, in this order, is judged; so do the published evaluators.
    """

    exact_match: str | None = None
    must_include: tuple[str, ...] = ()
    must_exclude: tuple[str, ...] = ()
    required_values: tuple[str, ...] = ()
    fuzzy_match: str | None = None

    @property
    def rule(self) -> str:
        """The name of the rule that is judged."""
        return next((name for name in type(self).model_fields if name in self.model_fields_set), "")


class ProgramHtml(Value):
    """``url`` is an address, ``last`` or a call; ``locator`` JavaScript, a call or empty."""

    url: str = Field(min_length=1)
    locator: str = ""
    required_contents: RequiredContents
    prep_actions: tuple[str, ...] = ()
    within_words: bool = False
    """As for an answer."""

    def calls(self) -> Iterable[tuple[str, str]]:
        """Field name and text of the fields that call a function."""
        for name, text in (("url", self.url), ("locator", self.locator)):
            if text.startswith("func:"):
                yield name, text


class VisualQuestion(Value):
    question: str
    answer: str


class ImageQuery(Value):
    """Pictures within ``eval_image_class`` of a page, and what one of them must show."""

    eval_image_url: str
    eval_image_class: str = ""
    eval_fuzzy_image_match: str | None = None
    ssim_threshold: float = 0.8
    eval_vqa: tuple[VisualQuestion, ...] = ()


class PageImageQuery(Value):
    queries: tuple[ImageQuery, ...] = Field(min_length=1)
