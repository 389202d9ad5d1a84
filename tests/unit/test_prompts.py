"""Prompts: the built-in one, a user's own, the published JSON form; and what is wrong with them."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from pytest_vwa.agents import prompts
from pytest_vwa.agents.prompts import Prompt, Turn, own
from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.observation import OBSERVATION_KINDS, Image, Observation, ObservationKind, Tab
from pytest_vwa.core.parsing import PARSINGS
from pytest_vwa.core.ports import Brief, Excerpt, Message, Part, Recording

KINDS: Sequence[ObservationKind] = get_args(ObservationKind)
PICTURE = Image(b"jpeg", "image/jpeg")
PUBLISHED: dict[str, Any] = {
    "intro": "You steer a browser for somebody.",
    "examples": [
        ["OBSERVATION:\n[4] link 'Maps'\nOBJECTIVE: Open the maps", "I open them. ```click [4]```"],
        [
            "OBSERVATION:\n[9] heading 'Tea 3.20'\nOBJECTIVE: Tea?",
            "It costs that. ```stop [3.20]```",
        ],
    ],
    "template": "OBSERVATION:\n{observation}\nURL: {url}\nOBJECTIVE: {objective}\n"
    "PREVIOUS ACTION: {previous_action}",
    "meta_data": {
        "observation": "accessibility_tree",
        "action_type": "id_accessibility_tree",
        "keywords": ["url", "objective", "observation", "previous_action"],
        "prompt_constructor": "CoTPromptConstructor",
        "answer_phrase": "What I do now is",
        "action_splitter": "```",
    },
}


def turn(kind: ObservationKind = "som", **changes: Any) -> Turn:
    brief = Brief("arena/shopping/1", "Buy the {url} kayak", ("http://shop",), {})
    seen = Observation(
        "[3] {objective}",
        PICTURE,
        (),
        "http://shop",
        (Tab("Shop", "http://shop", True),),
        kind=kind,
    )
    return Turn(brief, seen, **changes)


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Prompt]:
    """Write data (or a text) as a prompt file and find the prompt in it."""

    def write(data: object, name: str = "mine.json") -> Prompt:
        text = data if isinstance(data, str) else yaml.safe_dump(data)
        (tmp_path / name).write_text(json.dumps(data) if name.endswith("json") else text)
        return prompts.find(name, tmp_path)

    return write


def meta(**changes: Any) -> dict[str, Any]:
    return PUBLISHED | {"meta_data": PUBLISHED["meta_data"] | changes}


# --- the one that comes along ---------------------------------------------------------------------


def test_default_prompt_names_its_version() -> None:
    assert prompts.default().label == f"default {own.built_in().wording.version}"
    assert prompts.find("default", Path()) == prompts.default()


@pytest.mark.parametrize("kind", KINDS)
def test_default_prompt_examples_reason_before_action(kind: ObservationKind) -> None:
    _, *shown, user = prompts.default().step(turn(kind))
    assert [message.role for message in shown] == ["user", "assistant"] * 2
    for asked, reply in zip(shown[::2], shown[1::2], strict=True):
        headings = ("URL:", "OPEN TABS:", "OBSERVATION:", "OBJECTIVE:", "PREVIOUS ACTIONS:")
        assert [asked.text.count(heading) for heading in headings] == [1] * 5
        thought, action, end = reply.text.split("```")
        assert len(thought.split()) > 15
        assert end == ""
        assert action.startswith(("click", "stop"))
    assert user.role == "user"


@pytest.mark.parametrize("kind", ["som", "axtree", "html"])
@pytest.mark.parametrize("parsing", ["lenient", "reference"])
def test_default_prompt_examples_are_parseable(kind: ObservationKind, parsing: str) -> None:
    _, asked, reply, _, told, _ = prompts.default().step(turn(kind))
    action = PARSINGS[parsing].read(reply.text, ()).action
    assert action.kind == "click"
    written = {"som": "[23] [A] [The", "axtree": "[23] link 'The", "html": 'mark="23"'}[kind]
    assert action.element == "23"
    assert written in asked.text
    assert PARSINGS[parsing].read(told.text, ()).action.value == "8.50"


def test_default_prompt_screenshot_examples_use_points() -> None:
    system, asked, reply, *_ = prompts.default().step(turn("screenshot"))
    action = PARSINGS["lenient"].read(reply.text, ()).action
    assert action.element.replace(",", ", ") in asked.text
    assert "{" not in system.text + asked.text + reply.text


def test_default_prompt_only_page_can_be_truncated() -> None:
    user = prompts.default().step(turn())[-1]
    cut = [part for part in user.parts if isinstance(part, Excerpt)]
    assert cut == [Excerpt("[3] {objective}")]


# --- a user's own ---------------------------------------------------------------------------------


def test_custom_prompt_falls_back_to_default(
    write: Callable[..., Prompt],
) -> None:
    mine = write({"version": 7, "rules": "- Be quick.", "examples": []}, "mine.yaml")
    system, user = mine.step(turn())
    assert "RULES:\n- Be quick.\n" in system.text
    assert "ROLE:\nYou work in a web browser" in system.text
    assert user == prompts.default().step(turn())[-1]
    assert mine.label.startswith("mine 7 sha256:")


def test_custom_prompt_label_changes_with_content(
    write: Callable[..., Prompt],
) -> None:
    one = write({"version": 1, "rules": "- Be quick."}, "mine.yaml").label
    prompts.find.cache_clear()
    assert write({"version": 1, "rules": "- Be slow."}, "mine.yaml").label != one


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"rules": "x"}, "mine.yaml: version: Field required"),
        ({"version": 1, "rule": "x"}, "unknown field rule; did you mean 'rules'?"),
        ({"version": 0}, "version: Input should be greater than or equal to 1"),
        ({"version": 1, "pages": {"sum": "x"}}, "pages.sum.*: Input should be 'som', 'axtree'"),
        ({"version": 1, "reply": "{box}"}, r"reply names \{box\}, which is none of marks: field,"),
        ({"version": 1, "examples": [{"url": "x"}]}, "examples.0.objective: Field required"),
        ("- a\n- b\n", "expected fields and their values, found a list"),
        ("role: [", "it is no YAML: .*line 1"),
        ("role: !!python/object/apply:os.system [id]", "it is no YAML"),
    ],
)
def test_custom_prompt_error_names_field(
    write: Callable[..., Prompt], data: object, told: str
) -> None:
    with pytest.raises(UsageError, match=told) as caught:
        write(data, "mine.yaml")
    assert str(caught.value).startswith("--vwa-prompt: ")
    assert "mine.yaml" in str(caught.value)


def test_custom_prompt_reports_unsupported_observation(write: Callable[..., Prompt]) -> None:
    mine = write({"version": 1, "pages": {"som": "Lines."}}, "mine.yaml")
    assert mine.lacks("som") == ""
    assert mine.lacks("html") == "pages has nothing for --vwa-observation=html"
    assert [kind for kind in OBSERVATION_KINDS if prompts.default().lacks(kind)] == []


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("defualt", "unknown prompt 'defualt'; did you mean 'default'?"),
        ("nowhere.yaml", "nowhere.yaml: cannot be read: No such file"),
        ("nowhere.json", "nowhere.json: cannot be read: No such file"),
    ],
)
def test_unknown_prompt_is_usage_error(tmp_path: Path, spec: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        prompts.find(spec, tmp_path)


# --- the published form ---------------------------------------------------------------------------


def user_parts(prompt: Prompt, of: Turn) -> tuple[Part, ...]:
    return prompt.step(of)[-1].parts


def test_json_prompt_has_intro_examples_and_template(
    write: Callable[..., Prompt],
) -> None:
    done = ("1. go_back", "2. click [4] on [A] [Maps]")
    assert write(PUBLISHED).step(turn("axtree", done=done)) == (
        Message("system", ("You steer a browser for somebody.",)),
        Message("user", (PUBLISHED["examples"][0][0],)),
        Message("assistant", (PUBLISHED["examples"][0][1],)),
        Message("user", (PUBLISHED["examples"][1][0],)),
        Message("assistant", (PUBLISHED["examples"][1][1],)),
        Message(
            "user",
            (
                "OBSERVATION:",
                "OPEN TABS:\n0: Shop (http://shop) <- in front",
                Excerpt("[3] {objective}"),
                "URL: http://shop\nOBJECTIVE: Buy the {url} kayak\n"
                "PREVIOUS ACTION: click [4] on [A] [Maps]",
            ),
        ),
    )


def test_json_prompt_puts_tutorial_first_and_image_last(write: Callable[..., Prompt]) -> None:
    prompt = write(meta(observation="image_som"))
    parts = user_parts(prompt, turn(tutorial=("It is the red one.",), earlier="Bought a tent."))
    assert parts[:2] == ("TUTORIAL:\nIt is the red one.", "EARLIER TASKS:\nBought a tent.")
    assert parts[-1] == PICTURE
    assert "PREVIOUS ACTION: None" in str(parts[-2])


def test_json_prompt_keyword_positions_tutorial(write: Callable[..., Prompt]) -> None:
    template = "VIDEO:\n{video}\nAUDIO: {audio}\nPAGE:\n{observation}\nDO: {objective}"
    prompt = write(meta(keywords=["video", "audio"]) | {"template": template})
    parts = user_parts(prompt, turn("axtree", tutorial=("Seen.", Excerpt("[0:01] Heard."))))
    assert parts[:5] == ("VIDEO:", "Seen.", Excerpt("[0:01] Heard."), "AUDIO:", "as above")
    assert user_parts(prompt, turn("axtree"))[:2] == ("VIDEO:", "none")


def test_json_prompt_fills_placeholders_only_once(
    write: Callable[..., Prompt],
) -> None:
    template = "{{x}} {objective} {observation} {{{url}}}"
    prompt = write(PUBLISHED | {"template": template})
    first, _, page, last = user_parts(prompt, turn("axtree"))
    assert (first, page, last) == (
        "{x} Buy the {url} kayak",
        Excerpt("[3] {objective}"),
        "{http://shop}",
    )


@pytest.mark.parametrize(
    ("splitter", "said", "heard"),
    [
        ("```", "I go. ```go_back```", "I go. ```go_back```"),
        ("##", "I go. ## go_back ## Done", "I go. ```go_back``` Done"),
        ("|", "I go. |type [3] [a] [1]|", "I go. ```type [3] [a] [1]```"),
        ("##", "I go back", "I go back"),
        ("##", "I ## go_back", "I ## go_back"),
    ],
)
def test_json_prompt_action_splitter_delimits_action(
    write: Callable[..., Prompt], splitter: str, said: str, heard: str
) -> None:
    assert write(meta(action_splitter=splitter)).heard(said) == heard


def test_json_prompt_names_its_observation(write: Callable[..., Prompt]) -> None:
    prompt = write(PUBLISHED)
    assert prompt.lacks("axtree") == ""
    assert "means --vwa-observation=axtree, not som" in prompt.lacks("som")
    assert prompt.label.startswith("mine sha256:")


def test_json_prompt_finds_example_media_above_file(tmp_path: Path) -> None:
    (tmp_path / "prompts" / "jsons").mkdir(parents=True)
    (tmp_path / "shown").mkdir()
    (tmp_path / "shown" / "a.png").write_bytes(b"png")
    (tmp_path / "shown" / "b.mkv").write_bytes(b"mkv")
    example = [*PUBLISHED["examples"][0], "shown/a.png", ["shown/a.png", "shown/b.mkv"]]
    path = tmp_path / "prompts" / "jsons" / "mine.json"
    path.write_text(json.dumps(PUBLISHED | {"examples": [example]}))
    _, asked, _, _ = prompts.find(str(path), Path("/")).step(turn("axtree"))
    png = Image(b"png", "image/png")
    film = Recording((tmp_path / "shown" / "b.mkv").resolve(), "video/x-matroska")
    assert asked.parts[1:] == (png, png, film)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (PUBLISHED | {"template": "{observation}"}, r"template: it lacks \{objective\}"),
        (PUBLISHED | {"template": "{goal}"}, r"unknown keyword \{goal\}; known: audio, objective"),
        (
            PUBLISHED | {"template": "{observation.__class__}"},
            r"template: unknown keyword \{observation.__class__\}; did you mean 'observation'",
        ),
        (PUBLISHED | {"template": "{0}"}, r"template: unknown keyword \{0\}"),
        (meta(keywords=["objektive"]), r"meta_data.keywords: .*did you mean 'objective'"),
        (meta(action_splitter=""), "meta_data.action_splitter: String should have at least 1"),
        (PUBLISHED | {"examples": [["alone"]]}, "examples.0: expected an observation and a reply"),
        (PUBLISHED | {"examples": [["a", "b", "c.png"]]}, "examples.0.2: 'c.png' is not here"),
        (PUBLISHED | {"examples": [["a", "b", "/etc/passwd"]]}, "'/etc/passwd' is no relative"),
        (PUBLISHED | {"examples": [["a", "b", "../c.png"]]}, "'../c.png' is no relative"),
        ({"intro": "x"}, "template: Field required"),
        (PUBLISHED | {"intros": "x"}, "unknown field intros; did you mean 'intro'"),
        ([1], "found a list"),
    ],
)
def test_json_prompt_error_names_field(
    write: Callable[..., Prompt], data: object, told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        write(data)


@pytest.mark.parametrize("text", ["{", "[" * 100_000, ""])
def test_json_prompt_malformed_json_is_usage_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "mine.json").write_text(text)
    with pytest.raises(UsageError, match=r"mine\.json: it is no JSON"):
        prompts.find("mine.json", tmp_path)


def test_json_prompt_question_and_retry_use_default(write: Callable[..., Prompt]) -> None:
    prompt = write(PUBLISHED)
    assert prompt.question("Which?", ("Red.",)) == prompts.default().question("Which?", ("Red.",))
    assert prompt.again("no action") == prompts.default().again("no action")
