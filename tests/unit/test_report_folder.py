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


def test_html_report_contains_all_files_it_links(tmp_path: Path) -> None:
    index = html.write([record(number=n) for n in range(3)], tmp_path / "r1")
    assert index == tmp_path / "r1" / "index.html"
    page = index.read_text()
    asked = re.findall(r'(?:src|href)="(index_files/[^"]+)"', page)
    assert len(asked) > 10
    assert [name for name in asked if not (index.parent / name).is_file()] == []
    assert len(list((index.parent / "index_files" / "run").iterdir())) == 3


def test_html_report_loads_nothing_from_other_hosts(tmp_path: Path) -> None:
    index = html.write([record()], tmp_path)
    for path in (index, *STATIC.iterdir()):
        assert "://" not in path.read_text(), path
    assert "default-src 'none'" in index.read_text()


def test_html_report_scripts_never_inject_markup() -> None:
    sinks = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\("
    )
    assert [path.name for path in STATIC.glob("*.js") if sinks.search(path.read_text())] == []


def test_html_report_rewrite_replaces_old_files(tmp_path: Path) -> None:
    html.write([record(number=n) for n in range(3)], tmp_path)
    html.write([record()], tmp_path)
    assert len(list((tmp_path / "index_files" / "run").iterdir())) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "index_files"]


def test_html_report_failed_write_leaves_old_files(tmp_path: Path) -> None:
    html.write([record()], tmp_path)
    before = sorted(tmp_path.rglob("*"))
    unwritable = record().model_copy(update={"warnings": (object(),)})
    with pytest.raises(ValueError, match="serialize"):
        html.write([unwritable], tmp_path)
    assert sorted(tmp_path.rglob("*")) == before


def test_html_report_runs_of_same_name_get_unique_ids(tmp_path: Path) -> None:
    html.write([record("error"), record("passed")], tmp_path)
    rows = data(tmp_path, "runs.js")
    assert isinstance(rows, list)
    first, second = (row["id"] for row in rows)
    assert second == f"{first}-2"


def test_html_report_list_is_small_with_details_in_run_files(tmp_path: Path) -> None:
    long = record(reason="x " * 2000, intent="y " * 2000, steps=steps(3), answer="z" * 5000)
    html.write([long], tmp_path)
    assert (tmp_path / "index_files" / "runs.js").stat().st_size < 2000
    rows = data(tmp_path, "runs.js")
    assert isinstance(rows, list)
    told = data(tmp_path, f"run/{rows[0]['id']}.js")
    assert isinstance(told, dict)
    assert told["answer"] == "z" * 5000
    assert len(told["steps"]) == 3


def test_html_report_reason_omits_artifact_folder(tmp_path: Path) -> None:
    html.write([record("failed", reason="wrong (twice) (7 steps, reports/r1/shop-3)")], tmp_path)
    rows = data(tmp_path, "runs.js")
    assert isinstance(rows, list)
    assert rows[0]["reason"] == "wrong (twice)"


@pytest.mark.parametrize(
    ("homes", "expected"),
    [({}, "arena/a%20b/"), ({"r1": "elsewhere"}, "../elsewhere/arena/a%20b/")],
)
def test_html_report_links_screenshots_in_run_folder(
    tmp_path: Path, homes: dict[str, str], expected: str
) -> None:
    known = {run: tmp_path / folder for run, folder in homes.items()}
    html.write([record(artifacts="arena/a b")], tmp_path / "page", known)
    rows = data(tmp_path / "page", "runs.js")
    assert isinstance(rows, list)
    told = data(tmp_path / "page", f"run/{rows[0]['id']}.js")
    assert isinstance(told, dict)
    assert told["pictures"] == expected


def test_overview_cross_tabulates_tasks_and_questions() -> None:
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


def test_overview_counts_passed_runs_by_check_kind() -> None:
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
def test_failure_describes_how_run_ended(run: Record, expected: str) -> None:
    assert failure(run) == expected


def test_html_report_shows_skip_reason_when_all_skipped(tmp_path: Path) -> None:
    page = html.write([record("skipped", reason="no video")], tmp_path).read_text()
    assert "no video" in page
