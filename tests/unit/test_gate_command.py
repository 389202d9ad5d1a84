"""``python -m pytest_vwa.reporting gate``: the exit code is the gate's, and its reason is told."""

from functools import partial
from pathlib import Path

import pytest
from records import record
from reporting_command import command

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.record import Record
from pytest_vwa.reporting.commands import hold
from pytest_vwa.reporting.journal import Journal
from pytest_vwa.reporting.merging import merge
from pytest_vwa.reporting.runs import SPOOL


def written(path: Path, *records: Record) -> Path:
    for each in records:
        Journal(path).append(each)
    return path


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Four won, four lost, and one error: few enough for rates."""
    won = [record("passed", number, cost_usd=0.5) for number in (1, 2, 3, 4)]
    lost = [record("failed", number) for number in (5, 6, 7, 8)]
    return written(tmp_path / "run" / "journal.jsonl", *won, *lost, record("error", 9))


gate = partial(command, "gate")


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (["final >= 0.5"], 0),
        (["final >= 0.5", "errors <= 1", "cost <= 2"], 0),
        (["final >= 0.5", "errors == 0"], 1),
        (["final[shopping] > 50%"], 1),
        (["final[reddit] >= 0.1"], 2),
        (["final >= 0.1", "intermediate >= 0.1"], 2),
        (["intermediate >= 0.1", "errors == 0"], 1),
    ],
)
def test_gate_command_exit_code_prefers_failed_rule(run: Path, rules: list[str], code: int) -> None:
    found, told = hold(run, rules, [], None)
    assert found == code
    for rule in rules:
        assert f"{rule}: " in told


def test_gate_command_rate_with_many_errors_is_inconclusive(run: Path) -> None:
    written(run, record("error", 10), record("error", 11))
    code, told = hold(run, ["final >= 0.1"], [], None)
    assert code == 2
    assert "3 of 11 tasks have no verdict, that is too many" in told


def test_gate_command_ignores_error_that_was_rerun(run: Path) -> None:
    written(run, record("passed", 9))
    assert hold(run, ["errors == 0", "final > 0.5"], [], None)[0] == 0


@pytest.mark.parametrize(
    ("must", "code"),
    [
        (["arena/shopping/1", "shopping-2"], 0),
        (["arena/shopping/1", "shopping-5"], 1),
        (["shopping-9"], 2),
        (["shopping-10"], 2),
        (["shopping-10", "shopping-5"], 1),
    ],
)
def test_gate_command_must_pass_names_tasks(run: Path, must: list[str], code: int) -> None:
    assert hold(run, [], must, None)[0] == code


def test_gate_command_must_pass_reads_file(run: Path, tmp_path: Path) -> None:
    names = tmp_path / "must.txt"
    names.write_text("shopping-1  # easy\narena/shopping/2\n")
    assert hold(run, [], [str(names)], None)[0] == 0
    with pytest.raises(UsageError, match=r"^--must-pass: no such file: .*none\.txt"):
        hold(run, [], [str(tmp_path / "none.txt")], None)


def series(path: Path, outcomes: str) -> Path:
    words = {"p": "passed", "f": "failed", "e": "error"}
    return written(path, *(record(words[each], n) for n, each in enumerate(outcomes)))


@pytest.mark.parametrize(
    ("now", "code"),
    [("p" * 12, 0), ("p" * 8 + "f" * 4, 0), ("f" * 12, 1), ("p" * 11, 2), ("e" * 4 + "p" * 8, 2)],
    ids=["the same", "a loss that chance may be", "worse", "other tasks", "errors"],
)
def test_gate_command_compares_with_baseline(tmp_path: Path, now: str, code: int) -> None:
    stored = series(tmp_path / "old" / "journal.jsonl", "p" * 12)
    found, told = hold(series(tmp_path / "now.jsonl", now), [], [], stored)
    assert (found, "compared with" in told) == (code, code < 2)


def test_gate_command_counts_regressions_against_baseline(tmp_path: Path) -> None:
    stored = series(tmp_path / "old.jsonl", "p" * 12)
    now = series(tmp_path / "now.jsonl", "p" * 11 + "f")
    assert hold(now, ["regressions <= 1"], [], stored)[0] == 0
    assert hold(now, ["regressions == 0"], [], stored)[0] == 1
    with pytest.raises(UsageError, match="regressions needs --baseline=FILE"):
        hold(now, ["regressions == 0"], [], None)


def test_gate_command_sets_exit_code_and_prints_findings(run: Path) -> None:
    held = gate(run.parent, "--rule", "final >= 0.5", "--must-pass", "shopping-1")
    assert held.returncode == 0
    assert held.stdout.startswith("gate held: exit code 0\n")
    assert "lost 4 by mine: arena/shopping/5-8" in held.stdout
    fell = gate(run, "--rule", "final >= 0.5", "--rule", "errors == 0", "--baseline", run)
    assert fell.returncode == 1
    assert "FELL  errors == 0: 1 of 9 runs" in fell.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--rule", "final => 1"], "--rule: gate rule 'final => 1' cannot be read; write METRIC"),
        (["--rule", "finale >= 1"], "did you mean 'final'"),
        (
            ["--rule", "final[redit] >= 0.1"],
            "error: --rule: gate rule 'final[redit] >= 0.1': no task is marked 'redit', those run "
            "are marked easy, factual, shopping, temporal_reasoning; did you mean 'reddit'?",
        ),
        (["--baseline", "none.jsonl"], "error: --baseline: no such file: none.jsonl"),
        ([], "nothing to hold it against: give --rule, --must-pass or --baseline"),
    ],
    ids=["no rule", "misspelt", "misspelt group", "no file", "nothing"],
)
def test_gate_command_refuses_unreadable_input(run: Path, arguments: list[str], told: str) -> None:
    refused = gate(run, *arguments)
    assert refused.returncode == 2
    assert told in " ".join(refused.stderr.split())
    assert not refused.stdout


RULES = ("--rule", "final >= 0.5", "--rule", "errors <= 1")


def test_gate_command_truncated_journal_is_inconclusive(run: Path) -> None:
    with run.open("a") as file:
        file.write('{"version":1,"ru')
    told = gate(run, *RULES)
    assert told.returncode == 2
    assert told.stdout.startswith("gate could not be judged: exit code 2\n")
    assert "not all was run: the journal is not whole: its last line is cut off" in told.stdout
    assert "held  final >= 0.5" in told.stdout
    assert "its last line is cut off" in told.stderr
    assert gate(run, *RULES, "--rule", "errors == 0").returncode == 1


def test_gate_command_missing_records_are_inconclusive(tmp_path: Path) -> None:
    session = [record("passed", number, versions={"tests": "4"}) for number in (1, 2)]
    journal = written(tmp_path / "a.jsonl", *session, record("passed", 1, run="r2"))
    told = gate(journal, *RULES)
    assert told.returncode == 2
    assert "not all was run: 2 of 4 tests of run r1 have no record" in told.stdout
    rest = [record("passed", number, versions={"tests": "2"}) for number in (3, 4)]
    assert gate(written(journal, *rest), *RULES).returncode == 0, "the run was gone on with"
    edited = written(tmp_path / "b.jsonl", record("passed", 1, versions={"tests": "some"}))
    assert gate(edited, *RULES).returncode == 0


def test_merge_of_unfinished_run_reports_missing_records(
    tmp_path: Path,
) -> None:
    whole = [record("passed", number, run="r1", versions={"tests": "2"}) for number in (1, 2)]
    cut = record("passed", 2, run="r2", versions={"tests": "2"})
    parts = written(tmp_path / "a.jsonl", *whole), written(tmp_path / "b.jsonl", cut)
    _, missing = merge(parts, tmp_path / "both.jsonl")
    assert "both.jsonl: 1 of 2 tests of run r2 has no record; pytest --vwa-resume" in missing
    assert "1 of 2 tests of run r2 has no record" in gate(tmp_path / "both.jsonl", *RULES).stdout


def test_gate_command_unmerged_spool_is_inconclusive(run: Path) -> None:
    assert gate(run, *RULES).returncode == 0
    written(run.parent / SPOOL / "gw0-1.jsonl", record("passed", 1))
    told = gate(run, *RULES)
    assert told.returncode == 2
    assert "not all was run: .records lies beside the journal" in told.stdout


@pytest.mark.parametrize("damage", ["\x00\x00\n", '{"version":1,"ru\n'])
def test_gate_command_damaged_line_is_inconclusive(run: Path, damage: str) -> None:
    with run.open("a") as file:
        file.write(damage)
    written(run, record("passed", 10))
    told = gate(run, *RULES)
    assert told.returncode == 2
    assert "not all was run: the journal is not whole: line 10 is damaged" in told.stdout


def test_gate_command_refuses_malformed_record(run: Path) -> None:
    with run.open("a") as file:
        file.write("{}\n")
    written(run, record("passed", 10))
    told = gate(run, *RULES)
    assert (told.returncode, told.stdout) == (2, "")
    assert f"{run}:10: not a record of this version" in " ".join(told.stderr.split())


def test_gate_command_refuses_truncated_baseline(run: Path, tmp_path: Path) -> None:
    stored = series(tmp_path / "old.jsonl", "p" * 12)
    stored.write_bytes(stored.read_bytes()[:-9])
    told = gate(run, "--baseline", stored)
    assert (told.returncode, told.stdout) == (2, "")
    assert f"--baseline: {stored}: its last line is cut off" in " ".join(told.stderr.split())
