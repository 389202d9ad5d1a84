"""What the summary's text says of where runs were won and lost."""

from records import question, record

from pytest_vwa.reporting.summary import summarise
from pytest_vwa.reporting.terminal import render

MET, MISSED = ({"kind": "url_match", "value": value} for value in (1.0, 0.0))
RUNS = (
    *(record("passed", n, checks=(MET,)) for n in range(3)),
    record("failed", 3, checks=(MET, {"kind": "string_match", "value": 0.0})),
    record("failed", 4, stop="step limit", seconds={"model": 6, "act": 3, "total": 10}),
    *(question("passed" if n else "failed", n) for n in range(4)),
)


def lines() -> list[str]:
    return [" ".join(line.split()) for line in render(summarise(RUNS)).splitlines()]


def test_terminal_shows_pass_rate_by_check_kind() -> None:
    told = lines()
    assert told[told.index("check held") + 1] == "string_match 0/1 0 % 0-79 %"
    assert told[told.index("check held") + 2] == "url_match 4/4 100 % 51-100 %"


def test_terminal_cross_tabulates_tasks_and_questions() -> None:
    told = lines()
    at = told.index("4 tasks beside their questions")
    assert told[at + 1 : at + 4] == [
        "did the task lost it",
        "read the video 2 1",
        "misread the video 1 0",
    ]


def test_terminal_cross_table_labels_runs_without_video() -> None:
    blind = [run.model_copy(update={"watched": False}) for run in RUNS]
    told = [" ".join(line.split()) for line in render(summarise(blind)).splitlines()]
    at = told.index("4 tasks beside their questions")
    assert told[at + 2 : at + 4] == ["answered without the video 2 1", "could not without it 1 0"]
    assert "1 33 % gave the wrong answer, without the video" in told
    assert not any("read the video" in line for line in told)


def test_terminal_counts_failure_modes_and_time_by_phase() -> None:
    told = lines()
    at = told.index("how 3 runs failed")
    assert sorted(told[at + 1 : at + 4]) == [
        "1 33 % ended by step limit",
        "1 33 % gave the wrong answer",
        "1 33 % misread the video",
    ]
    assert "time, 10.0 s of work: model 60 %, act 30 %, other 10 %" in told
    assert "other: pages closed, what pytest takes" in told


def test_terminal_failure_modes_exclude_errors() -> None:
    told = render(summarise([*RUNS, record("error", 9, error_kind="site")]))
    assert "how 3 runs failed" in told
    assert "site error" not in told.partition("how 3 runs failed")[2].partition("time,")[0]


def test_terminal_cross_table_counts_trials_as_runs() -> None:
    tried = [
        each.model_copy(update={"trial": trial})
        for each in (record("passed", 1), question("passed", 1))
        for trial in (1, 2, 3)
    ]
    assert "3 runs of 1 task beside their questions" in render(summarise(tried))


def test_terminal_labels_each_part_by_agent() -> None:
    both = [*RUNS, *(run.model_copy(update={"agent": "other"}) for run in RUNS)]
    told = render(summarise(both)).splitlines()
    assert told.count("mine · some-model") == 2
    assert told.count("other · some-model") == 2
    assert sum(line.startswith("other: pages closed") for line in told) == 1


def test_terminal_never_wraps_before_percent_sign() -> None:
    spent = {"login": 4.5, "observe": 6, "model": 0.2, "act": 7, "evaluate": 6, "total": 41}
    told = render(summarise([record("failed", 4, seconds=spent)]))
    (at,) = (n for n, line in enumerate(told.splitlines()) if line.startswith("time, "))
    lines = told.splitlines()[at : at + 2]
    assert " ".join(lines) == (
        "time, 41.0 s of work: other 42 %, act 17 %, observe 15 %, evaluate 15 %, login 11 %, "
        "model 0 %"
    )
    assert max(map(len, lines)) <= 80
    assert not lines[1].startswith("%")
