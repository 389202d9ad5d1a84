"""Real runs: real Chromium, the arena's sites, real agents; and whatever breaks is an error."""

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from provider import Provider, refusal
from taskfiles import QUESTION, TASK, Run

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]

LOGIN = {"reference_actions": ['click [A "Log in"]', "stop []"]}
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


def test_the_reference_agent_passes_and_noop_loses(run: Run, write, records, workers: str) -> None:
    write("tasks.json", LOGIN, WISH_LIST)
    result = run("--agent=reference", "--agent=noop", "-n", workers)
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


def test_a_failure_is_one_line_that_says_expected_and_found(run: Run, write) -> None:
    write("tasks.json", LOGIN)
    result = run("--agent=noop")
    result.stdout.fnmatch_lines(["address: expected '__CLASSIFIEDS__/*', got *(1 step*reports/*"])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*running.py*")


def test_steps_leave_pictures_in_the_runs_folder(
    run: Run, write, records, pytester: pytest.Pytester, workers: str
) -> None:
    write("tasks.json", LOGIN)
    run("--agent=reference", "-n", workers)
    record = records()["classifieds-3[reference-chromium]"]
    assert [step.action.partition(" ")[0] for step in record.steps] == ["click", "stop"]
    folder = pytester.path / "reports" / record.run / record.artifacts
    assert [(folder / step.image).stat().st_size > 5_000 for step in record.steps] == [True] * 2


def test_an_agent_of_ones_own_is_one_small_file(
    run: Run, write, pytester: pytest.Pytester, workers: str
) -> None:
    write("tasks.json", {})
    agent_file(
        pytester,
        "if 'page=login' in observation.url:\n"
        "    return '```stop```'\n"
        "link = next(e for e in observation.elements if e.text == 'Log in')\n"
        "return f'I log in. ```click [{link.id}]```'",
    )
    run("--agent=mine", "-n", workers).assert_outcomes(passed=1)


