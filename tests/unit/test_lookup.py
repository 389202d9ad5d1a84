"""What --agent names is found, and what it does not find it explains."""

from pathlib import Path

import pytest

from pytest_vwa.agents.lookup import build, find, is_autonomous, label
from pytest_vwa.core.errors import UsageError
from pytest_vwa.defaults import built_in
from pytest_vwa.registry import Registry

AGENT = """
class {name}:
    def begin(self, brief): ...
    def act(self, observation): return "```stop```"
"""


@pytest.fixture
def registry() -> Registry:
    return built_in()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "mine.py").write_text(AGENT.format(name="Mine"))
    two = AGENT.format(name="One") + AGENT.format(name="Two")
    (tmp_path / "two.py").write_text(two)
    (tmp_path / "agents" / "two.py").write_text(two)
    return tmp_path


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("noop", "NoopAgent"),
        ("mine", "Mine"),
        ("two.py:Two", "Two"),
        ("pytest_vwa.agents.simple:ConstantAgent", "ConstantAgent"),
    ],
)
def test_agent_lookup_finds_every_spec_form(
    registry: Registry, root: Path, spec: str, name: str
) -> None:
    assert find(spec, registry, root).__name__ == name


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("summry", "did you mean 'summary'"),
        ("two", "expected one class.*found 2: One, Two"),
        ("two.py:Three", "no class 'Three' there; agents there: One, Two"),
        ("nowhere.py:Agent", "no such file"),
        ("no_such_package:Agent", "PYTHONPATH"),
    ],
)
def test_agent_lookup_failure_is_explained(
    registry: Registry, root: Path, spec: str, told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        find(spec, registry, root)


def test_agent_label_is_short_name() -> None:
    assert label("summary") == "summary"
    assert label("a.b:Mine") == label("x/y.py:Mine") == "Mine"


def test_agent_build_makes_only_named_arguments() -> None:
    class WithModel:
        def __init__(self, llm: str) -> None:
            self.llm = llm

    class Plain:
        pass

    def not_made() -> str:
        raise AssertionError("nobody asked for it")

    assert build(WithModel, llm=lambda: "model").llm == "model"
    assert isinstance(build(Plain, llm=not_made), Plain)


ALONE = """
class Alone:
    def run(self, brief, cdp_url): return ""
"""


def test_agent_with_only_run_is_autonomous(registry: Registry, root: Path) -> None:
    (root / "agents" / "alone.py").write_text(ALONE)
    assert is_autonomous(find("alone", registry, root))
    assert not is_autonomous(find("mine", registry, root))


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            ALONE + "    def act(self, observation): ...",
            "Alone has act.* and run.*keep one of them",
        ),
        ("class Alone:\n    def act(self, observation): ...", "lacks begin.*or act.*has run"),
        ("class Alone:\n    def answer(self, question): ...", "expected one class.*or with run"),
    ],
)
def test_agent_lookup_explains_mixed_or_incomplete_class(
    registry: Registry, root: Path, code: str, told: str
) -> None:
    (root / "alone.py").write_text(code)
    with pytest.raises(UsageError, match=told):
        find("alone.py", registry, root)


def test_agent_lookup_checks_registered_agents(registry: Registry, root: Path) -> None:
    registry.agents.add("odd", type("Odd", (), {"begin": print}))
    with pytest.raises(UsageError, match="Odd lacks"):
        find("odd", registry, root)
