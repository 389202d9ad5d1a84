"""What a model replies is kept by what it was asked, and had again without asking."""

import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image as Pillow
from PIL import ImageDraw
from provider import Provider, refusal, reply
from taping import cassette

from pytest_vwa.core.errors import BudgetSpent, ModelError, VideoError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Excerpt, Frame, Message, Part, Recording
from pytest_vwa.core.site import Site, Sites
from pytest_vwa.llm.cassette import Cassette, Mode
from pytest_vwa.llm.client import ChatModel
from pytest_vwa.llm.price import Price
from pytest_vwa.llm.taped import TapedModel
from pytest_vwa.llm.terms import Allowance, Terms

PRICE = Price(1e-6, 1e-5)

Tape = Callable[..., TapedModel]


@pytest.fixture
def tape(provider: Provider, tmp_path: Path) -> Tape:
    """The provider's model as a new test has it, in this mode."""

    def tape(
        mode: Mode, name: str = "openai/x", run: Path | None = None, **given: Any
    ) -> TapedModel:
        terms = Terms(base_url=provider.url, price=PRICE, retries=0)
        return TapedModel(
            "agent",
            ChatModel(name, terms),
            Cassette(mode, tmp_path, run) if run else cassette(mode, tmp_path),
            **given,
        )

    return tape


def ask(*parts: Part) -> tuple[Message, Message]:
    return Message("system", ("You help.",)), Message("user", parts)


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*.yaml"))


def picture(*, bubble: bool = False, colour: str = "white", quality: int = 80) -> Image:
    """A page; the bubble is a small thing that comes and goes."""
    drawn = Pillow.new("RGB", (640, 1024), colour)
    pen = ImageDraw.Draw(drawn)
    for top in range(20, 1000, 60):
        pen.text((20, top), f"A line of the page at {top}", fill="black")
    if bubble:
        pen.rectangle((300, 200, 420, 230), fill="grey")
    out = BytesIO()
    drawn.save(out, "JPEG", quality=quality)
    return Image(out.getvalue(), "image/jpeg")


def test_cassette_replay_returns_same_reply_without_request(provider: Provider, tape: Tape) -> None:
    provider.say(reply("Good\n day. ", prompt_tokens=1234, completion_tokens=7, finish="length"))
    recorded = tape("record").complete(ask("Hello"))
    replayed = [tape("replay").complete(ask("Hello")) for _ in range(2)]
    assert replayed == [recorded] * 2
    assert recorded.text == "Good\n day. "
    assert recorded.usage.cost_usd == 1234 * 1e-6 + 7 * 1e-5
    assert (recorded.usage.calls, recorded.usage.seconds) == (1, 0.0)
    assert "cut off" in recorded.note
    assert len(provider.asked) == 1


def test_cassette_record_always_asks_and_keeps_latest(provider: Provider, tape: Tape) -> None:
    provider.say("one", "two")
    assert [tape("record").complete(ask("Hello")).text for _ in range(2)] == ["one", "two"]
    assert tape("replay").complete(ask("Hello")).text == "two"


def test_cassette_auto_asks_only_for_missing_replies(provider: Provider, tape: Tape) -> None:
    provider.say("one", "two", "three")
    asked = ["Hello", "Bye", "Hello", "Bye"]
    assert [tape("auto").complete(ask(word)).text for word in asked] == ["one", "two", "one", "two"]
    assert len(provider.asked) == 2


def test_cassette_stores_repeated_requests_separately(provider: Provider, tape: Tape) -> None:
    provider.say("one", "two", "three")
    voting, again = tape("record"), tape("replay")
    said = [voting.complete(ask("Vote!")).text for _ in range(3)]
    assert [again.complete(ask("Vote!")).text for _ in range(3)] == said == ["one", "two", "three"]
    with pytest.raises(ModelError, match="repetition: asked '4'"):
        again.complete(ask("Vote!"))


def test_cassette_key_depends_on_model_kind_and_messages(
    provider: Provider, tape: Tape, tmp_path: Path
) -> None:
    tape("record").complete(ask("a", "b"))
    tape("record", "openai/y").complete(ask("a", "b"))
    tape("record", parameters={"max_tokens": 9}).complete(ask("a", "b"))
    tape("record").complete(ask("b", "a"))
    tape("record").complete((Message("user", ("You help.",)), Message("user", ("a", "b"))))
    llm = ChatModel("openai/x", Terms(base_url=provider.url))
    TapedModel("judge", llm, cassette("record", tmp_path)).complete(ask("a", "b"))
    assert len(files(tmp_path)) == 6
    assert {path.parent.name for path in files(tmp_path)} == {"agent", "judge"}


