"""The schema that editors use says of task files what reading them says."""

import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from pytest_vwa.core.errors import TaskFileError
from pytest_vwa.defaults import built_in
from pytest_vwa.dialects import schema, sniff, wire

ROOT = Path(__file__).parents[2]
PUBLISHED = Path(os.environ.get("VWA_SHARED", ROOT.parent / "shared")) / "data"
OWN = sorted(ROOT.glob("tasks/**/*.json"))
PLAIN: dict[str, Any] = {
    "task_id": 1,
    "sites": ["shopping"],
    "intent": "Open the cart.",
    "start_url": "__SHOPPING__",
    "eval": {"eval_types": ["url_match"], "reference_url": "__SHOPPING__/cart"},
}


@pytest.fixture(scope="module")
def editor() -> Draft202012Validator:
    Draft202012Validator.check_schema(schema.schema())
    return Draft202012Validator(schema.schema())


def complaints(editor: Draft202012Validator, path: Path) -> list[str]:
    found = json.loads(path.read_text("utf-8"))
    entries = found if isinstance(found, list) else [found]
    return [
        f"{path.name} {entry.get('task_id')}: {error.message[:200]}"
        for entry in entries
        for error in editor.iter_errors(entry)
    ]


def test_task_schema_file_is_up_to_date() -> None:
    remedy = "python -m pytest_vwa.dialects.schema > pytest_vwa/dialects/tasks.schema.json"
    assert schema.FILE.read_text("utf-8") == schema.text(), remedy


def test_looks_like_tasks_rejects_schema_file() -> None:
    assert not sniff.looks_like_tasks(schema.FILE)


def test_task_schema_accepts_own_tasks(editor: Draft202012Validator) -> None:
    assert [told for path in OWN for told in complaints(editor, path)] == []
    refused = [path for path in OWN if not editor.is_valid(json.loads(path.read_text("utf-8")))]
    assert refused == []


def test_task_schema_accepts_published_tasks(editor: Draft202012Validator) -> None:
    paths = sorted(PUBLISHED.glob("*/*.raw.json"))
    if not paths:
        pytest.skip(f"no published tasks in {PUBLISHED}; VWA_SHARED says where they are")
    assert [told for path in paths for told in complaints(editor, path)] == []
    assert sum(len(json.loads(path.read_text("utf-8"))) for path in paths) == 2021


def test_task_schema_describes_its_fields() -> None:
    shapes = schema.schema()["$defs"]
    fields = {
        name: field for shape in shapes.values() for name, field in shape["properties"].items()
    }
    assert set(schema.ABOUT) - set(fields) == set()
    silent = {name for name, field in fields.items() if "description" not in field}
    as_published = {"require_reset", "storage_state", "intent_template", "string_note"}
    assert silent == as_published | {"width", "height", "prep_actions"}


def test_task_schema_lists_built_in_check_kinds() -> None:
    assert set(schema.KINDS) == set(built_in().evaluators)


@pytest.mark.parametrize(
    "change",
    [
        {"sites": []},
        {"sites": ["shoping"]},
        {"task_id": None},
        {"task_id": "two words"},
        {"intent": ""},
        {"start_url": 7},
        {"overall_difficulty": "simple"},
        {"reference_actions": "stop []"},
        {"viewport_size": {"width": 0}},
        {"eval": {"eval_types": "url_match"}},
        {"eval": {"eval_types": ["url_match"], "url_note": "ROUGHLY"}},
        {"eval": {"reference_answers": {"must_contain": ["red"]}}},
        {"eval": {"program_html": [{"url": "last"}]}},
    ],
    ids=str,
)
def test_task_schema_rejects_what_reader_rejects(
    editor: Draft202012Validator, change: dict[str, Any]
) -> None:
    assert editor.is_valid(PLAIN)
    broken = PLAIN | change
    with pytest.raises((msgspec.ValidationError, TaskFileError)):
        wire.read(broken)
    assert not editor.is_valid(broken)
    assert not editor.is_valid([PLAIN, broken])
