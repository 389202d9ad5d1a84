"""The folder of the report's pages, as far as it can be told without a browser."""

import json
import re
from pathlib import Path

import pytest
from records import question, record, steps

from pytest_vwa.core.record import Record
from pytest_vwa.reporting import html
from pytest_vwa.reporting.failures import failure
from pytest_vwa.reporting.html import folder as folder_module
from pytest_vwa.reporting.html.overview import overview

STATIC = Path(folder_module.__file__).parent / "static"


def data(folder: Path, name: str) -> object:
    """What a data file tells the page."""
    script = (folder / "index_files" / name).read_text()
    told = re.fullmatch(r'vwa\.take\("\w+",("[^"]*"),(.*)\);\n', script, re.DOTALL)
    assert told
    return json.loads(told[2])


def test_everything_that_the_page_asks_for_is_in_the_folder(tmp_path: Path) -> None:
    index = html.write([record(number=n) for n in range(3)], tmp_path / "r1")
    assert index == tmp_path / "r1" / "index.html"
    page = index.read_text()
    asked = re.findall(r'(?:src|href)="(index_files/[^"]+)"', page)
    assert len(asked) > 10
    assert [name for name in asked if not (index.parent / name).is_file()] == []
    assert len(list((index.parent / "index_files" / "run").iterdir())) == 3


def test_nothing_names_another_host(tmp_path: Path) -> None:
    index = html.write([record()], tmp_path)
    for path in (index, *STATIC.iterdir()):
        assert "://" not in path.read_text(), path
    assert "default-src 'none'" in index.read_text()


def test_no_script_of_ours_writes_markup() -> None:
    sinks = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\("
    )
    assert [path.name for path in STATIC.glob("*.js") if sinks.search(path.read_text())] == []


def test_writing_again_replaces_what_was_there(tmp_path: Path) -> None:
    html.write([record(number=n) for n in range(3)], tmp_path)
    html.write([record()], tmp_path)
    assert len(list((tmp_path / "index_files" / "run").iterdir())) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "index_files"]


def test_what_could_not_be_written_leaves_the_old_pages(tmp_path: Path) -> None:
    html.write([record()], tmp_path)
    before = sorted(tmp_path.rglob("*"))
    unwritable = record().model_copy(update={"warnings": (object(),)})
    with pytest.raises(ValueError, match="serialize"):
        html.write([unwritable], tmp_path)
    assert sorted(tmp_path.rglob("*")) == before


def test_runs_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    html.write([record("error"), record("passed")], tmp_path)
    rows = data(tmp_path, "runs.js")
    assert isinstance(rows, list)
    first, second = (row["id"] for row in rows)
    assert second == f"{first}-2"


def test_the_list_is_small_and_the_rest_is_with_each_run(tmp_path: Path) -> None:
    long = record(reason="x " * 2000, intent="y " * 2000, steps=steps(3), answer="z" * 5000)
    html.write([long], tmp_path)
    assert (tmp_path / "index_files" / "runs.js").stat().st_size < 2000
    rows = data(tmp_path, "runs.js")
    assert isinstance(rows, list)
    told = data(tmp_path, f"run/{rows[0]['id']}.js")
    assert isinstance(told, dict)
    assert told["answer"] == "z" * 5000
    assert len(told["steps"]) == 3


def test_the_folder_that_the_page_links_to_is_not_told_in_the_reason(tmp_path: Path) -> None:
    html.write([record("failed", reason="wrong (twice) (7 steps, reports/r1/shop-3)")], tmp_path)
    rows = data(tmp_path, "runs.js")
    assert isinstance(rows, list)
    assert rows[0]["reason"] == "wrong (twice)"


@pytest.mark.parametrize(
    ("homes", "expected"),
    [({}, "arena/a%20b/"), ({"r1": "elsewhere"}, "../elsewhere/arena/a%20b/")],
)
def test_pictures_are_linked_where_the_run_left_them(
    tmp_path: Path, homes: dict[str, str], expected: str
) -> None:
    known = {run: tmp_path / folder for run, folder in homes.items()}
    html.write([record(artifacts="arena/a b")], tmp_path / "page", known)
    rows = data(tmp_path / "page", "runs.js")
    assert isinstance(rows, list)
    told = data(tmp_path / "page", f"run/{rows[0]['id']}.js")
    assert isinstance(told, dict)
    assert told["pictures"] == expected


def test_tasks_are_counted_beside_their_questions() -> None:
    cells = [("passed", "passed"), ("passed", "failed"), ("failed", "failed"), ("error", "passed")]
    runs = [
        each
        for number, (read, did) in enumerate(cells)
        for each in (question(read, number), record(did, number))
    ]
    (agent,) = overview(runs).agents
    assert agent.both.counts == {
        (True, True): 1,
        (True, False): 1,
        (False, True): 0,
        (False, False): 1,
    }


def test_of_a_kind_of_check_the_runs_count_that_met_it() -> None:
    met, missed = ({"kind": "url_match", "value": value} for value in (1.0, 0.0))
    other = {"kind": "string_match", "value": 0.0}
    runs = [record("failed", 1, checks=(met, other)), record("failed", 2, checks=(missed,))]
    (panel,) = [panel for panel in overview(runs).tasks if panel.title == "check"]
    bars = {group.name: group.bars[0] for group in panel.groups}
    assert (bars["url_match"].passed, bars["url_match"].judged) == (1, 2)
    assert (bars["string_match"].passed, bars["string_match"].judged) == (0, 1)
    assert bars["url_match"].low < 0.5 < bars["url_match"].high


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (record("passed"), ""),
        (record("skipped"), ""),
        (record("error", error_kind="site"), "site error"),
        (record("failed", stop="step limit"), "ended by step limit"),
        (
            record("failed", stop="answered", checks=({"kind": "url_match", "value": 0.0},)),
            "stopped on the wrong page",
        ),
    ],
)
def test_how_a_run_ended_is_told_in_a_few_words(run: Record, expected: str) -> None:
    assert failure(run) == expected


def test_a_run_of_skips_alone_has_a_page(tmp_path: Path) -> None:
    page = html.write([record("skipped", reason="no video")], tmp_path).read_text()
    assert "no video" in page