def test_the_brief_holds_neither_checks_nor_answers(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    write("tasks.json", QUESTION | {"eval": TASK["eval"] | {"string_note": "the-secret"}})
    agent_file(
        pytester,
        "told = repr(self.brief) + repr(vars(self.brief))\n"
        "assert not any(word in told for word in ('the-secret', 'page=login', 'must_include'))\n"
        "return '```stop```'",
    )
    result = run("--agent=mine", "-k", "not question")
    result.assert_outcomes(failed=1)
    result.stdout.no_fnmatch_line("*AssertionError*")


def test_every_test_gets_fresh_data(run: Run, write, workers: str) -> None:
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
    run("--agent=reference", "-n", workers).assert_outcomes(passed=2)


def test_an_evaluator_of_ones_own_judges(run: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", LOGIN | {"eval": {"eval_types": ["quick"], "most": 1}})
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
    result = run("--agent=reference", "-s")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*heard: classifieds-3[[]reference-chromium[]] failed 2"])


def test_a_missing_video_skips_only_who_watches(run: Run, write) -> None:
    write("tasks.json", LOGIN | {"video": "no_such_video"})
    result = run("--agent=summary", "--agent=reference", "--vwa-model=demo", "-rs")
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*'no_such_video' is not here: looked for*"])


def test_the_reference_agent_skips_what_has_no_solution(run: Run, write) -> None:
    write("tasks.json", QUESTION | {"reference_actions": []})
    result = run("--agent=reference", "-rs")
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*the task has no reference_actions to play"])


def test_an_agents_own_fault_is_an_error_and_the_run_goes_on(
    run: Run, write, records, pytester: pytest.Pytester, workers: str
) -> None:
    write("tasks.json", {}, {"task_id": 4})
    agent_file(pytester, "raise KeyError(self.brief.key)")
    result = run("--agent=mine", "-n", workers)
    result.assert_outcomes(failed=2)
    assert {record.outcome for record in records().values()} == {"error"}
    assert {record.error_kind for record in records().values()} == {"agent"}
    result.stdout.fnmatch_lines(
        ["agent error: the agent raised KeyError: *", "*mine.py*, in act", "*in no rate: 2*"]
    )
    result.stdout.no_fnmatch_line("*episode.py*")


def test_a_site_that_is_down_is_an_error_and_the_others_go_on(
    classifieds: str, run: Run, write, records, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    write("tasks.json", LOGIN, WISH_LIST)
    monkeypatch.setenv("CLASSIFIEDS", classifieds)
    monkeypatch.setenv("SHOPPING", "http://127.0.0.1:9")
    result = run("--agent=reference", "-n", workers, "--vwa-gate=errors == 0")
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
def test_a_page_that_the_site_fails_to_make_is_the_sites_error(
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


def test_task_files_elsewhere_leave_agents_and_reports_where_the_user_is(
    run: Run, write, records, pytester: pytest.Pytester, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("benchmark")
    write("tasks.json", {}).rename(elsewhere / "tasks.json")
    agent_file(pytester, "return '```stop```'")
    run("--agent=mine", str(elsewhere / "tasks.json"))
    assert len(records()) == 1
    assert [path.name for path in elsewhere.iterdir()] == ["tasks.json"]


def test_tasks_that_were_skipped_stand_beside_those_that_ran(
    run: Run, write, records, workers: str, classifieds: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLASSIFIEDS", classifieds)
    write("tasks.json", {}, {"task_id": 4, "sites": ["gitlab"]})
    run("--agent=text", "--vwa-model=demo", "-n", workers)
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


def test_a_killed_browser_is_an_error_and_the_next_task_gets_another(
    run: Run, write, records, pytester: pytest.Pytester, workers: str
) -> None:
    write(
        "tasks.json",
        {"task_id": 1, "intent": "die before a step"},
        {"task_id": 2},
        {"task_id": 3, "intent": "die in the middle"},
        {"task_id": 4},
    )
    agent_file(pytester, KILLER.strip())
    run("--agent=mine", "-n", workers).assert_outcomes(passed=2, failed=2)
    killed = {number: records()[f"classifieds-{number}[mine-chromium]"] for number in (1, 3)}
    assert {record.outcome for record in killed.values()} == {"error"}
    assert {record.error_kind for record in killed.values()} == {"browser"}
    assert {record.reason for record in killed.values()} == {
        "the browser was lost: it crashed, was killed or was closed from outside"
    }


def test_a_real_model_is_asked_over_http_and_its_tokens_are_counted(
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


def test_a_model_that_answers_500_is_an_error_and_the_run_goes_on(
    run: Run, write, records, provider: Provider, workers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-key")
    provider.say(refusal(500))
    write("tasks.json", {}, {"task_id": 4})
    result = run("--agent=text", *provider.options, "--vwa-retries=0", "-n", workers)
    assert [record.outcome for record in records().values()] == ["error", "error"]
    assert {record.error_kind for record in records().values()} == {"model"}
    result.stdout.fnmatch_lines(["model error: *500*", "*in no rate: 2*"])
    result.stdout.no_fnmatch_line("*very-secret*")
    assert result.ret == 1


def test_a_judge_is_needed_only_where_a_rule_cannot_judge(
    run: Run, write, records, provider: Provider
) -> None:
    fuzzy = {"eval_types": ["string_match"], "reference_answers": {"fuzzy_match": ["a red boat"]}}
    write("tasks.json", {"eval": fuzzy})
    skipped = run("--agent=constant", "-rs")
    skipped.stdout.fnmatch_lines(["SKIPPED*needs a model as judge: give --vwa-judge-model=NAME*"])
    provider.say("The answer names another thing.\nVerdict: incorrect")
    run("--agent=constant", "--vwa-judge-model=openai/test", provider.options[1])
    record = records()["classifieds-3[constant-chromium]"]
    assert record.outcome == "failed"
    assert (record.prompt_tokens, record.judge_tokens, record.judge_calls) == (0, 110, 1)


def test_what_the_judge_took_is_told_apart_from_the_agents_and_not_taken_over(
    run: Run, write, records, provider: Provider, workers: str, pytester: pytest.Pytester
) -> None:
    fuzzy = {"eval_types": ["string_match"], "reference_answers": {"fuzzy_match": ["a red boat"]}}
    write("tasks.json", {"eval": fuzzy})
    provider.say('```stop [boat]``` {"verdict": "incorrect"}')
    judge = ("--vwa-judge-model=openai/test", provider.options[1], "-n", workers)
    first = run("--agent=text", *provider.options, *judge)
    first.stdout.fnmatch_lines(
        ["in all, errors included: 110 tokens, *", "the judge beside it: 1 call, 110 tokens, *"]
    )
    record = records()["classifieds-3[text-chromium]"]
    assert (record.prompt_tokens, record.completion_tokens) == (100, 10)
    assert (record.judge_calls, record.judge_tokens) == (1, 110)
    again = run(f"--vwa-rescore={record.run}", "--vwa-judge-model=openai/other", *judge[1:])
    again.stdout.fnmatch_lines(
        ["in all, errors included: 110 tokens, *", "the judge beside it: 1 call, 110 tokens, *"]
    )


def test_where_another_plugin_owns_the_agent_flag_the_long_one_serves(
    run: Run, write, pytester: pytest.Pytester
) -> None:
    pytester.makepyfile(
        other="def pytest_addoption(parser):\n    parser.addoption('--agent', default='bond')\n"
    )
    write("tasks.json", LOGIN)
    pytester.syspathinsert()
    run("-p", "other", "--vwa-agent=reference").assert_outcomes(passed=1)


def test_allure_shows_each_task_once_with_steps_and_reasons(
    run: Run, write, pytester: pytest.Pytester, workers: str
) -> None:
    write("tasks.json", LOGIN | QUESTION)
    run("--agent=reference", "--agent=noop", "--alluredir=allure", "-n", workers)
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


def test_the_named_profile_decides_and_the_report_lists_where_they_differ(
    run: Run, write, records, pytester, workers: str
) -> None:
    write("tasks.json", LOGIN)
    pytester.makeconftest(OWN_STRICTNESS)
    lenient = run("--agent=reference", "-n", workers)
    lenient.assert_outcomes(passed=1)
    (record,) = records().values()
    assert {each.profile: each.outcome for each in record.profiles} == {
        "reference": "passed",
        "strict": "failed",
    }
    strict = run("--agent=reference", "--vwa-profile=strict", "-n", workers)
    strict.assert_outcomes(failed=1)
    for result in (lenient, strict):
        result.stdout.fnmatch_lines(
            ["the profiles differ on 1", "*reference passed, strict failed"]
        )
        result.stdout.fnmatch_lines(["*nothing is good enough*"])


def test_an_evaluator_of_ones_own_decides_under_strict_as_well(
    run: Run, write, records, pytester, workers: str
) -> None:
    write("tasks.json", LOGIN)
    pytester.makeconftest(OWN_STRICTNESS.replace("registry.strict", "registry.evaluators"))
    run("--agent=reference", "--vwa-profile=strict", "-n", workers).assert_outcomes(failed=1)
    (record,) = records().values()
    assert {each.outcome for each in record.profiles} == {"failed"}


def test_an_unknown_profile_is_told_with_the_nearest(run: Run, write) -> None:
    write("tasks.json", LOGIN)
    result = run("--vwa-profile=strikt")
    result.stderr.fnmatch_lines(["*--vwa-profile*did you mean 'strict'*"])
