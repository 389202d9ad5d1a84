"""``python -m pytest_vwa.reporting``: journals alone are enough."""

import subprocess
import sys
from pathlib import Path

import pytest
from records import record
from reporting_command import command

from pytest_vwa.core.record import Record
from pytest_vwa.reporting.claim import Claim
from pytest_vwa.reporting.journal import Journal, final, load, read
from pytest_vwa.reporting.runs import SPOOL, newest_first


def journal(folder: Path, *records: Record) -> Path:
    path = folder / "journal.jsonl"
    for each in records:
        Journal(path).append(each)
    return path


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return journal(tmp_path / "old", record("passed", 1), record("failed", 2), record("error", 3))


@pytest.fixture
def new(tmp_path: Path) -> Path:
    failed, passed = record("failed", 1, run="r2"), record("passed", 2, run="r2")
    return journal(tmp_path / "new", failed, passed)


def test_reporting_module_runs_and_exits_with_code(old: Path) -> None:
    """The only test that starts a process for it."""
    module = [sys.executable, "-m", "pytest_vwa.reporting"]
    gate = [*module, "gate", str(old), "--rule", "errors == 0"]
    told = subprocess.run(gate, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (1, "")
    assert told.stdout == command("gate", old, "--rule", "errors == 0").stdout
    assert subprocess.run([*module, "none"], capture_output=True).returncode == 2


def test_reporting_counts_rerun_error_once(old: Path) -> None:
    Journal(old).append(record("passed", 3))
    assert "2 of 3 tasks passed" in command(old).stdout
    assert "error" not in command(old).stdout.partition("\n\n")[0]


def test_merge_joins_journals_into_one(tmp_path: Path, old: Path) -> None:
    other = journal(tmp_path / "b", record("passed", 4, run="r2"))
    merged = command("merge", old.parent, other, "-o", tmp_path / "both")
    assert merged.stdout == f"{tmp_path}/both/journal.jsonl: 4 records of 2 journals\n"
    assert [r.run for r in read(tmp_path / "both" / "journal.jsonl")] == ["r1", "r1", "r1", "r2"]
    assert [path.name for path in (tmp_path / "both").iterdir()] == ["journal.jsonl"]


def test_merge_reports_trial_in_two_journals(tmp_path: Path, old: Path, new: Path) -> None:
    merged = command("merge", old, new, "-o", tmp_path / "all.jsonl")
    assert "2 of them tell of a trial that another tells of" in merged.stdout
    assert [r.outcome for r in final(read(tmp_path / "all.jsonl"))] == ["failed", "passed", "error"]


def test_merge_overwrites_only_its_earlier_output(tmp_path: Path, old: Path, new: Path) -> None:
    both, other = tmp_path / "both.jsonl", journal(tmp_path / "c", record("passed", 9, run="r3"))
    assert command("merge", old, "-o", both).returncode == 0
    assert command("merge", old, new, "-o", both).returncode == 0
    kept = both.read_bytes()
    for journals, out, why in (
        ((old, other), both, f"{both} holds 2 records of which the given journals know nothing"),
        ((old, new), old.parent, f"{old} is one of the journals to merge"),
    ):
        refused = command("merge", *journals, "-o", out)
        assert refused.returncode == 2
        assert why in refused.stderr
    assert both.read_bytes() == kept
    assert len(read(old)) == 3


def test_merge_refuses_folder_of_running_session(tmp_path: Path, old: Path) -> None:
    folder = tmp_path / "run"
    claim = Claim(folder)
    claim.take()
    going_on = journal(folder, record("passed", 1))
    refused = command("merge", old, "-o", folder)
    assert refused.returncode == 2
    assert "is being written by a session that has not ended" in refused.stderr
    assert len(read(going_on)) == 1
    claim.release()
    assert command("merge", going_on, old, "-o", tmp_path / "all").returncode == 0


def test_compare_names_agent_found_in_one_run_only(tmp_path: Path, old: Path) -> None:
    more = journal(tmp_path / "two", record("passed", 1), record("passed", 1, agent="another"))
    assert "\nnot compared, in two alone: another\n" in command("compare", old, more).stdout
    assert "not compared" not in command("compare", old, journal(tmp_path / "x", record())).stdout


def test_render_writes_report_beside_journal_or_to_output(
    tmp_path: Path, old: Path, new: Path
) -> None:
    assert command("render", old).stdout == f"{old.parent}/index.html\n"
    assert command("render", old, new, "-o", tmp_path / "both").returncode == 0
    assert (tmp_path / "both" / "index.html").is_file()
    refused = command("render", old, new)
    assert refused.returncode == 2
    assert "-o FOLDER" in refused.stderr


def test_compare_reports_changes_on_shared_tasks(tmp_path: Path, old: Path, new: Path) -> None:
    told = command("compare", old, new.parent).stdout
    assert "mine in new against mine in old on 2 tasks, p 1.000" in told
    assert "gained 1: arena/shopping/2" in told
    assert "lost 1: arena/shopping/1" in told
    assert "gained: won in new alone; lost: won in old alone." in told
    back = command("compare", new, old).stdout
    assert "mine in old against mine in new on 2 tasks, p 1.000" in back
    assert "gained 1: arena/shopping/1" in back
    other = journal(tmp_path / "x" / "old", record("passed", 2))
    told = command("compare", old, other).stdout
    assert f"mine in {other} against mine in {old} on 1 task," in told


def test_compare_refuses_runs_without_common_agent(tmp_path: Path, old: Path) -> None:
    others = journal(tmp_path / "c", record(agent="a"), record(agent="b"))
    refused = command("compare", old, others)
    assert refused.returncode == 2
    assert "nothing to compare" in refused.stderr


def test_merge_refuses_missing_journal(tmp_path: Path) -> None:
    refused = command("merge", tmp_path / "none.jsonl", "-o", tmp_path / "x.jsonl")
    assert refused.returncode == 2
    assert "none.jsonl: No such file" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "lesson"),
    [
        (["."], "journal.jsonl: No such file; a journal is a run's journal.jsonl or the folder it"),
        (["."], "; the latest in . is "),
        (["none.jsonl"], "none.jsonl: No such file"),
        (["nwe"], "did you mean 'new'?"),
        (["comprae", "old", "new"], "comprae is no command and no journal; did you mean 'compare'"),
        (["frob", "old"], "frob is no command and no journal; commands are merge, render, compare"),
        (["empty.jsonl"], "empty.jsonl: no record: no test had ended when its run did"),
        (["merge", "empty.jsonl", "-o", "x"], "empty.jsonl: no record"),
        (["render", "empty.jsonl"], "empty.jsonl: no record"),
        (["compare", "old", "old/journal.jsonl"], "are the same run: name two"),
        (["compare", "old", "notes.txt"], "notes.txt:1: not a record of this version"),
        (["compare", "old"], "required: NEW"),
    ],
)
def test_reporting_usage_errors_suggest_valid_arguments(
    tmp_path: Path, old: Path, new: Path, arguments: list[str], lesson: str
) -> None:
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "notes.txt").write_text("a note\n")
    refused = command(*arguments, cwd=tmp_path)
    assert refused.returncode == 2
    assert lesson in " ".join(refused.stderr.split())
    assert not refused.stdout


