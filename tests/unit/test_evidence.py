"""Evaluators look at the world once, and what they saw is enough to judge by again."""

import gzip
import json
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from judging import SITES, StillPage, answers, evidence, target

from pytest_vwa.core.action import Action
from pytest_vwa.core.errors import Broken, SiteError, Unavailable
from pytest_vwa.core.observation import Observation
from pytest_vwa.core.ports import Evidence, Snapshot
from pytest_vwa.core.site import Account, Site, Sites
from pytest_vwa.core.source import Source
from pytest_vwa.core.task import Check
from pytest_vwa.core.trajectory import Step, StopReason, Trajectory
from pytest_vwa.core.verdict import Outcome, Verdict
from pytest_vwa.defaults import built_in
from pytest_vwa.evaluators.page_image import SOURCES
from pytest_vwa.evidence import file
from pytest_vwa.evidence.memory import Memory
from pytest_vwa.evidence.stored import Stored, freeze, thaw
from pytest_vwa.scoring import judge

TITLE = "document.title"
PAGE = "http://127.0.0.1:7770/page"


@dataclass
class Counter:
    """A site with one page, on which every script adds one to what the next one reads."""

    visits: list[str] = field(default_factory=list)
    ran: list[str] = field(default_factory=list)

    def visit(self, url: str) -> "CountingPage":
        self.visits.append(url)
        return CountingPage(self, url)


@dataclass
class CountingPage:
    site: Counter
    url: str
    count: int = 0

    def html(self) -> str:
        return f"<p>{self.count}</p>"

    def evaluate(self, javascript: str) -> Any:
        self.site.ran.append(javascript)
        self.count += 1
        if javascript == "throw":
            raise ValueError("throw: it throws")
        return self.count


def watched(site: Counter, memory: Memory | None = None) -> Evidence:
    seen = replace(evidence(last_url=PAGE), visit=site.visit)
    return (memory or Memory()).watch(seen)


def test_evidence_memory_visits_page_once() -> None:
    site = Counter()
    seen = watched(site)
    found = [(view.evaluate(TITLE), view.url) for view in (seen.visit(PAGE), seen.visit(PAGE))]
    assert found == [(1, PAGE), (1, PAGE)]
    assert (site.visits, site.ran) == ([PAGE], [TITLE])


def test_evidence_memory_isolates_visits_from_scripts() -> None:
    site = Counter()
    seen = watched(site)
    assert seen.visit(PAGE).evaluate("first") == 1
    assert seen.visit(PAGE).evaluate("second") == 1
    assert seen.visit(PAGE).html() == "<p>0</p>"


def test_evidence_memory_result_depends_on_earlier_scripts() -> None:
    site = Counter()
    seen = watched(site)
    one, other = seen.visit(PAGE), seen.visit(PAGE)
    assert [one.evaluate("open"), one.evaluate(TITLE)] == [1, 2]
    assert [other.evaluate("open"), other.evaluate("another")] == [1, 2]
    assert other.html() == "<p>2</p>"
    assert site.ran == ["open", TITLE, "open", "another"]


def test_evidence_memory_repeats_script_errors() -> None:
    site = Counter()
    seen = watched(site)
    for _ in range(2):
        with pytest.raises(ValueError, match="it throws"):
            seen.visit(PAGE).evaluate("throw")
    assert site.ran == ["throw"]


def test_evidence_memory_does_not_cache_site_errors() -> None:
    calls: list[str] = []

    def down(url: str) -> CountingPage:
        calls.append(url)
        raise SiteError(f"{url} could not be opened")

    seen = Memory().watch(replace(evidence(), visit=down))
    for _ in range(2):
        with pytest.raises(SiteError, match="could not be opened"):
            seen.visit(PAGE)
    assert calls == [PAGE, PAGE]


def test_evidence_memory_once_caches_lookups() -> None:
    asked: list[str] = []
    seen = Memory().watch(evidence())

    def look() -> list[int]:
        asked.append("asked")
        return [len(asked)]

    first = seen.once("GET /orders", look)
    first.append("an evaluator's own doing")
    assert seen.once("GET /orders", look) == [1]
    assert asked == ["asked"]


# --- kept and judged again ----------------------------------------------------------------------

STEPS = (
    Step(
        1,
        Observation("[1] [A] [Log in]", None, (), PAGE, ()),
        "I log in. ```type [1] [sesame-42] [1]```",
        Action("type", "1", "sesame-42\n"),
        "it went slowly",
    ),
    Step(2, Observation("", None, (), f"{PAGE}/2", ()), "", None, "no action"),
)


