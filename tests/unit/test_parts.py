"""Parts of a run that were merged: what is missing is told, and no gate holds."""

import subprocess
import sys
from pathlib import Path

import pytest
from records import record

from pytest_vwa.core.record import Record
from pytest_vwa.reporting import markdown
from pytest_vwa.reporting.journal import Journal
from pytest_vwa.reporting.parts import incomplete, missing, part_of


def part(title: str, number: int = 1, **changes: object) -> Record:
    return record("passed", number, versions={"shard": title} if title else {}, **changes)


@pytest.mark.parametrize(
    ("titles", "lacking", "told"),
    [
        ([""], (), ""),
        (["1/2", "2/2"], (), ""),
        (["1/1"], (), ""),
        (["2/3"], ("1/3", "3/3"), "part 2/3 alone"),
        (["3/3 by r1", "1/3 by r1"], ("2/3",), "without part 2/3"),
        (["1/4", "3/4"], ("2/4", "4/4"), "without parts 2/4 and 4/4"),
        (["1/2", "1/3"], ("2/2", "2/3", "3/3"), "without parts 2/2, 2/3 and 3/3"),
        (["1/2", ""], (), ""),
        (["of no use"], (), ""),
        ([], (), ""),
    ],
)
def test_missing_parts_are_named_as_far_as_records_tell(
    titles: list[str], lacking: tuple[str, ...], told: str
) -> None:
    records = [part(title, number) for number, title in enumerate(titles)]
    assert (missing(records), incomplete(records)) == (lacking, told)


def test_parts_that_were_cut_by_other_runs_may_lack_tasks() -> None:
    cut = [part("1/2 by r1"), part("2/2")]
    assert not missing(cut)
    assert incomplete(cut).startswith(
        "its parts were cut by no run and r1, so tasks may be missing"
    )


def test_which_part_a_run_is() -> None:
    assert part_of([part("1/2 by r1", 1), part("1/2 by r1", 2)]) == "1/2"
    assert part_of([part("1/2"), part("2/2")]) == part_of([part("")]) == part_of([]) == ""


@pytest.fixture
def shards(tmp_path: Path) -> list[Path]:
    """Three parts, in folders of their own."""
    paths = [tmp_path / f"part{number}" / "journal.jsonl" for number in (1, 2, 3)]
    for number, path in enumerate(paths, 1):
        Journal(path).append(part(f"{number}/3", number, run=f"part{number}"))
    return paths


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest_vwa.reporting", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_merge_without_all_parts_says_which_are_missing_and_holds_no_gate(
    tmp_path: Path, shards: list[Path]
) -> None:
    both = tmp_path / "both"
    merged = command("merge", *shards[::2], "-o", both)
    assert merged.returncode == 0
    assert merged.stdout.endswith("journal.jsonl: 2 records of 2 journals\n")
    assert "journal.jsonl: without part 2/3; run what is missing with its" in merged.stderr
    assert command(both).stdout.startswith("both: without part 2/3\n")
    command("render", both)
    page = (both / "index.html").read_text()
    assert "<title>part1, part3: without part 2/3 · web-agent tasks</title>" in page
    judged = command("gate", both, "--rule", "final >= 0.1")
    assert judged.returncode == 2
    assert "UNJUDGED  not all was run: without part 2/3" in judged.stdout
    assert command("gate", both, "--rule", "final < 0.1").returncode == 1


def test_a_merge_of_all_parts_says_nothing_of_them(tmp_path: Path, shards: list[Path]) -> None:
    merged = command("merge", *shards, "-o", tmp_path / "all")
    assert not merged.stderr
    assert "part" not in command(tmp_path / "all").stdout
    assert command("gate", tmp_path / "all", "--rule", "final >= 0.1").returncode == 0


def test_markdown_has_it_in_its_heading() -> None:
    assert markdown.render([part("1/2")]).startswith("## Web-agent tasks: part 1/2 alone\n")
    assert markdown.render([part("")]).startswith("## Web-agent tasks\n")
