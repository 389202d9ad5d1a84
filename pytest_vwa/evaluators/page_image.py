"""What the pictures of a page show."""

import json

from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Evidence, View
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score

from .criteria import ImageQuery, PageImageQuery, alternatives
from .judge import judge_of
from .pictures import fetch, is_here, load, similarity

SOURCES = """(selector => {
  const roots = selector ? [...document.querySelectorAll(selector)] : [document];
  const pictures = roots.flatMap(
    root => root.tagName === 'IMG' ? [root] : [...root.querySelectorAll('img')]);
  return pictures.map(picture => picture.src).filter(source => source);
})"""


def page_image_query(evidence: Evidence, check: Check) -> Score:
    """1 when every query finds, among its pictures, one that shows what is asked; else 0.

    Raises SiteError when a reference picture or a site cannot be reached, JudgeError when a
    picture must be looked at and no judge is configured.
    """
    queries = PageImageQuery.model_validate(check.args).queries
    wrong = next(filter(None, (_unmet(query, evidence) for query in queries)), "")
    return Score(0.0, wrong) if wrong else Score(1.0, "pictures: as expected")


def _unmet(query: ImageQuery, evidence: Evidence) -> str:
    url = query.eval_image_url
    view = evidence.visit(evidence.last_url if url == "last" else evidence.sites.resolve(url))
    where = f"pictures {query.eval_image_class or 'img'} of {evidence.sites.conceal(view.url)}"
    pictures = _pictures(view, query.eval_image_class)
    if not pictures:
        return f"{where}: expected at least one, got none"
    wrong = _unanswered(query, pictures, evidence) or _unlike(query, pictures, evidence)
    return wrong and f"{where}: {wrong}"


def _pictures(view: View, selector: str) -> list[Image]:
    """The readable pictures of the page within the selector; broken ones are left out."""
    sources = view.evaluate(f"{SOURCES}({json.dumps(selector.strip())})")
    return [picture for source in sources if (picture := fetch(source))]


def _unanswered(query: ImageQuery, pictures: list[Image], evidence: Evidence) -> str:
    for asked in query.eval_vqa:
        judge = judge_of(evidence)
        said = [judge.sees(picture, asked.question) for picture in pictures]
        if not any(asked.answer.lower() in answer.lower() for answer in said):
            return f"{asked.question} expected {asked.answer!r}, got {', '.join(map(repr, said))}"
    return ""


def _unlike(query: ImageQuery, pictures: list[Image], evidence: Evidence) -> str:
    if not query.eval_fuzzy_image_match:
        return ""
    wanted = [evidence.sites.resolve(each) for each in alternatives(query.eval_fuzzy_image_match)]
    references = [load(source) for source in wanted if is_here(source)]
    best = max(similarity(picture, each) for picture in pictures for each in references)
    if best > query.ssim_threshold:
        return ""
    return (
        f"expected one like {query.eval_fuzzy_image_match!r} (structural similarity above "
        f"{query.ssim_threshold}), the nearest has {best:.3f}"
    )