def lived() -> Evidence:
    """A run on a shop whose page says ``Tea``."""
    shop = Site("shopping", "http://127.0.0.1:7770", Account("me", "sesame-42"))
    values = {"document.title": "Tea", "document.prices()": [1, 2.5, None]}
    form = '<input type="password" value="sesame-42"><h1>Tea</h1>'
    return replace(
        evidence("Tea", last_url=PAGE, page=StillPage(source=form, values=values)),
        intent="Buy tea.",
        sites=Sites({"shopping": shop}),
        tabs=(Snapshot(PAGE, form), Snapshot(f"{PAGE}/2", "")),
        trajectory=Trajectory(STEPS, StopReason.ANSWERED, "Tea"),
    )


SOURCE = Source(run="r1", agent="mine", nodeid="a.json::shopping-3[mine]", task="arena/shopping/3")
CHECKS = (
    answers(must_include=["tea"]),
    Check("url_match", {"reference_url": "__SHOPPING__/page", "url_note": "EXACT"}),
    target({"must_include": ["Tea"]}, TITLE),
    target({"must_include": ["1"]}, "document.prices()"),
    target({"must_include": ["<h1>"]}),
    target({"exact_match": ""}, "document.nothing"),
    target({"must_include": ["Tea"]}, TITLE, "__SHOPPING__/other"),
)


def kept(folder: Path, checks: tuple[Check, ...] = CHECKS, run: Evidence | None = None) -> Stored:
    """Judge the run, keep its evidence, and read that back."""
    memory = Memory()
    seen = memory.watch(run or lived())
    judge(checks, seen, built_in(), "reference")
    file.write(folder, freeze(SOURCE, seen, memory))
    return file.read(folder)


def told(checks: tuple[Check, ...], seen: Evidence) -> dict[str, Any]:
    return {
        profile: [score for _, score in verdict.scores] if isinstance(verdict, Verdict) else verdict
        for profile, verdict in judge(checks, seen, built_in(), "reference").items()
    }


def test_stored_evidence_is_judged_like_the_live_run(tmp_path: Path) -> None:
    again = told(CHECKS, thaw(kept(tmp_path), None))
    assert again == told(CHECKS, lived())
    assert [score.passed for score in again["reference"]] == [True] * len(CHECKS)


def test_stored_evidence_maps_displayed_url_like_live_run(tmp_path: Path) -> None:
    shop = Site("shopping", "http://127.0.0.1:7770", pretends="http://onestopmarket.com")
    run = replace(lived(), answer="http://onestopmarket.com/tea", sites=Sites({"shopping": shop}))
    checks = (answers(exact_match="__SHOPPING__/tea"),)
    again = told(checks, thaw(kept(tmp_path, checks, run), None))
    assert again == told(checks, run)
    assert [score.passed for score in again["reference"]] == [True]


def test_stored_evidence_has_actions_urls_and_stop_reason(tmp_path: Path) -> None:
    found = thaw(kept(tmp_path), None)
    assert found.trajectory
    assert found.trajectory.stop is StopReason.ANSWERED
    assert [step.observation.url for step in found.trajectory.steps] == [PAGE, f"{PAGE}/2"]
    assert [step.observation.note for step in found.trajectory.steps] == ["", "it went slowly"]
    assert found.trajectory.steps[0].action == Action("type", "1", "***\n")
    assert found.trajectory.steps[1].action is None
    assert [tab.url for tab in found.tabs] == [PAGE, f"{PAGE}/2"]
    with pytest.raises(Unavailable, match="the text of what the agent saw"):
        _ = found.trajectory.steps[0].observation.text


def test_stored_evidence_can_be_an_answer_alone(tmp_path: Path) -> None:
    asked = replace(evidence("red"), intent="Buy tea.", question="Which colour?", sites=Sites({}))
    found = thaw(kept(tmp_path, (answers(must_include=["red"]),), asked), None)
    assert (found.answer, found.question, found.trajectory) == ("red", "Which colour?", None)


@pytest.mark.parametrize(
    ("check", "names"),
    [
        (target({"must_include": ["x"]}, TITLE, "__SHOPPING__/cart"), "page __SHOPPING__/cart"),
        (target({"must_include": ["x"]}, "document.URL"), "page __SHOPPING__/page"),
        (
            target(
                {"must_include": ["x"]}, "func:shopping_get_sku_latest_review_text('B0')", "last"
            ),
            "GET __SHOPPING__/rest/V1/products/B0/reviews",
        ),
    ],
)
def test_stored_evidence_names_what_was_not_recorded(
    tmp_path: Path, check: Check, names: str
) -> None:
    with pytest.raises(Unavailable, match=f"{names} was not looked at in that run"):
        judge((check,), thaw(kept(tmp_path), None), built_in(), "reference")


def test_evidence_file_masks_passwords(tmp_path: Path) -> None:
    kept(tmp_path)
    text = gzip.decompress((tmp_path / file.NAME).read_bytes()).decode()
    assert "sesame-42" not in text
    assert json.loads(text)["version"] == 2


