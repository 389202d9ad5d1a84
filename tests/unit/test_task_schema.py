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


def test_the_written_schema_is_that_of_the_types() -> None:
    remedy = "python -m pytest_vwa.dialects.schema > pytest_vwa/dialects/tasks.schema.json"
    assert schema.FILE.read_text("utf-8") == schema.text(), remedy


def test_the_schema_is_not_taken_for_tasks() -> None:
    assert not sniff.looks_like_tasks(schema.FILE)


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_the_tasks_of_this_checkout_are_valid(editor: Draft202012Validator, path: Path) -> None:
    assert complaints(editor, path) == []
    assert editor.is_valid(json.loads(path.read_text("utf-8")))


def test_the_published_tasks_are_valid(editor: Draft202012Validator) -> None:
    paths = sorted(PUBLISHED.glob("*/*.raw.json"))
    if not paths:
        pytest.skip(f"no published tasks in {PUBLISHED}; VWA_SHARED says where they are")
    assert [told for path in paths for told in complaints(editor, path)] == []
    assert sum(len(json.loads(path.read_text("utf-8"))) for path in paths) == 2021


def test_every_field_is_explained_and_every_explanation_has_its_field() -> None:
    shapes = schema.schema()["$defs"]
    fields = {
        name: field for shape in shapes.values() for name, field in shape["properties"].items()
    }
    assert set(schema.ABOUT) - set(fields) == set()
    silent = {name for name, field in fields.items() if "description" not in field}
    as_published = {"require_reset", "storage_state", "intent_template", "string_note"}
    assert silent == as_published | {"width", "height", "prep_actions"}


def test_the_check_kinds_offered_are_the_built_in_ones() -> None:
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
def test_what_reading_refuses_the_editor_marks(
    editor: Draft202012Validator, change: dict[str, Any]
) -> None:
    assert editor.is_valid(PLAIN)
    broken = PLAIN | change
    with pytest.raises((msgspec.ValidationError, TaskFileError)):
        wire.read(broken)
    assert not editor.is_valid(broken)
    assert not editor.is_valid([PLAIN, broken])