def test_cassette_treats_excerpt_as_text_and_frame_as_image(tape: Tape, tmp_path: Path) -> None:
    tape("record").complete(ask("text", picture()))
    said = tape("replay").complete(ask(Excerpt("text"), Frame(2.0, picture())))
    assert said.text == "Good day."
    assert len(files(tmp_path)) == 1


def test_cassette_file_is_readable_yaml(provider: Provider, tape: Tape, tmp_path: Path) -> None:
    provider.say(reply('I see "it".\n\tclick [4] \nDone.', prompt_tokens=2000))
    tape("record").complete(ask("URL: x\n\n\t[4] [A] [Red: kayak] ", picture()))
    (path,) = files(tmp_path)
    lines = path.read_text("utf-8").splitlines()
    assert [line for line in lines if "sha" not in line and "picture:" not in line][:-2] == [
        "request:",
        "  kind: agent",
        "  model: openai/x",
        "  messages:",
        "  - system:",
        "    - You help.",
        "  - user:",
        "    - |-",
        "      URL: x",
        "",
        "      \t[4] [A] [Red: kayak] ",
        "reply:",
        "  text: |-",
        '    I see "it".',
        "    \tclick [4] ",
        "    Done.",
        "  usage:",
        "    prompt_tokens: 2000",
        "    completion_tokens: 10",
        "    cost_usd: 0.0021",
        "    calls: 1",
    ]


def test_cassette_recording_again_is_byte_identical(tape: Tape, tmp_path: Path) -> None:
    def recorded() -> dict[str, bytes]:
        tape("record").complete(ask("Hello", picture()))
        return {path.name: path.read_bytes() for path in files(tmp_path)}

    assert recorded() == recorded()


@pytest.mark.parametrize(
    "other", [picture(quality=60), picture(bubble=True)], ids=["noise", "bubble"]
)
def test_cassette_matches_visually_similar_images(
    provider: Provider, tape: Tape, tmp_path: Path, other: Image
) -> None:
    provider.say("one", "two")
    tape("record").complete(ask("Look.", picture()))
    assert tape("replay").complete(ask("Look.", other)).text == "one"
    tape("record").complete(ask("Look.", other))
    assert tape("replay").complete(ask("Look.", picture())).text == "two"
    assert len(files(tmp_path)) == 1


def test_cassette_distinguishes_different_images(provider: Provider, tape: Tape) -> None:
    provider.say("white", "red")
    for colour in ("white", "red"):
        tape("record").complete(ask("Which colour?", picture(colour=colour)))
    again = [
        tape("replay").complete(ask("Which colour?", picture(colour=colour))).text
        for colour in ("white", "red")
    ]
    assert again == ["white", "red"]
    with pytest.raises(ModelError, match="picture 1 differs"):
        tape("replay").complete(ask("Which colour?", picture(colour="blue")))


def test_cassette_compares_invalid_images_by_bytes(tape: Tape) -> None:
    tape("record").complete(ask("Look.", Image(b"one", "image/jpeg")))
    assert tape("replay").complete(ask("Look.", Image(b"one", "image/jpeg"))).text
    with pytest.raises(ModelError, match="picture 1 differs"):
        tape("replay").complete(ask("Look.", Image(b"two", "image/jpeg")))


def test_cassette_identifies_recording_by_content(tape: Tape, tmp_path: Path) -> None:
    sound = tmp_path / "a.wav"
    sound.write_bytes(b"one")
    tape("record").complete(ask(Recording(sound, "audio/wav")))
    moved = sound.rename(tmp_path / "b.wav")
    assert tape("replay").complete(ask(Recording(moved, "audio/wav"))).text
    moved.write_bytes(b"other")
    with pytest.raises(ModelError, match="recording: stored 'audio/wav "):
        tape("replay").complete(ask(Recording(moved, "audio/wav")))
    with pytest.raises(VideoError, match=r"c\.wav cannot be read"):
        tape("replay").complete(ask(Recording(tmp_path / "c.wav", "audio/wav")))


def test_cassette_replaces_site_urls_by_placeholders(
    provider: Provider, tape: Tape, tmp_path: Path
) -> None:
    def at(port: int) -> Callable[[], Sites]:
        return lambda: Sites({"shopping": Site("shopping", f"http://127.0.0.1:{port}")})

    provider.say("goto [http://127.0.0.1:4001/cart]")
    said = tape("record", sites=at(4001)).complete(ask("URL: http://127.0.0.1:4001/"))
    assert said.text == "goto [http://127.0.0.1:4001/cart]"
    assert "127.0.0.1" in str(provider.asked)
    assert "127.0.0.1" not in files(tmp_path)[0].read_text()
    said = tape("replay", sites=at(5002)).complete(ask("URL: http://127.0.0.1:5002/"))
    assert said.text == "goto [http://127.0.0.1:5002/cart]"