def test_evidence_file_round_trips_values(tmp_path: Path) -> None:
    values = {"1": None, "2": 1.0, "3": float("inf"), "4": {"a": [True]}, "5": "\u2028 é 日本"}
    memory = Memory()
    seen = memory.watch(evidence(page=StillPage(values=values)))
    for script in values:
        seen.visit(PAGE).evaluate(script)
    file.write(tmp_path, freeze(SOURCE, seen, memory))
    found = thaw(file.read(tmp_path), None)
    assert {script: found.visit(PAGE).evaluate(script) for script in values} == values


def test_evidence_file_is_byte_reproducible(tmp_path: Path) -> None:
    for name in ("one", "other"):
        kept(tmp_path / name)
    one, other = ((tmp_path / name / file.NAME).read_bytes() for name in ("one", "other"))
    assert one == other


# --- files that are not as they should be -------------------------------------------------------


KEPT = {"source": SOURCE.model_dump()}


def packed(content: object) -> Callable[[bytes], bytes]:
    return lambda _: gzip.compress(json.dumps(content).encode())


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda data: data[: len(data) // 2], "damaged or no evidence"),
        (lambda data: data[:-9] + b"\0" * 9, "damaged or no evidence"),
        (lambda _: b"", "damaged or no evidence"),
        (lambda _: b'{"version": 1}', "damaged or no evidence"),
        (lambda _: gzip.compress(b"\xff\xfe{"), "damaged or no evidence"),
        (packed([1]), "holds a list"),
        (packed({"a": 1}), "version None"),
        (packed({"version": 1, "task": "k"}), "version 1, this pytest-vwa reads version 2"),
        (packed({"version": 2}), "source: Field required"),
        (packed({"version": 2, **KEPT, "surprise": 1}), "surprise"),
        (packed({"version": 2, **KEPT, "pages": [{"visit": 3}]}), "pages.0.visit"),
    ],
)
def test_evidence_file_damaged_or_foreign_is_named(
    tmp_path: Path, spoil: Callable[[bytes], bytes], says: str
) -> None:
    kept(tmp_path)
    path = tmp_path / file.NAME
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(Broken) as found:
        file.read(tmp_path)
    assert says in str(found.value)
    assert str(path) in str(found.value)


def test_evidence_file_missing_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(
        Unavailable, match=r"no evidence was kept: .*evidence\.json\.gz is not there"
    ):
        file.read(tmp_path / "nothing")


def test_evidence_file_unwritable_folder_raises_os_error(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file where the folder should be")
    with pytest.raises(OSError, match="folder"):
        file.write(tmp_path / "folder", Stored(source=SOURCE))


def test_evidence_file_failed_write_leaves_no_partial_file(tmp_path: Path) -> None:
    (tmp_path / file.NAME).mkdir()
    with pytest.raises(OSError, match=file.NAME):
        file.write(tmp_path, Stored(source=SOURCE))
    assert [path.name for path in tmp_path.iterdir()] == [file.NAME]


def test_stored_evidence_of_failed_run_fails_again(tmp_path: Path) -> None:
    checks = (target({"must_include": ["Coffee"]}, TITLE),)
    verdict = judge(checks, thaw(kept(tmp_path, checks), None), built_in(), "strict")["strict"]
    assert isinstance(verdict, Verdict)
    assert verdict.outcome is Outcome.FAILED
    assert SITES["shopping"].placeholder in verdict.reason


# --- what is not a page -------------------------------------------------------------------------


class Shop(BaseHTTPRequestHandler):
    """Knows one review and one picture."""

    def do_POST(self) -> None:
        self._reply(b'"token-of-the-shop"')

    def do_GET(self) -> None:
        self._reply(PICTURE if self.path == "/tea.png" else b'[{"title": "Fine"}]')

    def _reply(self, body: bytes) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Tests stay quiet."""


PICTURE = b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")


def test_evidence_file_has_rest_replies_and_images_without_keys(tmp_path: Path) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Shop) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}"
        review = "func:shopping_get_sku_latest_review_title('B0')"
        still = StillPage(values={f'{SOURCES}("")': [f"{url}/tea.png"], TITLE: "Tea"})
        asked = {"eval_image_url": "last", "eval_fuzzy_image_match": "__SHOPPING__/tea.png"}
        checks = (
            target({"exact_match": "Fine"}, review),
            Check("page_image_query", {"queries": [asked]}),
        )
        sites = Sites({"shopping": Site("shopping", url, Account("me", "sesame-42"))})
        run = evidence(last_url=PAGE, page=still, sites=sites)
        live = told(checks, run)
        stored = kept(tmp_path, checks, run)
        server.shutdown()
        thread.join()
    assert told(checks, thaw(stored, None)) == live
    assert [score.passed for score in live["reference"]] == [True, True]
    text = gzip.decompress((tmp_path / file.NAME).read_bytes()).decode()
    assert not [secret for secret in ("sesame-42", "admin1234", "token-of") if secret in text]
