"""Overlays mend tasks without touching the files; a row that does not fit says what is there."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from pytest_vwa.core.errors import TaskFileError, UsageError
from pytest_vwa.core.task import Task
from pytest_vwa.defaults import PUBLISHED
from pytest_vwa.dialects.load import load
from pytest_vwa.dialects.overlay import read

KINDS = {"string_match", "url_match"}
TASK: dict[str, Any] = {
    "task_id": 3,
    "sites": ["shopping"],
    "intent": "Which colour?",
    "start_url": "__SHOPPING__",
    "eval": {"eval_types": ["string_match"], "reference_answers": {"must_include": ["red", "2"]}},
}
ROW: dict[str, Any] = {
    "task": "mine/shopping/3",
    "field": "eval.reference_answers.must_include[0]",
    "value": "blue",
    "reason": "the kayak is blue",
}


def mended(folder: Path, *rows: dict[str, Any], lenient: bool = False) -> tuple[Task, ...]:
    """The tasks 3 and 4 of a file, loaded with an overlay of these rows."""
    path = folder / "mine" / "shopping.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps([TASK, TASK | {"task_id": 4}]))
    return load(path, KINDS, [read(written(folder, *rows), lenient=lenient)])


def written(folder: Path, *rows: dict[str, Any]) -> Path:
    overlay = folder / "fixes.yaml"
    overlay.write_text(yaml.safe_dump({"version": 2, "rows": list(rows)}))
    return overlay


def test_overlay_changes_one_field_and_not_the_file(tmp_path: Path) -> None:
    changed, other = mended(tmp_path, ROW)
    assert changed.checks[0].args["reference_answers"] == {"must_include": ["blue", "2"]}
    assert other.checks[0].args["reference_answers"] == {"must_include": ["red", "2"]}
    assert (changed.mended_by, other.mended_by) == (("fixes 2",), ())
    assert "blue" not in (tmp_path / "mine" / "shopping.json").read_text()


def test_overlay_changes_task_hash(tmp_path: Path) -> None:
    (plain, _), (changed, _) = mended(tmp_path), mended(tmp_path, ROW)
    assert changed.entry["eval"]["reference_answers"]["must_include"][0] == "blue"
    assert changed.sha256 != plain.sha256


def test_overlay_can_add_field(tmp_path: Path) -> None:
    row = ROW | {"field": "video", "value": "kayaks", "was": None}
    assert mended(tmp_path, row)[0].video == "kayaks"


def test_overlay_rows_apply_in_order(tmp_path: Path) -> None:
    changed, _ = mended(tmp_path, ROW, ROW | {"was": "blue", "value": "green"})
    assert changed.checks[0].args["reference_answers"]["must_include"][0] == "green"


def test_overlay_ignores_rows_for_other_files(tmp_path: Path) -> None:
    plain = mended(tmp_path)
    assert mended(tmp_path, ROW | {"task": "mine/reddit/3"}) == plain
    assert mended(tmp_path, ROW | {"task": "other/shopping/77"}) == plain


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"task": "mine/shopping/9"}, "no such task in mine/shopping; there are 3, 4"),
        ({"was": "green"}, "expected 'green' to stand there, found 'red'"),
        ({"field": "eval.url_note", "was": "EXACT"}, "expected 'EXACT' .* found nothing"),
        ({"field": "eval.reference_answers.must_include[7]"}, r"no \[7\]: the list holds 2"),
        ({"field": "eval.nothing.x"}, "no 'nothing'; there are eval_types, reference_answers"),
        ({"field": "intent.x"}, "'x' cannot be looked up in 'Which colour"),
        ({"field": "sites.x"}, r"'x' cannot be looked up in \['shopping'\]"),
        ({"field": "eval[0]"}, "0 cannot be looked up in {'eval_types'"),
    ],
)
def test_overlay_misfit_row_error_shows_actual_value(
    tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    with pytest.raises(TaskFileError, match=rf"fixes\.yaml: row 1 \(mine/shopping/\d, .*{told}"):
        mended(tmp_path, ROW | change)


def test_lenient_overlay_skips_misfit_rows(
    tmp_path: Path,
) -> None:
    plain = mended(tmp_path)
    rows = [ROW | {"was": "green"}, ROW | {"task": "mine/shopping/9"}]
    assert mended(tmp_path, *rows, lenient=True) == plain


def test_overlay_malformed_result_is_task_file_error(tmp_path: Path) -> None:
    with pytest.raises(TaskFileError, match=r"task 3: field sites: expected array"):
        mended(tmp_path, ROW | {"field": "sites", "value": "shopping"})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rows: [", "not plain YAML"),
        ("- 1", "expected version, and rows of task, field, value, reason"),
        ("version: 1\nrows: [{task: a/b/1}]", "missing required field `field`"),
        ("version: 1\nrows: []\nmore: 1", "unknown field `more`"),
        ("version: 1\nrows: &a [*a]", "an alias"),
        ("version: 1\nversion: 2\nrows: []", r"'version' is given twice \(line 2\)"),
        ("version: 1\nrows:\n- task: a\n  value: {x: [1]}\n  task: b", "'task' is given"),
        ("version: 1\nrows: " + "[" * 20_000, "nested more than 50 deep"),
        ("version: 1\nrows: !!python/object/apply:os.system [ls]", "not plain YAML"),
        ("\x00", "not plain YAML"),
    ],
)
def test_overlay_malformed_file_is_usage_error(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "fixes.yaml"
    path.write_text(text)
    with pytest.raises(UsageError, match=rf"overlay .*fixes\.yaml.*{told}"):
        read(path)


def test_overlay_missing_file_is_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"overlay .*none\.yaml: .*No such file"):
        read(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"field": "eval.__class__()"}, "is no path"),
        ({"field": "eval..x"}, "is no path"),
        ({"field": "eval[-1]"}, "is no path"),
        ({"field": "task_id"}, "it cannot be mended"),
        ({"reason": " "}, "reason is empty"),
        ({"value": date(2024, 1, 1)}, "nothing that JSON can say"),
        ({"value": {1: "x"}}, "nothing that JSON can say"),
    ],
)
def test_overlay_invalid_row_is_refused_on_read(
    tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    with pytest.raises(UsageError, match=rf"row 1 \(mine/shopping/3\): .*{told}"):
        read(written(tmp_path, ROW | change))


def test_overlay_field_path_is_never_executed(tmp_path: Path) -> None:
    with pytest.raises(TaskFileError, match="no '__class__'"):
        mended(tmp_path, ROW | {"field": "eval.__class__.__init__"})


def test_published_overlay_rows_all_have_was() -> None:
    raw = yaml.safe_load(PUBLISHED.read_text())
    assert [row["task"] for row in raw["rows"] if "was" not in row] == []
