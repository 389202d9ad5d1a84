"""What the pictures of a page show."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Evidence, View
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score

from .address import address
from .criteria import ImageQuery, PageImageQuery, alternatives
from .judge import judge_of
from .pictures import fetch, is_here, load, similarity

SOURCES = """(selector => {
  const roots = selector ? [...document.querySelectorAll(selector)] : [document];
  const pictures = roots.flatMap(
    root => root.tagName === 'IMG' ? [root] : [...root.querySelectorAll('img')]);
  return pictures.map(picture => picture.src).filter(source => source);
})"""


@dataclass(frozen=True)
class Eye:
    """How pictures are compared: the ``similarity`` of two of them, what it ``measures`` in words,
    and whether an answer about one ``says`` what was expected."""

    similarity: Callable[[Image, Image], float]
    measures: str
    says: Callable[[str, str], bool]


PUBLISHED = Eye(
    similarity,
    "structural similarity",
    lambda expected, answer: expected.lower() in answer.lower(),
)
_UNASKED = {"eval_vqa": (), "eval_fuzzy_image_match": None}


def page_image_query(evidence: Evidence, check: Check) -> Score:
    """1 when the last query finds, among its pictures, one that shows what is asked, and the
    others find any pictures at all; else 0. So do the published evaluators.

    Raises SiteError when a reference picture or a site cannot be reached, JudgeError when a
    picture must be looked at and no judge is configured.
    """
    *earlier, last = PageImageQuery.model_validate(check.args).queries
    return judged([*(each.model_copy(update=_UNASKED) for each in earlier), last], evidence)


def judged(queries: Iterable[ImageQuery], evidence: Evidence, eye: Eye = PUBLISHED) -> Score:
    """1 when every query is met, else 0; raises as ``page_image_query`` does."""
    wrong = next(filter(None, (_unmet(query, evidence, eye) for query in queries)), "")
    return Score(0.0, wrong) if wrong else Score(1.0, "pictures: as expected")


def _unmet(query: ImageQuery, evidence: Evidence, eye: Eye) -> str:
    view = evidence.visit(address(query.eval_image_url, evidence))
    where = f"pictures {query.eval_image_class or 'img'} of {evidence.sites.conceal(view.url)}"
    pictures = _pictures(view, query.eval_image_class, evidence)
    if not pictures:
        return f"{where}: expected at least one, got none"
    wrong = _unanswered(query, pictures, evidence, eye) or _unlike(query, pictures, evidence, eye)
    return wrong and f"{where}: {wrong}"


def _pictures(view: View, selector: str, evidence: Evidence) -> list[Image]:
    """The readable pictures of the page within the selector; broken ones are left out."""
    sources = view.evaluate(f"{SOURCES}({json.dumps(selector.strip())})")
    # Where the page has no address of its own, what it says of a picture may be a path of this
    # machine: a page must not have files read.
    shown = [source for source in sources if source.startswith(("http://", "https://", "data:"))]
    return [
        picture for source in shown if (picture := fetch(source, evidence.once, evidence.sites))
    ]


def _unanswered(query: ImageQuery, pictures: list[Image], evidence: Evidence, eye: Eye) -> str:
    for asked in query.eval_vqa:
        judge = judge_of(evidence)
        said = [judge.sees(picture, asked.question) for picture in pictures]
        if not any(eye.says(asked.answer, answer) for answer in said):
            return f"{asked.question} expected {asked.answer!r}, got {', '.join(map(repr, said))}"
    return ""


def _unlike(query: ImageQuery, pictures: list[Image], evidence: Evidence, eye: Eye) -> str:
    if not query.eval_fuzzy_image_match:
        return ""
    wanted = [evidence.sites.resolve(each) for each in alternatives(query.eval_fuzzy_image_match)]
    once = evidence.once
    references = [load(source, once, evidence.sites) for source in wanted if is_here(source, once)]
    best = max(eye.similarity(picture, each) for picture in pictures for each in references)
    if best > query.ssim_threshold:
        return ""
    return (
        f"expected one like {query.eval_fuzzy_image_match!r} ({eye.measures} above "
        f"{query.ssim_threshold}), the nearest has {best:.3f}"
    )
