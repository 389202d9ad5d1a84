"""The baselines in real runs: what they remember, what they are told, and asking once more."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from taskfiles import QUESTION, Run

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]


@pytest.fixture
def records(pytester: pytest.Pytester) -> Callable[[], dict[str, Record]]:
    """The records of the only run, by test name without the browser's."""

    def records() -> dict[str, Record]:
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        names = {record.nodeid.partition("::")[2]: record for record in read(journal)}
        return {name.replace("-chromium", ""): record for name, record in names.items()}

    return records


@pytest.fixture
def agents(pytester: pytest.Pytester) -> Callable[..., None]:
    """Agents of one's own, by name."""
    folder = pytester.mkdir("agents")

    def write(**bodies: str) -> None:
        for name, body in bodies.items():
            (folder / f"{name}.py").write_text(body)

    return write


LEARNER = """
class Learner:
    def __init__(self, memory):
        self.memory = memory

    def begin(self, brief):
        self.key, self.sites = brief.key, brief.sites

    def act(self, observation):
        if self.key.endswith("1") and not observation.url.endswith("login"):
            return f"```goto [{self.sites['classifieds']}/index.php?page=login]```"
        told = "; ".join(self.memory) or "nothing"
        return f"```stop [{told}]```"

    def answer(self, question):
        return "red"

    def remember(self, trajectory, passed):
        self.memory.append(f"{self.key[-1]} {len(trajectory.steps)} {passed}")
"""


def test_agent_memory_has_only_its_own_earlier_tasks(
    run_still: Run, write, agents, records
) -> None:
    write("tasks.json", {"task_id": 1} | QUESTION, {"task_id": 2}, {"task_id": 3})
    agents(mine=LEARNER, other=LEARNER)
    result = run_still("--agent=mine", "--agent=other")
    result.assert_outcomes(passed=4, failed=4)
    for name in ("mine", "other"):
        answers = [records()[f"classifieds-{number}[{name}]"].answer for number in (1, 2, 3)]
        assert answers[1:] == ["1 2 True", "1 2 True; 2 1 False"]
        assert answers[0] == "nothing"


def test_remember_exception_is_agent_error(run_still: Run, write, agents, records) -> None:
    write("tasks.json", {})
    agents(mine=LEARNER.replace("self.memory.append(", "raise ValueError("))
    run_still("--agent=mine").assert_outcomes(failed=1)
    (record,) = records().values()
    assert (record.outcome, record.error_kind) == ("error", "agent")


HESITANT = """
class Hesitant:
    def begin(self, brief):
        self.turns = 0
        self.login = brief.sites["classifieds"] + "/index.php?page=login"

    def act(self, observation):
        self.turns += 1
        return "I cannot decide." if self.turns == 1 else "```stop```"

    def again(self, problem):
        return f"```goto [{self.login}]```"
"""


def test_again_retries_unreadable_reply_in_same_step(
    run_still: Run, write, agents, records
) -> None:
    write("tasks.json", {})
    agents(mine=HESITANT)
    run_still("--agent=mine").assert_outcomes(passed=1)
    (record,) = records().values()
    assert [step.action.partition(" ")[0] for step in record.steps] == ["goto", "stop"]
    assert record.steps[0].note.startswith("asked again, as the first reply could not be read: the")


def test_record_names_prompt_version(run_still: Run, write, records) -> None:
    write("tasks.json", {})
    run_still("--agent=text", "--agent=noop", "--vwa-model=demo")
    found = {record.agent: record.versions.get("prompt") for record in records().values()}
    assert found["noop"] is None
    assert str(found["text"]).startswith("default ")


SCRIBE = """
import json, pytest
from pathlib import Path
from pytest_vwa.core.ports import Reply

class Scribe:
    name = "scribe"
    def complete(self, messages):
        with Path("asked.jsonl").open("a") as file:
            file.write(json.dumps([[each.role, each.text] for each in messages]) + "\\n")
        return Reply("<<stop [done]>>".replace("<<", SIGN).replace(">>", SIGN))

@pytest.fixture
def llm():
    return Scribe()
"""
PUBLISHED = {
    "intro": "You steer a browser for somebody.",
    "examples": [["[4] link 'Maps'", "I open them. ##click [4]##"]],
    "template": "OBSERVATION:\n{observation}\nURL: {url}\nOBJECTIVE: {objective}\n"
    "PREVIOUS ACTION: {previous_action}",
    "meta_data": {
        "observation": "accessibility_tree",
        "keywords": ["url", "objective", "observation", "previous_action"],
        "action_splitter": "##",
    },
}