def test_cassette_file_masks_api_key(
    provider: Provider, tape: Tape, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "sk-test-0123456789abcdef"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    provider.say(f"Your key is {key}.")
    tape("record").complete(ask(f"My key is {key}."))
    (path,) = files(tmp_path)
    assert key not in path.read_text() + path.name
    assert "My key is ***." in path.read_text()


def test_cassette_does_not_mask_short_secrets(
    tape: Tape, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DB_PASSWORD", "password")
    tape("record").complete(ask("Type the password."))
    assert "Type the password." in files(tmp_path)[0].read_text()


def test_cassette_does_not_store_failed_calls(
    provider: Provider, tape: Tape, tmp_path: Path
) -> None:
    provider.say(refusal(400))
    with pytest.raises(ModelError, match="400"):
        tape("auto").complete(ask("Hello"))
    assert files(tmp_path) == []


def test_cassette_budget_stops_call_and_recording(provider: Provider, tmp_path: Path) -> None:
    allowance = Allowance(tmp_path / "run", budget_usd=0.0)
    llm = ChatModel("openai/x", Terms(base_url=provider.url, price=PRICE, allowance=allowance))
    with pytest.raises(BudgetSpent):
        TapedModel("agent", llm, cassette("auto", tmp_path)).complete(ask("Hello"))
    assert provider.asked == files(tmp_path) == []


@pytest.mark.parametrize(
    "content", ["", "request: [", "- a list", "request: {}", "request: {}\nreply: {text: cut"]
)
def test_cassette_damaged_file_is_named_and_rerecorded(
    tape: Tape, tmp_path: Path, content: str
) -> None:
    tape("record").complete(ask("Hello"))
    (path,) = files(tmp_path)
    path.write_text(content)
    with pytest.raises(ModelError, match=f"{path.name} is no file of a cassette: it "):
        tape("replay").complete(ask("Hello"))
    tape("record").complete(ask("Hello"))
    assert tape("replay").complete(ask("Hello")).text == "Good day."


def test_cassette_reply_can_be_edited_by_hand(tape: Tape, tmp_path: Path) -> None:
    tape("record").complete(ask("Hello"))
    (path,) = files(tmp_path)
    kept = yaml.safe_load(path.read_text())
    kept["reply"]["text"] = "Another."
    path.write_text(yaml.safe_dump(kept))
    assert tape("replay").complete(ask("Hello")).text == "Another."


def test_cassette_record_reuses_reply_within_one_run(
    tape: Tape, provider: Provider, tmp_path: Path
) -> None:
    provider.say("first", "second")
    run = tmp_path / "run"
    assert [tape("record", run=run).complete(ask("Hello")).text for _ in range(2)] == ["first"] * 2
    assert len(provider.asked) == 1
    assert tape("replay").complete(ask("Hello")).text == "first"
    assert tape("record", run=tmp_path / "next").complete(ask("Hello")).text == "second"


WORKER = """
import sys
from pathlib import Path
from typing import Any
from tempfile import mkdtemp
from pytest_vwa.core.ports import Message
from pytest_vwa.llm.cassette import Cassette
from pytest_vwa.llm.client import open_model
from pytest_vwa.llm.taped import TapedModel
for _ in range(40):
    tape = Cassette("record", Path(sys.argv[1]), Path(mkdtemp()))
    model = TapedModel("agent", open_model("demo"), tape)
    model.complete([Message("user", ("TRANSCRIPT:\\n" + "[0:00] Hello!\\n" * 200,))])
"""


def test_cassette_concurrent_writers_do_not_conflict(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WORKER, str(tmp_path)]
    workers = [subprocess.Popen(command, env=os.environ.copy()) for _ in range(2)]
    assert [worker.wait(300) for worker in workers] == [0, 0]
    (path,) = files(tmp_path)
    assert yaml.safe_load(path.read_text())["reply"]["usage"]["calls"] == 1
    assert [each.name for each in path.parent.iterdir()] == [path.name]


REPLAY = """
import sys
from pathlib import Path
from typing import Any
from tempfile import mkdtemp
from pytest_vwa.core.ports import Message
from pytest_vwa.llm.cassette import Cassette
from pytest_vwa.llm.client import open_model
from pytest_vwa.llm.taped import TapedModel
tape = Cassette("replay", Path(sys.argv[1]), Path(mkdtemp()))
model = TapedModel("agent", open_model("openai/x"), tape)
said = model.complete([Message("system", ("You help.",)), Message("user", ("Hello",))])
print(said.text, *sorted({"openai", "litellm", "httpx", "PIL"} & sys.modules.keys()))
"""


def test_cassette_replay_needs_no_key_nor_provider_package(tape: Tape, tmp_path: Path) -> None:
    tape("record").complete(ask("Hello"))
    environ = {name: value for name, value in os.environ.items() if "KEY" not in name}
    command = [sys.executable, "-c", REPLAY, str(tmp_path)]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == "Good day.\n"
