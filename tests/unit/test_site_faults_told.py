"""A summary says which site did what to the run, whole, and once for all its tasks."""

from typing import Any

from records import record

from pytest_vwa.core.record import Record, SiteTrouble
from pytest_vwa.core.result import result_of
from pytest_vwa.reporting import markdown, terminal
from pytest_vwa.reporting.summary import Fault, summarise

WHY = "down since 12:03: http://myhost:9999 could not be opened; not ready again within 300 s"


def broken(number: int, site: str, kind: str, **more: Any) -> Record:
    trouble = SiteTrouble(site=site, kind=kind, not_run=more.pop("not_run", False))
    told = {"error_kind": "site", "reason": "it broke", "trouble": trouble}
    return record("error", number, **told | more)


RECORDS = [
    *(broken(number, "reddit", "down") for number in range(3)),
    broken(3, "reddit", "5xx"),
    *(
        broken(number, "reddit", "down", not_run=True, reason=f"reddit: not run: {WHY}")
        for number in range(4, 18)
    ),
    broken(18, "gitlab", "slow"),
    record("passed", 19),
]


def test_summary_counts_site_faults_by_site_and_kind() -> None:
    expected = (
        Fault("gitlab", {"slow": 1}),
        Fault("reddit", {"down": 3, "5xx": 1}, 14, WHY),
    )
    assert summarise(RECORDS).faults == expected
    assert summarise(list(map(result_of, RECORDS))).faults == expected


def test_summary_renders_site_faults_in_terminal_and_markdown() -> None:
    text = terminal.render(summarise(RECORDS))
    assert "sites at fault: 2\n  gitlab: 1 x slow\n  reddit: 3 x down, 1 x 5xx\n" in text
    assert f"reddit: 14 tasks not run: {WHY}" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80
    assert "- reddit: 14 tasks not run: down since 12:03" in markdown.render(RECORDS)


def test_summary_without_site_faults_omits_section() -> None:
    assert "at fault" not in terminal.render(summarise([record("passed", 1)]))