def test_prompt_option_accepts_published_json_file(
    run: Run, write, records, pytester: pytest.Pytester
) -> None:
    write("tasks.json", {})
    pytester.makeconftest(f"SIGN = '##'\n{SCRIBE}")
    Path("cot.json").write_text(json.dumps(PUBLISHED))
    options = ("--vwa-prompt=cot.json", "--vwa-observation=axtree", "--vwa-model=scribe")
    run("--agent=text", *options).assert_outcomes(failed=1)
    (record,) = records().values()
    assert (record.answer, record.stop) == ("done", "answered")
    assert record.versions["prompt"].startswith("cot sha256:")
    (line,) = Path("asked.jsonl").read_text().splitlines()
    system, asked, reply, user = json.loads(line)
    assert [system[0], asked[0], reply[0], user[0]] == ["system", "user", "assistant", "user"]
    assert system[1] == "You steer a browser for somebody."
    assert "RootWebArea" in user[1]
    assert "OBJECTIVE: Take me to the log-in page.\nPREVIOUS ACTION: None" in user[1]


def test_prompt_ini_accepts_custom_yaml_file(
    run_still: Run, write, records, pytester: pytest.Pytester
) -> None:
    write("tasks.json", {})
    pytester.makeconftest(f"SIGN = '```'\n{SCRIBE}")
    Path("brief.yaml").write_text("version: 3\nrules: '- Be brief.'\nexamples: []\n")
    pytester.makeini("[pytest]\nvwa_prompt = brief.yaml\nvwa_model = scribe")
    run_still("--agent=text")
    (record,) = records().values()
    assert record.versions["prompt"].startswith("brief 3 sha256:")
    assert "RULES:\\n- Be brief." in Path("asked.jsonl").read_text()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "*--vwa-prompt: *mine.json: cannot be read: No such file*"),
        ({"intro": "x"}, "*--vwa-prompt: *mine.json: template: Field required*"),
        (PUBLISHED, "*--vwa-prompt=mine.json: meta_data.observation means *axtree, not som*"),
    ],
)
def test_invalid_prompt_is_usage_error(run_still: Run, write, text: object, told: str) -> None:
    write("tasks.json", {})
    if text is not None:
        Path("mine.json").write_text(json.dumps(text))
    result = run_still("--agent=text", "--vwa-model=demo", "--vwa-prompt=mine.json")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([told])


def test_video_agents_send_tutorial_to_model(
    run_still: Run, write, pytester: pytest.Pytester, records
) -> None:
    write("tasks.json", QUESTION)
    pytester.makeconftest(f"SIGN = '```'\n{SCRIBE}")
    agents = ("--agent=frames", "--agent=video", "--agent=memory")
    run_still(*agents, "--vwa-model=scribe", "--vwa-max-frames=3")
    lines = Path("asked.jsonl").read_text().splitlines()
    asked = [json.loads(line)[-1][1] for line in lines]
    assert len(asked) == 6
    assert sum("TUTORIAL:" in text for text in asked) == 4
    assert sum("Picture at 0:00:\n\nPicture at " in text for text in asked) == 2
    assert sum("What is said:\n\n[0:0" in text for text in asked) == 2
    watched = {(record.agent, record.watched) for record in records().values()}
    assert watched == {("frames", True), ("video", True), ("memory", False)}


def test_memory_agent_sends_last_two_tasks(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", *({"task_id": n, "intent": f"Do number {n}."} for n in range(4)))
    pytester.makeconftest(f"SIGN = '```'\n{SCRIBE}")
    run_still("--agent=memory", "--vwa-model=scribe")
    last = json.loads(Path("asked.jsonl").read_text().splitlines()[-1])[-1][1]
    told = "Objective: Do number {}.\n1. stop [done]\nOutcome: failed"
    assert f"EARLIER TASKS:\n{told.format(1)}\n\n{told.format(2)}\n\nURL:" in last
