"""Real runs: real Chromium, the arena's sites, real agents; and whatever breaks is an error."""

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import openai.resources  # noqa: F401 - once here, not in each inner run
import pytest
from provider import Provider, refusal
from taskfiles import QUESTION, TASK, Run

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]

LOGIN = {"reference_actions": ['click [A "Log in"]', "stop []"]}
REACHED = {"reference_actions": ["goto [__CLASSIFIEDS__/index.php?page=login]", "stop []"]}
"""A solution that needs nothing on the pages."""
WISH_LIST = {
    "sites": ["shopping"],
    "task_id": 4,
    "start_url": "__SHOPPING__",
    "intent": "Take me to my wish list.",
    "require_login": True,
    "reference_actions": ['click [A "My Wish List"]', "stop []"],
    "eval": {
        "eval_types": ["url_match", "program_html"],
        "reference_url": "__SHOPPING__/wishlist/",
        "program_html": [
            {
                "url": "last",
                "locator": "document.querySelector('h1').innerText",
                "required_contents": {"must_include": ["My Wish List"]},
            }
        ],
    },
}


@pytest.fixture
def records(pytester: pytest.Pytester) -> Callable[[], dict[str, Record]]:
    """The records of the only run so far, by test name."""

    def records() -> dict[str, Record]:
        (journal,) = pytester.path.glob("reports/*/journal.jsonl")
        return {record.nodeid.partition("::")[2]: record for record in read(journal)}

    return records


def agent_file(pytester: pytest.Pytester, body: str) -> None:
    folder = pytester.mkdir("agents")
    (folder / "mine.py").write_text(
        "class Mine:\n"
        "    def begin(self, brief):\n"
        "        self.brief = brief\n"
        "    def act(self, observation):\n"
        + "".join(f"        {line}\n" for line in body.splitlines())
    )


def test_reference_agent_passes_and_noop_fails(run: Run, write, records) -> None:
    write("tasks.json", LOGIN, WISH_LIST)
    result = run("--agent=reference", "--agent=noop")
    result.assert_outcomes(passed=2, failed=2)
    lost = records()["classifieds-3[noop-chromium]"]
    assert (lost.outcome, lost.score, lost.stop) == ("failed", 0.0, "answered")
    assert lost.reason.startswith(
        "address: expected '__CLASSIFIEDS__/index.php?page=login', got '__CLASSIFIEDS__/' (1 step"
    )
    won = records()["shopping-4[reference-chromium]"]
    assert [check.kind for check in won.checks] == ["url_match", "program_html"]
    assert won.seconds["login"] > 0
    assert won.seconds["start"] > 0
    by_name = ["noop", "0 of 2 tasks passed*", "reference", "2 of 2 tasks passed*"]
    result.stdout.fnmatch_lines(by_name)


@pytest.mark.full
def test_workers_share_run_folder(
    run_alone: Run, write, records, pytester: pytest.Pytester
) -> None:
    write("tasks.json", LOGIN, WISH_LIST)
    result = run_alone("--agent=reference", "--agent=noop", "-n", "2")
    result.assert_outcomes(passed=2, failed=2)
    for record in records().values():
        folder = pytester.path / "reports" / record.run / record.artifacts
        assert all((folder / step.image).stat().st_size > 5_000 for step in record.steps)
        assert record.seconds["start"] > 0
    assert records()["shopping-4[reference-chromium]"].seconds["login"] > 0
    by_name = ["noop", "0 of 2 tasks passed*", "reference", "2 of 2 tasks passed*"]
    result.stdout.fnmatch_lines(by_name)


def test_failure_is_one_line_with_expected_and_actual(run_still: Run, write) -> None:
    write("tasks.json", REACHED)
    result = run_still("--agent=noop")
    result.stdout.fnmatch_lines(["address: expected '__CLASSIFIEDS__/*', got *(1 step*reports/*"])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*running.py*")


