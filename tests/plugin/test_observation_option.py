"""What the options on observing say is what an agent is shown."""

import pytest
from taskfiles import Run

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


def told(answer: str) -> dict[str, object]:
    """A task that is won by an agent that is shown this."""
    exact = {"exact_match": answer}
    return {"eval": {"eval_types": ["string_match"], "reference_answers": exact}}


@pytest.mark.parametrize(
    ("kind", "cut"),
    [("som", "cut"), ("axtree", "cut"), ("html", "cut"), ("screenshot", "whole")],
)
def test_observation_options_shape_what_agent_sees(
    run: Run, write, pytester: pytest.Pytester, kind: str, cut: str
) -> None:
    (pytester.path / "mine.py").write_text(AGENT)
    write("tasks.json", told(f"{kind} (1000, 700) {cut}"))
    options = (f"--vwa-observation={kind}", "--vwa-viewport=1000x700")
    run("--agent=mine.py", *options, "--vwa-observation-limit=300").assert_outcomes(passed=1)


def test_observation_ini_is_overridden_by_command_line(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    (pytester.path / "mine.py").write_text(AGENT)
    pytester.makeini("[pytest]\nvwa_observation = html\nvwa_viewport = 900x600\n")
    write("tasks.json", told("axtree (900, 600) whole"))
    run("--agent=mine.py", "--vwa-observation=axtree").assert_outcomes(passed=1)


def test_observation_defaults_to_som_and_task_viewport(
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


@pytest.mark.parametrize("kind", ["axtree", "html"])
def test_reference_agent_passes_with_axtree_and_html(run: Run, write, kind: str) -> None:
    write("tasks.json", LOGIN)
    result = run("--agent=reference", f"--vwa-observation={kind}")
    result.assert_outcomes(passed=1)


def test_reference_agent_is_skipped_without_elements(run: Run, write) -> None:
    write("tasks.json", LOGIN)
    options = ("--agent=reference", "--agent=noop", "--vwa-observation=screenshot", "-rs")
    result = run(*options)
    result.assert_outcomes(skipped=1, failed=1)
    result.stdout.fnmatch_lines(["SKIPPED*--vwa-observation=screenshot shows it none*"])


def test_demo_model_fails_without_error_on_html(run: Run, write) -> None:
    write("tasks.json", {})
    result = run("--agent=text", "--vwa-model=demo", "--vwa-observation=html")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*address: expected*"])


def test_invalid_observation_option_is_usage_error(run_still: Run, write) -> None:
    write("tasks.json", {})
    result = run_still("--agent=noop", "--vwa-observation=axtre")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--vwa-observation*did you mean 'axtree'?*'axtre'*"])
    result.stderr.no_fnmatch_line("*Traceback*")
