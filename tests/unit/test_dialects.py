"""Task files become tasks, and what is wrong with one is told with file, task and field."""

import json
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from pytest_vwa import plain_yaml
from pytest_vwa.core.errors import TaskFileError
from pytest_vwa.core.task import Viewport
from pytest_vwa.dialects.load import load
from pytest_vwa.dialects.sniff import looks_like_tasks

KINDS = {"string_match", "url_match", "program_html", "page_image_query"}
URL = {"eval_types": ["url_match"], "reference_url": "__SHOPPING__/cart"}
TASK: dict[str, Any] = {
    "task_id": 3,
    "sites": ["shopping"],
    "intent": "Open the cart.",
    "start_url": "__SHOPPING__ |AND| __REDDIT__/f/food",
    "eval": URL,
}


def answers(**said: object) -> dict[str, Any]:
    return {"eval": {"eval_types": ["string_match"], "reference_answers": said}}


def read(folder: Path, *changes: dict[str, Any]) -> Any:
    path = folder / "videowa" / "test_shopping.raw.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps([TASK | change for change in changes]))
    return load(path, KINDS)


def test_load_reads_task_names_sites_and_checks(tmp_path: Path) -> None:
    (task,) = read(tmp_path, {"viewport_size": {"width": 430}, "video": "cart"})
    assert (task.key, task.name) == ("videowa/shopping/3", "shopping-3")
    assert (task.kind, task.benchmark) == ("skill", "videowebarena")
    assert task.needed_sites == ("shopping", "reddit")
    assert task.viewport == Viewport(430, 2048)
    assert task.checks[0].args == {"reference_url": "__SHOPPING__/cart", "url_note": "EXACT"}


def test_load_makes_one_check_per_target(tmp_path: Path) -> None:
    target = {"url": "last", "required_contents": {"must_include": ["x"]}}
    pages = {"eval_types": ["program_html"], "program_html": [target, target]}
    (task,) = read(tmp_path, {"eval": pages})
    assert [check.kind for check in task.checks] == ["program_html"] * 2
    assert task.checks[0].args["required_contents"] == {"must_include": ["x"]}


@pytest.mark.parametrize(
    ("change", "within"),
    [
        ({}, True),
        ({"image": "boat.png"}, False),
        ({"video": "cart"}, False),
        ({"benchmark": "arena"}, False),
        ({"benchmark": "webarena", "image": "boat.png"}, True),
    ],
)
def test_load_matches_within_words_only_for_webarena(
    tmp_path: Path, change: dict[str, Any], within: bool
) -> None:
    wanted = {"must_include": ["15"]}
    both = {
        "eval_types": ["string_match", "program_html"],
        "reference_answers": wanted,
        "program_html": [{"url": "last", "required_contents": wanted}],
    }
    (task,) = read(tmp_path, {"eval": both} | change)
    assert [check.args["within_words"] for check in task.checks] == [within, within]


def test_load_finds_files_in_task_folder(tmp_path: Path) -> None:
    folder = _files(tmp_path)
    (task,) = read(tmp_path, {"files": ["boat.png", "more/sail.png"]})
    assert task.files == (folder / "boat.png", folder / "more" / "sail.png")
    assert read(tmp_path, {})[0].files == ()


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (["boat.png", "bat.png"], r"field files.1: no file .*/bat.png; did you mean 'boat.png'"),
        (["../boat.png"], r"field files.0: '../boat.png' lies outside of .*/videowa$"),
        (["/etc/hostname"], "field files.0: '/etc/hostname' lies outside of"),
        (["way/hostname"], "field files.0: 'way/hostname' lies outside of"),
        (["more"], "field files.0: no file .*/more;"),
        (["boat.png", "more/boat.png"], "field files.1: a second file named 'boat.png'"),
        ("boat.png", "field files: expected array, got str"),
        ([""], "field files.0: expected str of length >= 1"),
    ],
)
def test_load_refuses_missing_or_outside_files(tmp_path: Path, files: object, said: str) -> None:
    folder = _files(tmp_path)
    (folder / "way").symlink_to("/etc")
    with pytest.raises(TaskFileError, match=rf"test_shopping.raw.json: task 3: {said}"):
        read(tmp_path, {"files": files})


def _files(tmp_path: Path) -> Path:
    folder = tmp_path / "videowa"
    (folder / "more").mkdir(parents=True)
    for name in ("boat.png", "more/sail.png", "more/boat.png"):
        (folder / name).write_bytes(b"picture")
    return folder