def test_steps_save_screenshots_in_run_folder(
    run: Run, write, records, pytester: pytest.Pytester
) -> None:
    write("tasks.json", LOGIN)
    run("--agent=reference")
    record = records()["classifieds-3[reference-chromium]"]
    assert [step.action.partition(" ")[0] for step in record.steps] == ["click", "stop"]
    folder = pytester.path / "reports" / record.run / record.artifacts
    assert [(folder / step.image).stat().st_size > 5_000 for step in record.steps] == [True] * 2


def test_custom_agent_file_passes_task(run: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", {})
    agent_file(
        pytester,
        "if 'page=login' in observation.url:\n"
        "    return '```stop```'\n"
        "link = next(e for e in observation.elements if e.text == 'Log in')\n"
        "return f'I log in. ```click [{link.id}]```'",
    )
    run("--agent=mine").assert_outcomes(passed=1)


def test_brief_contains_no_checks_or_answers(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION | {"eval": TASK["eval"] | {"string_note": "the-secret"}})
    agent_file(
        pytester,
        "told = repr(self.brief) + repr(vars(self.brief))\n"
        "assert not any(word in told for word in ('the-secret', 'page=login', 'must_include'))\n"
        "return '```stop```'",
    )
    result = run_still("--agent=mine", "-k", "not question")
    result.assert_outcomes(failed=1)
    result.stdout.no_fnmatch_line("*AssertionError*")


def test_arena_data_is_fresh_for_every_test(run: Run, write) -> None:
    look = {
        "eval_types": ["program_html"],
        "program_html": [
            {
                "url": "__SHOPPING__/checkout/cart/",
                "locator": "document.body.innerText",
                "required_contents": {"must_exclude": ["Subtotal"]},
            }
        ],
    }
    fill = [
        "goto [__SHOPPING__/electronics.html]",
        'click [BUTTON "Add to Cart"]',
        "goto [__SHOPPING__/checkout/cart/]",
        "stop []",
    ]
    filled = {"eval_types": ["url_match"], "reference_url": "__SHOPPING__/checkout/cart/"}
    write(
        "tasks.json",
        WISH_LIST | {"task_id": 1, "reference_actions": fill, "eval": filled},
        WISH_LIST | {"task_id": 2, "reference_actions": ["stop []"], "eval": look},
    )
    run("--agent=reference").assert_outcomes(passed=2)


def test_custom_evaluator_judges_task(run_still: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", REACHED | {"eval": {"eval_types": ["quick"], "most": 1}})
    pytester.makeconftest(
        """
        from pytest_vwa.core.verdict import Score

        def quick(evidence, check):
            steps = len(evidence.trajectory.steps)
            return Score(float(steps <= check.args["most"]), f"{steps} steps")

        def pytest_vwa_register(registry):
            registry.evaluators.add("quick", quick)

        def pytest_vwa_verdict(item, record, trajectory):
            print("heard:", item.name, record.outcome, len(trajectory.steps))
        """
    )
    result = run_still("--agent=reference", "-s")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*heard: classifieds-3[[]reference-chromium[]] failed 2"])


def test_missing_video_skips_only_watching_agents(run_still: Run, write) -> None:
    write("tasks.json", REACHED | {"video": "no_such_video"})
    result = run_still("--agent=summary", "--agent=reference", "--vwa-model=demo", "-rs")
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*'no_such_video' is not here: looked for*"])


def test_reference_agent_skips_task_without_solution(run_still: Run, write) -> None:
    write("tasks.json", QUESTION | {"reference_actions": []})
    result = run_still("--agent=reference", "-rs")
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*the task has no reference_actions to play"])


def test_agent_exception_is_agent_error_and_run_continues(
    run_still: Run, write, records, pytester: pytest.Pytester
) -> None:
    write("tasks.json", {}, {"task_id": 4})
    agent_file(pytester, "raise KeyError(self.brief.key)")
    result = run_still("--agent=mine")
    result.assert_outcomes(failed=2)
    assert {record.outcome for record in records().values()} == {"error"}
    assert {record.error_kind for record in records().values()} == {"agent"}
    result.stdout.fnmatch_lines(
        ["agent error: the agent raised KeyError: *", "*mine.py*, in act", "*in no rate: 2*"]
    )
    result.stdout.no_fnmatch_line("*episode.py*")


def test_unreachable_site_is_site_error_and_run_continues(
    classifieds: str, run: Run, write, records, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("tasks.json", LOGIN, WISH_LIST)
    monkeypatch.setenv("CLASSIFIEDS", classifieds)
    monkeypatch.setenv("SHOPPING", "http://127.0.0.1:9")
    result = run("--agent=reference", "--vwa-gate=errors == 0")
    result.assert_outcomes(passed=1, failed=1)
    broken = records()["shopping-4[reference-chromium]"]
    assert (broken.outcome, broken.error_kind) == ("error", "site")
    assert "http://127.0.0.1:9" in broken.reason
    result.stdout.fnmatch_lines(["*in no rate: 1*", "*gate fell: exit code 1*", "*errors == 0*"])
    assert result.ret == 1


class HalfBroken(BaseHTTPRequestHandler):
    """A site whose front page works and whose other pages do not."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/" else 500)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<a href='/offers'>Offers</a>")

    def log_message(self, *args: object) -> None:
        pass


@pytest.mark.parametrize("who", ["agent", "evaluator"])
def test_server_error_page_is_site_error(
    run: Run, write, records, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    target = {"url": "__SHOPPING__/offers", "required_contents": {"must_include": ["x"]}}
    visit = ['click [A "Offers"]'] if who == "agent" else []
    write(
        "tasks.json",
        WISH_LIST
        | {
            "require_login": False,
            "reference_actions": [*visit, "stop []"],
            "eval": {"eval_types": ["program_html"], "program_html": [target]},
        },
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), HalfBroken)
    Thread(target=server.serve_forever).start()
    try:
        monkeypatch.setenv("SHOPPING", f"http://127.0.0.1:{server.server_port}")
        run("--agent=reference")
    finally:
        server.shutdown()
        server.server_close()
    record = records()["shopping-4[reference-chromium]"]
    assert (record.outcome, record.error_kind) == ("error", "site")
    assert "/offers answered 500" in record.reason


def test_agents_and_reports_use_working_directory(
    run_still: Run,
    write,
    records,
    pytester: pytest.Pytester,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    elsewhere = tmp_path_factory.mktemp("benchmark")
    write("tasks.json", {}).rename(elsewhere / "tasks.json")
    agent_file(pytester, "return '```stop```'")
    run_still("--agent=mine", str(elsewhere / "tasks.json"))
    assert len(records()) == 1
    assert [path.name for path in elsewhere.iterdir()] == ["tasks.json"]


def test_journal_contains_run_and_skipped_tasks(
    run: Run, write, records, classifieds: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLASSIFIEDS", classifieds)
    write("tasks.json", {}, {"task_id": 4, "sites": ["gitlab"]})
    run("--agent=text", "--vwa-model=demo")
    assert {record.model for record in records().values()} == {"demo"}
    assert {record.outcome for record in records().values()} == {"failed", "skipped"}


KILLER = """
import os, re, signal
from pathlib import Path
from threading import Timer
def stat(path):
    try:
        return path.read_text()
    except OSError:  # it has just ended
        return ""
def kill():
    stats = filter(None, map(stat, sorted(Path("/proc").glob("[0-9]*/stat"))))
    rows = [re.match(r"(\\d+) \\((.*)\\) \\w (\\d+)", stat).groups() for stat in stats]
    mine = {str(os.getpid())}
    for _ in range(9):  # generations
        mine |= {pid for pid, name, parent in rows if parent in mine}
    for pid, name, _ in rows:
        if pid in mine and name.startswith(("chrom", "headless", "google-chrome")):
            os.kill(int(pid), signal.SIGKILL)
if self.brief.intent == "die before a step":
    kill()
if self.brief.intent == "die in the middle" and not hasattr(self, "turn"):
    Timer(0.5, kill).start()
if self.brief.intent.startswith("die"):
    self.turn = 1 - getattr(self, "turn", 0)
    return "```press [Tab]```" if self.turn else "```scroll [down]```"
if "login" in observation.url:
    return "```stop```"
return "```goto [" + self.brief.sites["classifieds"] + "/index.php?page=login]```"
"""


@pytest.mark.parametrize("workers", ["0", pytest.param("2", marks=pytest.mark.full)])
def test_killed_browser_is_error_and_next_task_gets_new_one(
    run_alone: Run, write, records, pytester: pytest.Pytester, workers: str
) -> None:
    write(
        "tasks.json",
        {"task_id": 1, "intent": "die before a step"},
        {"task_id": 2},
        {"task_id": 3, "intent": "die in the middle"},
        {"task_id": 4},
    )
    agent_file(pytester, KILLER.strip())
    run_alone("--agent=mine", "-n", workers).assert_outcomes(passed=2, failed=2)
    killed = {number: records()[f"classifieds-{number}[mine-chromium]"] for number in (1, 3)}
    assert {record.outcome for record in killed.values()} == {"error"}
    assert {record.error_kind for record in killed.values()} == {"browser"}
    assert {record.reason for record in killed.values()} == {
        "the browser was lost: it crashed, was killed or was closed from outside"
    }


def test_model_is_called_over_http_and_tokens_counted(
    run: Run, write, records, provider: Provider
) -> None:
    write("tasks.json", {})
    run("--agent=text", *provider.options)
    record = records()["classifieds-3[text-chromium]"]
    assert (record.outcome, record.model, record.answer) == ("failed", "openai/test", "x")
    assert (record.prompt_tokens, record.completion_tokens) == (100, 10)
    (asked,) = provider.asked
    _, page, picture, told = asked["messages"][-1]["content"]
    assert "[A] [Log in]" in page["text"]
    assert "Take me to the log-in page." in told["text"]
    assert picture["image_url"]["url"].startswith("data:image/jpeg;base64,")


def test_model_http_500_is_model_error_and_run_continues(
    run_still: Run, write, records, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-key")
    provider.say(refusal(500))
    write("tasks.json", {}, {"task_id": 4})
    result = run_still("--agent=text", *provider.options, "--vwa-retries=0")
    assert [record.outcome for record in records().values()] == ["error", "error"]
    assert {record.error_kind for record in records().values()} == {"model"}
    result.stdout.fnmatch_lines(["model error: *500*", "*in no rate: 2*"])
    result.stdout.no_fnmatch_line("*very-secret*")
    assert result.ret == 1


def test_judge_model_is_required_only_for_fuzzy_match(
    run_still: Run, write, records, provider: Provider
) -> None:
    fuzzy = {"eval_types": ["string_match"], "reference_answers": {"fuzzy_match": ["a red boat"]}}
    write("tasks.json", {"eval": fuzzy})
    skipped = run_still("--agent=constant", "-rs")
    skipped.stdout.fnmatch_lines(["SKIPPED*needs a model as judge: give --vwa-judge-model=NAME*"])
    provider.say("The answer names another thing.\nVerdict: incorrect")
    run_still("--agent=constant", "--vwa-judge-model=openai/test", provider.options[1])
    record = records()["classifieds-3[constant-chromium]"]
    assert record.outcome == "failed"
    assert (record.prompt_tokens, record.judge_tokens, record.judge_calls) == (0, 110, 1)


def test_judge_usage_is_reported_apart_from_agent(
    run_still: Run, write, records, provider: Provider, pytester: pytest.Pytester
) -> None:
    fuzzy = {"eval_types": ["string_match"], "reference_answers": {"fuzzy_match": ["a red boat"]}}
    write("tasks.json", {"eval": fuzzy})
    provider.say('```stop [boat]``` {"verdict": "incorrect"}')
    judge = ("--vwa-judge-model=openai/test", provider.options[1])
    first = run_still("--agent=text", *provider.options, *judge)
    first.stdout.fnmatch_lines(
        ["in all, errors included: 110 tokens, *", "the judge beside it: 1 call, 110 tokens, *"]
    )
    record = records()["classifieds-3[text-chromium]"]
    assert (record.prompt_tokens, record.completion_tokens) == (100, 10)
    assert (record.judge_calls, record.judge_tokens) == (1, 110)
    again = run_still(f"--vwa-rescore={record.run}", "--vwa-judge-model=openai/other", *judge[1:])
    again.stdout.fnmatch_lines(
        ["in all, errors included: 110 tokens, *", "the judge beside it: 1 call, 110 tokens, *"]
    )


def test_vwa_agent_option_works_if_agent_flag_is_taken(
    run_still: Run, write, pytester: pytest.Pytester
) -> None:
    pytester.makepyfile(
        other="def pytest_addoption(parser):\n    parser.addoption('--agent', default='bond')\n"
    )
    write("tasks.json", REACHED)
    pytester.syspathinsert()
    run_still("-p", "other", "--vwa-agent=reference").assert_outcomes(passed=1)


def test_allure_shows_each_task_once_with_steps(run: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", LOGIN | QUESTION)
    run("--agent=reference", "--agent=noop", "--alluredir=allure")
    results = [
        json.loads(path.read_text()) for path in Path(pytester.path, "allure").glob("*-result.json")
    ]
    assert len(results) == len({result["historyId"] for result in results}) == 4
    status = {
        (result["fullName"].rpartition("#")[2], params["agent_name"]): result["status"]
        for result in results
        for params in [{p["name"]: p["value"].strip("'") for p in result["parameters"]}]
    }
    assert status == {
        ("classifieds-3", "reference"): "passed",
        ("classifieds-3", "noop"): "failed",
        ("classifieds-3-question", "reference"): "passed",
        ("classifieds-3-question", "noop"): "failed",
    }
    won = next(r for r in results if r["status"] == "passed" and "question" not in r["fullName"])
    tags = {label["value"] for label in won["labels"] if label["name"] == "tag"}
    assert {"classifieds", "temporal_reasoning", "easy"} <= tags
    assert [step["name"].partition(" ")[0] for step in won["steps"]][:2] == ["1.", "2."]
    assert won["steps"][0]["attachments"]


OWN_STRICTNESS = """
from pytest_vwa.core.verdict import Score

def never(evidence, check):
    return Score(0.0, "address: nothing is good enough")

def pytest_vwa_register(registry):
    registry.strict.add("url_match", never)
"""


def test_profile_option_decides_and_differences_are_listed(
    run_still: Run, write, records, pytester
) -> None:
    write("tasks.json", REACHED)
    pytester.makeconftest(OWN_STRICTNESS)
    lenient = run_still("--agent=reference")
    lenient.assert_outcomes(passed=1)
    (record,) = records().values()
    assert {each.profile: each.outcome for each in record.profiles} == {
        "reference": "passed",
        "strict": "failed",
    }
    strict = run_still("--agent=reference", "--vwa-profile=strict")
    strict.assert_outcomes(failed=1)
    for result in (lenient, strict):
        result.stdout.fnmatch_lines(
            ["the profiles differ on 1", "*reference passed, strict failed"]
        )
        result.stdout.fnmatch_lines(["*nothing is good enough*"])


def test_custom_evaluator_decides_under_strict_profile(
    run_still: Run, write, records, pytester
) -> None:
    write("tasks.json", REACHED)
    pytester.makeconftest(OWN_STRICTNESS.replace("registry.strict", "registry.evaluators"))
    run_still("--agent=reference", "--vwa-profile=strict").assert_outcomes(failed=1)
    (record,) = records().values()
    assert {each.outcome for each in record.profiles} == {"failed"}


def test_unknown_profile_suggests_nearest_name(run_still: Run, write) -> None:
    write("tasks.json", REACHED)
    result = run_still("--vwa-profile=strikt")
    result.stderr.fnmatch_lines(["*--vwa-profile*did you mean 'strict'*"])