def test_reporting_skips_truncated_last_line_with_warning(old: Path) -> None:
    with old.open("a") as file:
        file.write('{"version":1,"ru')
    told = command(old)
    assert told.returncode == 0
    assert "1 of 2 tasks passed" in told.stdout
    assert f"{old}: its last line is cut off" in told.stderr


@pytest.mark.parametrize("name", ["", "merge", "render", "compare", "gate"])
def test_reporting_help_describes_every_argument(name: str) -> None:
    told = command(*[name] * bool(name), "--help").stdout
    arguments = told.partition("positional arguments:")[2].splitlines()
    named = [line for line in arguments if line.startswith("  ") and line[2] != " "]
    assert len(named) >= 2
    for line, below in zip(arguments, [*arguments[1:], ""], strict=True):
        if line in named:
            assert "  " in line.strip() or below.startswith("      ")


def test_journal_read_includes_worker_spool_files(old: Path) -> None:
    spool = old.parent / SPOOL / "gw0-1.jsonl"
    Journal(spool).append(record("error", 3))
    Journal(spool).append(record("passed", 7))
    with spool.open("a") as file:
        file.write('{"version":1,"ru')
    assert [each.outcome for each in read(old)] == ["passed", "failed", "error", "passed"]
    old.unlink()
    assert len(load(old).records) == 2
    assert newest_first(old.parent.parent) == (old,)


def test_final_prefers_verdict_over_error_of_same_task() -> None:
    won, broke = record("passed"), record("error")
    assert final([won, broke]) == (won,)
    assert final([broke, won]) == (won,)
    assert final([won, record("failed")]) == (record("failed"),)
    changed = record("error", task_sha256="other")
    assert final([won, changed]) == (changed,)


def test_final_separates_trials_agents_models_and_browsers() -> None:
    runs = [
        record(),
        record(trial=2),
        record(agent="other"),
        record(model="other"),
        record(kind="question"),
        record(nodeid="tasks.json::shopping-1[mine-firefox]"),
    ]
    assert final(runs) == tuple(runs)