def test_task_hash_ignores_field_order(tmp_path: Path) -> None:
    (one,) = read(tmp_path, {})
    (other,) = read(tmp_path, dict(reversed(TASK.items())))
    assert one.sha256 == other.sha256
    assert one.sha256 != read(tmp_path, {"intent": "Leave."})[0].sha256


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"intent": None}, "field intent: expected str, got null"),
        ({"intent": ""}, "field intent: expected str of length >= 1"),
        ({"sites": ["shoping"]}, "field sites: unknown 'shoping'; did you mean 'shopping'"),
        ({"intermediate_intnet": "?"}, "unknown field intermediate_intnet; did you mean"),
        ({"overall_difficulty": "hrad"}, "field overall_difficulty: unknown 'hrad'.*'hard'"),
        ({"task_id": "../../x"}, "field task_id: expected"),
        ({"viewport_size": {"w": 3}}, "field viewport_size: .*unknown field w"),
        ({"viewport_size": {"height": -1}}, "field viewport_size.height: expected int >= 1"),
        (
            {"eval": {"eval_types": ["sting_match"]}},
            "field eval.eval_types: unknown check kind 'sting_match'; did you mean 'string_match'",
        ),
        ({"eval": {"eval_type": ["url_match"]}}, "eval.eval_type; did you mean eval.eval_types"),
        ({"eval": URL | {"url_note": "FOO"}}, "field eval.url_note: unknown 'FOO'; known: EXACT"),
        (answers(must_inclde=[]), "field eval.reference_answers: .*unknown field must_inclde"),
        (answers(must_include="a"), "eval.reference_answers.must_include: expected array.*got str"),
        (answers(must_include=[3]), "eval.reference_answers.must_include.0: expected str, got int"),
        (
            {"eval": {"eval_types": ["program_html"], "program_html": [{"url": "last"}]}},
            "field eval.program_html.0.required_contents: missing",
        ),
    ],
)
def test_load_error_names_file_task_and_field(
    tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    with pytest.raises(TaskFileError, match=rf"test_shopping\.raw\.json: task .*{told}"):
        read(tmp_path, change)


def test_load_refuses_duplicate_task_names(tmp_path: Path) -> None:
    with pytest.raises(TaskFileError, match="2 tasks named shopping-3"):
        read(tmp_path, {}, {})


# Each alias holds the one before it.
_STAIRS = "- &a0 []\n" + "".join(f"- &a{n} [*a{n - 1}]\n" for n in range(1, 1000))
# Each merges the one before it twice.
_MERGES = "- &a0 {x: 1}\n" + "".join(
    f"- &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}\n" for n in range(1, 40)
)


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.json", '[{"intent": "x",}]', r"a\.json:1:\d+: not valid JSON"),
        ("a.yaml", "intent: [", "not valid YAML"),
        ("a.json", "[" * 200_000, r"a\.json: nested too deeply to hold tasks: more than 50"),
        ("a.json", "[" * 60 + "]" * 60, r"a\.json: nested too deeply"),
        ("a.json", "[" * 990 + "x", r"a\.json: (not valid JSON|nested too deeply)"),
        ("a.yaml", "[" * 200_000, r"a\.yaml: nested too deeply"),
        ("a.yaml", "- " * 200_000, r"a\.yaml: nested too deeply"),
        ("a.yaml", "intent: " + "{a: " * 200_000, r"a\.yaml: nested too deeply"),
        ("a.yaml", _STAIRS, r"a\.yaml: nested too deeply"),
        ("a.yaml", "intent: x\nsites: [shopping]\n3: y", "entry 1: field 3"),
        ("a.yaml", _MERGES, r"its merges \(<<\) stand for more than 1,000,000 values"),
        ("a.yaml", f"task_id: {'9' * 100_000}", r"a\.yaml: not valid YAML: .*100000 digits"),
        ("a.yaml", f"task_id: 0x{'f' * 100_000}", r"a number of more than 4,000 digits"),
        ("a.json", f'[{{"task_id": {"9" * 100_000}}}]', r"a number of more than 4,000 digits"),
        (
            "a.json",
            '[{"task_id": 3, "eval": {"a": 1, "a": 2}}]',
            r"a\.json: 'a' is given twice in one object$",
        ),
        ("a.json", '{"task_id": 3, "task_id": 4}', r"'task_id' is given twice .*\(task_id 4\)"),
        ("a.json", '["intent"]', "entry 1 is a str; expected a task"),
        ("a.json", "[]", "holds no tasks"),
    ],
)
def test_load_refuses_invalid_task_file_quickly(
    tmp_path: Path, name: str, text: str, told: str
) -> None:
    (tmp_path / name).write_text(text)
    started = process_time()
    with pytest.raises(TaskFileError, match=told):
        load(tmp_path / name, KINDS)
    assert process_time() - started < 5  # what multiplies takes minutes


def test_load_accepts_text_that_looks_like_names(tmp_path: Path) -> None:
    (task,) = read(tmp_path, {"intent": 'Type {"a": 1, "a": 2} : and "a": 3.'})
    assert task.intent.count('"a"') == 3


def test_load_reads_yaml_times_as_text_and_bounded_merges(tmp_path: Path) -> None:
    text = json.dumps(TASK | {"intent": "MOVE"}).replace('"MOVE"', "12:30:00")
    merged = "- &all {overall_difficulty: easy}\n- <<: *all\n  x: 1\n"
    (tmp_path / "a.yaml").write_text(f"[{text}]")
    assert load(tmp_path / "a.yaml", KINDS)[0].intent == "12:30:00"
    assert plain_yaml.read(merged.encode())[1] == {"overall_difficulty": "easy", "x": 1}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-0x1f", -31),
        ("0b101", 5),
        ("017", 15),
        ("1_000", 1000),
        ("1.5", 1.5),
        ("-.5e+3", -500.0),
        ("12:30", "12:30"),
        ("1:30.5", "1:30.5"),
        ("true", True),
        ("2024-01-02x", "2024-01-02x"),
    ],
)
def test_yaml_numbers_are_read_without_base_60(text: str, value: object) -> None:
    assert plain_yaml.read(text.encode()) == value


@pytest.mark.parametrize(
    ("name", "text", "is_one"),
    [
        ("a.json", '[{"sites": ["shopping"], "task_id": 0}]', True),
        ("a.yaml", "intent: Open the cart.\neval: {}", True),
        ("a.txt", '{"intent": "x", "sites": []}', False),
        ("manifest.json", '{"name": "x", "start_url": "/"}', False),
        ("nlu.yml", "- intent: greet\n- intent: bye", False),
        ("package.json", '{"scripts": {"eval": "node"}}', False),
        ("a-attachment.json", '{"nodeid": "t.json::x-1", "intent": "x", "sites": []}', False),
    ],
)
def test_looks_like_tasks_needs_two_task_keys(
    tmp_path: Path, name: str, text: str, is_one: bool
) -> None:
    (tmp_path / name).write_text(text)
    assert looks_like_tasks(tmp_path / name) is is_one
