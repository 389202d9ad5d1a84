"""What lint finds, on small tasks and on all that are published."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pytest_vwa.defaults import PUBLISHED, built_in
from pytest_vwa.dialects.overlay import read
from pytest_vwa.lint.case import Surroundings
from pytest_vwa.lint.finding import Finding, Severity
from pytest_vwa.lint.render import line, summary
from pytest_vwa.lint.rules import RULES
from pytest_vwa.lint.survey import survey

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("VWA_SHARED", ROOT.parent / "shared")) / "data"
URL = {"eval_types": ["url_match"], "reference_url": "__SHOPPING__/cart", "url_note": "EXACT"}
TASK: dict[str, Any] = {
    "task_id": 3,
    "sites": ["shopping"],
    "intent": "Open the cart.",
    "start_url": "__SHOPPING__",
    "eval": URL,
}


def lint(folder: Path, *changes: dict[str, Any], name: str = "shopping.json") -> list[Finding]:
    path = folder / "mine" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps([TASK | change for change in changes], indent=1))
    return list(survey([path], Surroundings(built_in())))


def codes(findings: list[Finding]) -> set[str]:
    return {finding.code for finding in findings}


def answers(intent: str = "Say it.", **said: object) -> dict[str, Any]:
    return {
        "intent": intent,
        "eval": {"eval_types": ["string_match"], "reference_answers": said},
    }


def page(*contents: dict[str, Any], **more: Any) -> dict[str, Any]:
    targets = [{"url": "last", "required_contents": wanted} | more for wanted in contents]
    return {"eval": {"eval_types": ["program_html"], "program_html": targets}}


def question(text: str, **said: object) -> dict[str, Any]:
    wanted = {"eval_types": ["string_match"], "reference_answers": said}
    return {"intermediate_intent": text, "intermediate_eval": wanted}


FAULTS = [
    ({"intent": None}, "VWA101", "field intent: expected str"),
    ({"task_id": 3, "colour": "red"}, "VWA103", "is not read"),
    ({"program_html": [{}]}, "VWA104", "move it to eval.program_html"),
    ({"start_url": "shop"}, "VWA105", "'shop' is no address"),
    ({"start_url": "__REDDIT__"}, "VWA106", "add 'reddit' to sites"),
    ({"intent": "See __SHOPING__."}, "VWA107", "did you mean '__SHOPPING__'"),
    ({"eval": URL | {"reference_url": "__REDDIT__/f"}}, "VWA108", "is on reddit"),
    ({"image": "__WIKIPEDIA__/a.png"}, "VWA109", "names wikipedia"),
    ({"viewport_size": {"width": 3}}, "VWA110", "is 3 pixels; expected 240 to 4096"),
    ({"start_url": "__shopping__/x"}, "VWA107", "write '__SHOPPING__'"),
    ({"eval": URL | {"reference_url": "__Shopping__/x"}}, "VWA107", "write '__SHOPPING__'"),
    ({"eval": URL | {"reference_url": "foo"}}, "VWA111", "'foo' is no address"),
    ({"eval": URL | {"reference_url": "__SHOPPING__/a |OR| b"}}, "VWA111", "'b' is no address"),
    ({"eval": None}, "VWA201", "nothing says what counts as done"),
    ({"eval": {"eval_types": []}}, "VWA201", "missing or empty"),
    (page({"must_include": ["a"]}, locator="func:get_query_txt(__page__, 'p')"), "VWA202",
     "did you mean 'get_query_text'?"),
    (page({"must_include": ["a"]}, locator="body"), "VWA203", "'body' is none; known: empty"),
    (page({"must_include": ["a"]}, locator="func:get_query_text('x', 'y')"), "VWA202",
     "its argument page is 'x'"),
    (page({"must_include": ["a"]}, locator="document.querySelector(("), "VWA203",
     "the ( at 24 is not closed"),
    (page({"must_include": ["a"]}, locator="lambda:document.querySelector('a)"), "VWA203",
     "the ' at 24 is not closed"),
    (page({"must_include": ["a"]}, url="javascript:alert(1)"), "VWA204", "is no address"),
    (page({"required_values": ["= 2"]}), "VWA204", "'= 2' is no comparison"),
    ({"eval": URL | {"reference_answers": {"must_include": ["a"]}}}, "VWA205",
     "given but not judged"),
    (page({"must_include": ["a"], "must_exclude": ["b"]}), "VWA206", "judges must_include alone"),
    ({"eval": URL | {"reference_url": "__SHOPPING__"}}, "VWA301", "stopping at once passes"),
    (answers(fuzzy_match="N/A"), "VWA302", "'N/A' passes"),
    (answers(must_include=["0"]), "VWA302", "'0' passes"),
    (answers(exact_match="1"), "VWA302", "'1' passes"),
    (answers(exact_match="True"), "VWA302", "'true' passes"),
    (answers(exact_match="None"), "VWA302", "'none' passes"),
    (page({"must_exclude": ["a"]}), "VWA303", "only that something is not there"),
    (answers(must_exclude=["a"]), "VWA303", "only that something is not there"),
    (answers("Is it the red kayak?", must_include=["red kayak"]), "VWA304",
     "'red kayak' stands in the question"),
    (answers(must_include=["a |OR| "]), "VWA305", "the empty text"),
    (answers(must_include=["red"], must_exclude=["Red"]), "VWA401", "must exclude 'red'"),
    (answers(must_include=["blue green"], must_exclude=["blue"]), "VWA401",
     "'blue green', which holds 'blue'"),
    (answers(one_of=["blue", "light blue"], must_exclude=["red |OR| blue"]), "VWA401",
     "must include and must exclude 'blue'"),
    (answers(must_include=["2024-01-05"], must_exclude=["January 5, 2024"]), "VWA401",
     "'2024-01-05', which holds 'January 5, 2024'"),
    (answers(required_values=["< 5", "> 10"]), "VWA401", "no number is all of these"),
    (page({"required_values": ["== 1 |OR| == 2", "> 3"]}), "VWA401", "no number is all of these"),
    (page({"required_values": ["=> 5"]}), "VWA411", "'=> 5' is read from its first sign on"),
    (answers(exact_match="red", must_include=["blue"]), "VWA410", "does not meet the rest"),
    (answers(exact_match="red |OR| blue"), "VWA402", "exact_match is one text"),
    (answers(must_include=["red |or| blue"]), "VWA402", "read as one text"),
    (answers(must_include=["\new"]), "VWA403", "holds a line break"),
    (answers(must_include=["red |OR| blue "]), "VWA404", "'blue ' has a blank at its edge"),
    (answers(must_include=["red", "red"]), "VWA405", "asks 2 times for 'red'"),
    ({"eval": answers(must_include=["$37"])["eval"] | {"reference_answer_raw_annotation": "8"}},
     "VWA406", "the noted answer '8' loses"),
    (answers("Give me the image link.", must_include=["Red kayak"]), "VWA407",
     "'Red kayak' is none"),
    (question("Which?", must_include=["a"]), "VWA501", "name the tutorial"),
    ({"video": "none_such"}, "VWA502", "give --vwa-video-dir=FOLDER"),
    (answers(fuzzy_match=["a"]), "VWA503", "give --vwa-judge-model"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "code", "told"), FAULTS)
def test_lint_reports_fault_with_code_and_remedy(
    tmp_path: Path, change: dict[str, Any], code: str, told: str
) -> None:
    found = [finding for finding in lint(tmp_path, change) if finding.code == code]
    assert [finding.text for finding in found if told in finding.text]
    assert {finding.key for finding in found} == {"mine/shopping/3"}


def test_lint_locator_fault_is_reported_once(tmp_path: Path) -> None:
    for locator in ("body", "func:none()", "func:get_query_text()"):
        (found,) = lint(tmp_path, page({"must_include": ["a"]}, locator=locator))
        assert found.code in ("VWA202", "VWA203")


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"reasoning_difficulty": "easy", "comments": "", "geolocation": None},
        answers("Which colour has it?", must_include=["turquoise"]),
        answers("Give me the link.", must_include=["__SHOPPING__/red.jpg"]),
        answers(exact_match="red", must_include=["red"]),
        page({"must_include": ["Open the cart."]}, locator="document.body.outerText"),
        page({"required_values": ["> 1", "< 5", "== 3 |OR| == 9"]}),
        answers(must_include=["blue |OR| grey"], must_exclude=["blue"]),
        answers(must_include=["blueberry"], must_exclude=["blue"]),
        page({"must_include": ["a"]}, locator="document.title.replace(/[(']/g, 'it\\'s (')"),
        page({"must_include": ["a"]}, locator="lambda:() => (document.links.length / 2)"),
        page({"must_include": ["a"]}, locator="document.querySelector(`a${1}`)"),
        {"start_url": "__SHOPPING__ |AND| __REDDIT__/f", "sites": ["shopping", "reddit"]},
    ],
)
def test_lint_reports_nothing_for_sound_task(tmp_path: Path, change: dict[str, Any]) -> None:
    assert lint(tmp_path, change) == []


def test_lint_intent_text_required_on_page_is_no_finding(tmp_path: Path) -> None:
    change = {"intent": "Post 'red kayak'."} | page({"must_include": ["red kayak"]})
    assert lint(tmp_path, change) == []


def test_lint_continues_after_malformed_entry(tmp_path: Path) -> None:
    found = lint(tmp_path, {"intent": None}, {"task_id": 4, "start_url": "shop"})
    assert [(finding.key, finding.code) for finding in found] == [
        ("mine/shopping/3", "VWA101"),
        ("mine/shopping/4", "VWA105"),
    ]


def test_lint_duplicate_key_is_error_also_across_files(tmp_path: Path) -> None:
    (here,) = lint(tmp_path, {}, {"intent": "Leave the cart."})
    assert (here.code, here.severity) == ("VWA102", Severity.ERROR)
    twin = tmp_path / "other" / "mine" / "shopping.json"
    twin.parent.mkdir(parents=True)
    twin.write_text(json.dumps([TASK]))
    lint(tmp_path, {"intent": "Leave the cart."})
    files = [tmp_path / "mine" / "shopping.json", twin]
    assert codes(list(survey(files, Surroundings(built_in())))) == {"VWA102"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (answers(must_include=[]), "VWA204"),
        (answers(must_include=[""]), "VWA305"),
        (
            question("Which?", must_include=[""]) | {"video": "classifieds_find_and_compare"},
            "VWA305",
        ),
        (page({"must_include": []}), "VWA204"),
        (page({"must_include": [""]}), "VWA305"),
        ({"start_url": "__shopping__"}, "VWA107"),
        ({"eval": URL | {"url_note": "", "reference_url": "foo"}}, "VWA204"),
    ],
)
def test_lint_one_fault_gives_one_finding(
    tmp_path: Path, change: dict[str, Any], code: str
) -> None:
    found = [each for each in lint(tmp_path, change) if each.code != "VWA502"]
    assert {each.code for each in found} == {code}
    assert len(found) == 1


def test_lint_finds_duplicate_tasks(tmp_path: Path) -> None:
    assert codes(lint(tmp_path, {}, {"task_id": 4})) == {"VWA409"}
    other = {"task_id": 4, "eval": URL | {"reference_url": "__SHOPPING__/list"}}
    assert codes(lint(tmp_path, {}, other)) == {"VWA408"}


@pytest.mark.parametrize(
    ("name", "text"), [("a.json", '[{"intent": "x",}]'), ("a.yaml", "intent: ["), ("a.json", "[]")]
)
def test_lint_unreadable_file_is_one_finding(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    (found,) = survey([tmp_path / name], Surroundings(built_in()))
    assert (found.code, found.line, found.counts) == ("VWA101", 1, True)


def test_lint_finding_has_line_of_its_task(tmp_path: Path) -> None:
    lint(tmp_path, {}, {"task_id": 4, "start_url": "shop"})
    path = tmp_path / "mine" / "shopping.json"
    (found,) = survey([path], Surroundings(built_in()))
    begins = path.read_text().splitlines()[: found.line]
    assert begins[-1].strip() == "{"
    assert '"task_id": 3' in "".join(begins)
    told = line(found, tmp_path)
    assert told.startswith(
        f"mine/shopping.json:{found.line}: mine/shopping/4: VWA105 error: start_url: 'shop' is no"
    )


def test_lint_yaml_findings_have_lines(tmp_path: Path) -> None:
    entry = "- task_id: {}\n  sites: [shopping]\n  intent: x\n  start_url: shop\n"
    (tmp_path / "a.yaml").write_text(entry.format(1) + entry.format(2))
    found = survey([tmp_path / "a.yaml"], Surroundings(built_in()))
    assert {finding.line for finding in found} == {1, 5}


def test_lint_finding_patched_by_overlay_does_not_count(tmp_path: Path) -> None:
    lint(tmp_path, {"start_url": "shop"}, {"task_id": 4, "start_url": "shop", "intent": "Leave."})
    (tmp_path / "fixes.yaml").write_text(
        "version: 1\nrows:\n- {task: mine/shopping/3, field: start_url, value: __SHOPPING__, "
        "reason: none}"
    )
    here = Surroundings(built_in())
    overlay = read(tmp_path / "fixes.yaml")
    first, second = survey([tmp_path / "mine" / "shopping.json"], here, [overlay])
    assert (first.mended_by, first.counts) == (("fixes 1",), False)
    assert (second.mended_by, second.counts) == ((), True)
    assert "[mended by fixes 1]" in line(first, tmp_path)
    assert "1 error, 0 warnings, 0 notes; 1 more mended by overlays" in summary([first, second])


def test_lint_finds_fault_made_by_overlay(tmp_path: Path) -> None:
    lint(tmp_path, {})
    (tmp_path / "fixes.yaml").write_text(
        "version: 1\nrows:\n- {task: mine/shopping/3, field: start_url, value: shop, reason: x}"
    )
    (found,) = survey(
        [tmp_path / "mine" / "shopping.json"],
        Surroundings(built_in()),
        [read(tmp_path / "fixes.yaml")],
    )
    assert (found.code, found.counts) == ("VWA105", True)


def test_lint_finds_overlay_row_that_does_not_fit(tmp_path: Path) -> None:
    lint(tmp_path, {"start_url": "shop"})
    (tmp_path / "fixes.yaml").write_text(
        "version: 1\nrows:\n- {task: mine/shopping/9, field: intent, value: x, reason: x}"
    )
    misfit, published = survey(
        [tmp_path / "mine" / "shopping.json"],
        Surroundings(built_in()),
        [read(tmp_path / "fixes.yaml")],
    )
    assert (misfit.code, misfit.key) == ("VWA101", "mine/shopping")
    assert "no such task in mine/shopping; there are 3" in misfit.text
    assert (published.code, published.counts) == ("VWA105", True)


def test_lint_rules_have_unique_code_case_and_docs() -> None:
    documented = (ROOT / "docs" / "linting.md").read_text(encoding="utf-8")
    assert len({rule.code for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert f"| {rule.code} | {rule.severity} | {rule.finds} |" in documented
    tried = {code for _, code, _ in FAULTS} | {"VWA102", "VWA408", "VWA409"}
    assert {rule.code for rule in RULES} == tried


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"eval": URL | {"reference_url": "__SHOPPING__"}}, "VWA301"),
        (answers(fuzzy_match="N/A"), "VWA302"),
        (page({"must_exclude": ["a"]}), "VWA303"),
        (answers("Is it red?", must_include=["red"]), "VWA304"),
    ],
)
def test_lint_free_pass_field_silences_finding(
    tmp_path: Path, change: dict[str, Any], code: str
) -> None:
    assert code in codes(lint(tmp_path, change))
    assert code not in codes(lint(tmp_path, change | {"free_pass": "a warm-up"}))


def test_lint_free_pass_field_does_not_cover_questions(tmp_path: Path) -> None:
    asked = question("Is it red?", must_include=["red"]) | {"free_pass": "a warm-up"}
    (finding,) = (each for each in lint(tmp_path, asked) if each.code == "VWA304")
    assert finding.field.startswith("intermediate_eval")


MENDED = ("videowa/reddit/9", "VWA104")

# --- the published files -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def published() -> list[Path]:
    if not DATA.is_dir():
        pytest.skip(f"no published task files in {DATA}")
    return sorted(DATA.rglob("*.json"))


@pytest.fixture(scope="module")
def found(published: list[Path]) -> tuple[Finding, ...]:
    return survey(published, Surroundings(built_in()))


def keys(found: tuple[Finding, ...], code: str, words: str = "") -> set[str]:
    return {each.key for each in found if each.code == code and words in each.text}


def test_lint_finds_broken_published_rows(found: tuple[Finding, ...]) -> None:
    assert keys(found, "VWA201") == {
        "videowa/reddit/9",
        "videowa/shopping/27",
        "videowa/shopping/43",
        "videowa/shopping_admin/7",
        "videowa/shopping_admin/17",
        "videowa/shopping_admin/18",
    }
    assert keys(found, "VWA204", "url_note ''") == {"videowa/reddit/49"}
    assert "videowa/reddit/9" in keys(found, "VWA104", "eval.program_html")


def test_lint_finds_published_free_passes(found: tuple[Finding, ...]) -> None:
    assert len(keys(found, "VWA302", "'N/A'")) == 73
    assert keys(found, "VWA301") == {"videowa/gitlab/24", "videowa/shopping/3"}
    assert keys(found, "VWA303") == {"vwa/reddit/157", "vwa/shopping/461", "vwa/shopping/463"}


def test_lint_finds_further_published_faults(found: tuple[Finding, ...]) -> None:
    assert keys(found, "VWA108") == {
        f"videowa/reddit/{number}" for number in (3, 4, 6, 7, 8, 10, 11)
    }
    assert keys(found, "VWA402") == {"videowa/reddit/32"}
    assert keys(found, "VWA403") == {"videowa/gitlab/16"}
    assert keys(found, "VWA407") == {"videowa/shopping/58"}
    assert {"videowa/shopping/116", "videowa/map/6"} <= keys(found, "VWA408")


def test_lint_published_entries_have_checks_or_finding(
    published: list[Path], found: tuple[Finding, ...]
) -> None:
    from pytest_vwa.dialects.load import load

    tasks = [task for path in published for task in load(path, built_in().evaluators)]
    questions = [task.question for task in tasks if task.question]
    assert (len(tasks), len(questions)) == (2021, 400)
    named = keys(found, "VWA201")
    assert {task.key for task in tasks if not task.checks} <= named
    assert {task.key for task in tasks if task.question and not task.question.checks} <= named
    assert keys(found, "VWA101") == set()


def test_lint_with_published_overlay_leaves_one_task(
    published: list[Path], found: tuple[Finding, ...]
) -> None:
    overlay = read(PUBLISHED, lenient=True)
    patched = survey(published, Surroundings(built_in()), [overlay])
    assert {each.key for each in patched if each.counts} == {"vwa/reddit/28"}
    assert {each.key for each in patched if each.mended_by} == overlay.tasks
    assert all(each.mended_by for each in patched if (each.key, each.code) == MENDED)
    assert len(patched) == len(found)


def test_published_overlay_patches_all_its_tasks(published: list[Path]) -> None:
    from pytest_vwa.dialects.load import load

    strict = read(PUBLISHED)
    mended = {
        task.key
        for path in published
        for task in load(path, built_in().evaluators, [strict])
        if task.mended_by
    }
    assert mended == strict.tasks
