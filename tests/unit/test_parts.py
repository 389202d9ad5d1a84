"""Parts of a run that were merged: what is missing is told, and no gate holds."""

from pathlib import Path

import pytest
from records import record
from reporting_command import command

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
def test_missing_shards_are_named(titles: list[str], lacking: tuple[str, ...], told: str) -> None:
    records = [part(title, number) for number, title in enumerate(titles)]
    assert (missing(records), incomplete(records)) == (lacking, told)


def test_shards_of_different_runs_may_lack_tasks() -> None:
    cut = [part("1/2 by r1"), part("2/2")]
    assert not missing(cut)
    assert incomplete(cut).startswith(
        "its parts were cut by no run and r1, so tasks may be missing"
    )


def test_part_of_names_shard_of_run() -> None:
    assert part_of([part("1/2 by r1", 1), part("1/2 by r1", 2)]) == "1/2"
    assert part_of([part("1/2"), part("2/2")]) == part_of([part("")]) == part_of([]) == ""


@pytest.fixture
def shards(tmp_path: Path) -> list[Path]:
    """Three parts, in folders of their own."""
    paths = [tmp_path / f"part{number}" / "journal.jsonl" for number in (1, 2, 3)]
    for number, path in enumerate(paths, 1):
        Journal(path).append(part(f"{number}/3", number, run=f"part{number}"))
    return paths


def test_merge_with_missing_shard_makes_gate_inconclusive(
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


def test_merge_of_all_shards_gives_no_warning(tmp_path: Path, shards: list[Path]) -> None:
    merged = command("merge", *shards, "-o", tmp_path / "all")
    assert not merged.stderr
    assert "part" not in command(tmp_path / "all").stdout
    assert command("gate", tmp_path / "all", "--rule", "final >= 0.1").returncode == 0


def test_markdown_heading_names_shard() -> None:
    assert markdown.render([part("1/2")]).startswith("## Web-agent tasks: part 1/2 alone\n")
    assert markdown.render([part("")]).startswith("## Web-agent tasks\n")
