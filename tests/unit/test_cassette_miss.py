"""A request that a cassette does not have is told by what changed beside the nearest it has."""

from pathlib import Path

import pytest
from taping import cassette

from pytest_vwa.core.errors import ModelError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Message, Part
from pytest_vwa.llm.cassette import Mode
from pytest_vwa.llm.demo import DemoModel
from pytest_vwa.llm.taped import TapedModel

PAGE = "\n".join(
    [
        "TRANSCRIPT:",
        *(f"[0:{second:02}] Line {second}" for second in range(12)),
        "OBJECTIVE: Buy the red kayak",
        "URL: __SHOPPING__/kayaks",
    ]
)


class Named(DemoModel):
    def __init__(self, name: str) -> None:
        self.name = name


def say(folder: Path, mode: Mode, *parts: Part, model: str = "one", **parameters: int) -> str:
    tape = TapedModel("agent", Named(model), cassette(mode, folder), parameters=parameters)
    messages = (Message("system", ("You help.",)), Message("user", parts))
    return tape.complete(messages).text


def miss(folder: Path, *parts: Part, model: str = "one", **parameters: int) -> str:
    with pytest.raises(ModelError) as caught:
        say(folder, "replay", *parts, model=model, **parameters)
    assert caught.value.kind == "model"
    said = str(caught.value)
    assert "\n" not in said
    assert len(said) < 1200
    return said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    say(tmp_path, "record", "Quite another thing.\nWith other words.")
    say(tmp_path, "record", PAGE, Image(b"a", "image/png"), Image(b"b", "image/png"))
    return tmp_path


def pictures(*data: bytes) -> list[Image]:
    return [Image(each, "image/png") for each in data]


def test_cassette_miss_shows_changed_line(folder: Path) -> None:
    said = miss(folder, PAGE.replace("/kayaks", "/tents"), *pictures(b"a", b"b"))
    assert "message 2, line 15: stored 'URL: __SHOPPING__/kayaks', asked 'URL: __SHOP" in said
    assert "picture" not in said
    assert said.startswith("the cassette has no reply of one to this agent request. Nearest is ")
    assert said.endswith(f"--vwa-cassette=auto:{folder} records what is not there")


def test_cassette_miss_names_changed_image(folder: Path) -> None:
    assert ": picture 2 differs;" in miss(folder, PAGE, *pictures(b"a", b"x"))


def test_cassette_miss_shows_changed_model_and_parameters(folder: Path) -> None:
    said = miss(folder, PAGE, *pictures(b"a", b"b"), model="two", max_tokens=9)
    assert "model: stored 'one', asked 'two'" in said
    assert "max_tokens: asked '9', not stored" in said


def test_cassette_miss_shows_added_and_missing_lines(folder: Path) -> None:
    longer = PAGE.replace("OBJECTIVE", "A new line\nOBJECTIVE")
    assert "message 2, line 14: asked 'A new line', not stored" in miss(folder, longer)
    shorter = PAGE.replace("[0:03] Line 3\n", "")
    said = miss(folder, shorter, *pictures(b"a", b"b"))
    assert "message 2, line 5: stored '[0:03] Line 3', not asked" in said


def test_cassette_miss_limits_shown_changes(folder: Path) -> None:
    said = miss(folder, PAGE.replace("Line", "Word"), *pictures(b"a", b"b"))
    assert said.count("stored '") == 3
    assert "and 9 more" in said


def test_cassette_miss_shortens_long_lines_to_difference(folder: Path) -> None:
    say(folder, "record", "x" * 5000 + "red" + "y" * 5000)
    said = miss(folder, "x" * 5000 + "blue" + "y" * 5000)
    assert f"stored '...{'x' * 20}redyyy" in said
    assert f"asked '...{'x' * 20}blueyyy" in said


def test_cassette_miss_compares_with_new_recordings(folder: Path) -> None:
    assert "Quite another" in miss(folder, "Good day.\nHow are you?")
    say(folder, "record", "Good day.\nHow is he?")
    assert "stored 'How is he?', asked 'How are you?'" in miss(folder, "Good day.\nHow are you?")


@pytest.mark.parametrize("stored", ["", "EARLIER TASKS:\nObjective: Buy a tent\nOutcome: failed\n"])
def test_cassette_miss_of_memory_prompt_explains_task_order(tmp_path: Path, stored: str) -> None:
    say(tmp_path, "record", stored, PAGE)
    earlier = "EARLIER TASKS:\nObjective: Buy a kayak\nOutcome: passed\n"
    assert miss(tmp_path, earlier, PAGE).endswith(
        "this prompt tells of earlier tasks, so the same tasks must come in the same order: "
        "record and replay with -n 0 and the same selection"
    )


def test_cassette_miss_says_cassette_is_empty(tmp_path: Path) -> None:
    assert "it holds no such file" in miss(tmp_path, "Hello")


def test_cassette_miss_names_damaged_nearest_file(tmp_path: Path) -> None:
    say(tmp_path, "record", "Hello")
    (path,) = tmp_path.glob("agent/*.yaml")
    path.write_text("request: [")
    assert f"{path} is no file of a cassette" in miss(tmp_path, "Bye")


def test_cassette_miss_masks_secrets(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_TOKEN", "0123456789abcdef-token")
    said = miss(folder, PAGE.replace("kayaks", "0123456789abcdef-token"), *pictures(b"a", b"b"))
    assert "0123456789abcdef" not in said
