"""What the options on observing say is what an agent is shown."""

from collections.abc import Iterator

import pytest
from taskfiles import Run

from pytest_vwa.arena.server import Arena

pytest_plugins = ["pytester"]

LOGIN = {"reference_actions": ['click [A "Log in"]', "stop []"]}
AGENT = """\
from io import BytesIO
from PIL import Image
from pytest_vwa.core.action import Action

class Mine:
    def begin(self, brief):
        pass
    def act(self, observation):
        size = Image.open(BytesIO(observation.image.data)).size
        last = observation.text.splitlines()[-1:]
        cut = "cut" if last and last[0].startswith("... ") else "whole"
        return Action("stop", value=f"{observation.kind} {size} {cut}")
"""


@pytest.fixture(scope="module", autouse=True)
def classifieds() -> Iterator[Arena]:
    """Of the module: pytester forgets what a test imports, and PyYAML's C part does not survive
    that."""
    with Arena(["classifieds"]) as arena:
        yield arena


def told(answer: str) -> dict[str, object]:
    """A task that is won by an agent that is shown this."""
    exact = {"exact_match": answer}
    return {"eval": {"eval_types": ["string_match"], "reference_answers": exact}}


@pytest.mark.parametrize(
    ("kind", "cut"),
    [("som", "cut"), ("axtree", "cut"), ("html", "cut"), ("screenshot", "whole")],
)
def test_an_agent_is_shown_what_the_options_say(
    run: Run, write, pytester: pytest.Pytester, kind: str, cut: str
) -> None:
    (pytester.path / "mine.py").write_text(AGENT)
    write("tasks.json", told(f"{kind} (1000, 700) {cut}"))
    options = (f"--vwa-observation={kind}", "--vwa-viewport=1000x700")
    run("--agent=mine.py", *options, "--vwa-observation-limit=300").assert_outcomes(passed=1)


def test_ini_values_say_the_same_and_the_command_line_wins(
    run: Run, write, pytester: pytest.Pytester, workers: str
) -> None:
    (pytester.path / "mine.py").write_text(AGENT)
    pytester.makeini("[pytest]\nvwa_observation = html\nvwa_viewport = 900x600\n")
    write("tasks.json", told("axtree (900, 600) whole"))
    run("--agent=mine.py", "--vwa-observation=axtree", "-n", workers).assert_outcomes(passed=1)


def test_without_options_the_page_is_marked_and_has_the_tasks_size(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    (pytester.path / "mine.py").write_text(AGENT)
    write(
        "tasks.json",
        told("som (1280, 2048) whole"),
        told("som (640, 480) whole")
        | {"task_id": 4, "viewport_size": {"width": 640, "height": 480}},
    )
    run("--agent=mine.py").assert_outcomes(passed=2)


@pytest.mark.parametrize(("kind", "workers"), [("axtree", "0"), ("html", "2")])
def test_the_reference_agent_plays_under_every_kind_with_elements(
    run: Run, write, kind: str, workers: str
) -> None:
    write("tasks.json", LOGIN)
    result = run("--agent=reference", f"--vwa-observation={kind}", "-n", workers)
    result.assert_outcomes(passed=1)


def test_the_reference_agent_is_skipped_where_no_elements_are_shown(run: Run, write) -> None:
    write("tasks.json", LOGIN)
    options = ("--agent=reference", "--agent=noop", "--vwa-observation=screenshot", "-rs")
    result = run(*options)
    result.assert_outcomes(skipped=1, failed=1)
    result.stdout.fnmatch_lines(["SKIPPED*--vwa-observation=screenshot shows it none*"])


def test_the_stand_in_model_loses_under_words_it_does_not_know_and_breaks_nothing(
    run: Run, write
) -> None:
    write("tasks.json", {})
    result = run("--agent=text", "--vwa-model=demo", "--vwa-observation=html")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*address: expected*"])


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("--vwa-observation=axtre", "*--vwa-observation*did you mean 'axtree'?*'axtre'*"),
        ("--vwa-viewport=1280", "*--vwa-viewport*WIDTHxHEIGHT*1280x720*'1280'*"),
        ("--vwa-observation-limit=-5", "*--vwa-observation-limit*at least 0*'-5'*"),
    ],
)
def test_a_bad_value_is_told_before_anything_runs(run: Run, write, option: str, told: str) -> None:
    write("tasks.json", {})
    result = run("--agent=noop", option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([told])
    result.stderr.no_fnmatch_line("*Traceback*")
