"""A site that nobody here has heard of, named in sites.yaml alone, is one like any other."""

from collections.abc import Iterator
from typing import Any

import pytest
from counter import Counter, serving
from taskfiles import Run

pytest_plugins = ["pytester"]

WIKI = """
sites:
  wiki2:
    url: {url}
    account: {{username: ann, password: test1234}}
    login:
      form:
        path: /login
        username: Username
        password: Password
        button: Log in
        proof: /user/MarvelsGrantMan136/account
        sign: Delete
"""
AGENT = """
class Mine:
    def begin(self, brief):
        self.site = brief.sites["wiki2"]
        self.replies = ["goto [" + self.site + "/look]"]

    def act(self, observation):
        return self.replies.pop() if self.replies else "stop [" + observation.url + "]"
"""


def task(number: int, **more: Any) -> dict[str, Any]:
    return {
        "sites": ["wiki2"],
        "task_id": number,
        "start_url": "__WIKI2__",
        "require_login": True,
        "intent": "Look at the number.",
        "video": None,
        "eval": {
            "eval_types": ["url_match", "program_html"],
            "reference_url": "__WIKI2__/look",
            "url_note": "EXACT",
            "program_html": [
                {
                    "url": "__WIKI2__/look",
                    "locator": "document.querySelector('h1').textContent",
                    "required_contents": {"exact_match": "Number"},
                }
            ],
        },
        **more,
    }


@pytest.fixture
def counter(pytester: pytest.Pytester) -> Iterator[Counter]:
    with serving() as counter:
        (pytester.path / "sites.yaml").write_text(WIKI.format(url=counter.url))
        (pytester.path / "agents").mkdir()
        (pytester.path / "agents/mine.py").write_text(AGENT)
        yield counter


def test_custom_site_task_is_selected_logged_in_and_judged(
    write, run: Run, counter: Counter
) -> None:
    write("tasks.json", task(0), task(1, changes_sites=False), task(2))
    result = run("--agent=mine", "-m", "wiki2", "--strict-markers")
    result.assert_outcomes(passed=3)
    assert counter.log_ins == 1
    result.stdout.fnmatch_lines(["3 of 3 tasks passed: 100 %*"])
    assert "PytestUnknownMark" not in result.stdout.str()


def test_lint_knows_custom_site_and_suggests_nearest_name(
    write, run: Run, counter: Counter
) -> None:
    write("good.json", task(0))
    assert run("--vwa-lint", "good.json").ret == 0
    write("bad.json", task(0, sites=["wiki3"]), task(1, start_url="__WIKI3__"))
    result = run("--vwa-lint", "bad.json")
    assert result.ret == 1
    result.stdout.fnmatch_lines_random(
        ["*unknown 'wiki3'; did you mean 'wiki2'?*", "*'__WIKI3__' stands for no site*__WIKI2__*"]
    )
    result = run("bad.json", "--agent=mine")
    result.stdout.fnmatch_lines(["*field sites: unknown 'wiki3'; did you mean 'wiki2'?*"])


def test_site_name_refuses_pytest_marker_name(pytester, run: Run, write) -> None:
    (pytester.path / "sites.yaml").write_text("sites:\n  skip: {url: 'http://x'}\n")
    write("tasks.json", task(0))
    result = run("tasks.json", "--agent=noop")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "sites.skip: a site is a marker, and this one is pytest's own" in result.stderr.str()
