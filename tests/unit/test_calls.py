"""Calls in task files are read, never evaluated."""

import json
from collections.abc import Iterator

import pytest
from judging import SHARED

from pytest_vwa.defaults import built_in
from pytest_vwa.evaluators.calls import Call, flaw_of_call, parse_call
from pytest_vwa.evaluators.parameters import Given

FUNCTIONS = built_in().functions

DATA = SHARED / "data"


def test_parse_call_reads_name_and_constants() -> None:
    assert parse_call("func:option(__page__, 'B00', \"Size\", 3)") == Call(
        "option", (Given.PAGE, "B00", "Size", 3)
    )
    assert parse_call("func:latest()") == Call("latest")
    assert parse_call("func:post(__last_url__)") == Call("post", (Given.LAST_URL,))


@pytest.mark.parametrize(
    "text",
    [
        "func:__import__('os').system('ls')",
        "func:get(open('x'))",
        "func:get(name)",
        "func:get(key='a')",
        "func:get(*[1])",
        "func:get('a' + 'b')",
        "func:get(['a'])",
        "func:get",
        "func:get(",
        "func:",
        "func:get(); get()",
    ],
)
def test_parse_call_refuses_other_expressions(text: str) -> None:
    with pytest.raises(ValueError, match="allowed: func:NAME"):
        parse_call(text)


def published_calls() -> Iterator[str]:
    for path in sorted(DATA.rglob("*.json")):
        for task in json.loads(path.read_text()):
            for target in (task.get("eval") or {}).get("program_html") or []:
                yield from filter(
                    lambda text: text.startswith("func:"), (target["url"], target["locator"])
                )


@pytest.mark.skipif(not DATA.is_dir(), reason=f"no published task files in {DATA}")
def test_published_calls_are_all_valid() -> None:
    calls = list(published_calls())
    assert len(calls) == 531
    assert [call for call in calls if flaw_of_call(call, FUNCTIONS)] == []
