"""A task's own files, from its file to the field on the page; and the confines of a run."""

from pathlib import Path

import pytest
from taskfiles import Run

from pytest_vwa.reporting.journal import read

pytest_plugins = ["pytester"]

FORM = "/index.php?page=item&action=item_add"
SELL = {
    "files": ["boat.png"],
    "start_url": f"__CLASSIFIEDS__{FORM}",
    "require_login": True,
    "eval": {"eval_types": ["url_match"], "reference_url": f"__CLASSIFIEDS__{FORM}"},
}
AGENT = """
class Mine:
    def begin(self, brief):
        self.file, = brief.files
        self.turns = 0

    def act(self, observation):
        self.turns += 1
        field = next(e.id for e in observation.elements if e.text.startswith("Photo"))
        return (
            f"```upload [/etc/hostname] [{field}]```",
            f"```upload [{self.file}] [{field}]```",
            "```goto [http://127.0.0.1:9/]```",
            "```stop```",
        )[self.turns - 1]
"""


def test_agent_uploads_only_files_of_the_task(run: Run, write, pytester: pytest.Pytester) -> None:
    write("tasks.json", SELL)
    (pytester.path / "boat.png").write_bytes(b"boat")
    pytester.mkdir("agents").joinpath("mine.py").write_text(AGENT)
    run("--agent=mine").assert_outcomes(passed=1)
    (record,) = read(_journal(pytester.path))
    first, second, third, _ = [step.note for step in record.steps]
    assert first == "not done: this task has no file '/etc/hostname'; known: boat.png"
    assert second == ""
    assert third.startswith(
        "not done: http://127.0.0.1:9/ was not opened: the browser may only visit"
    )


def test_task_with_missing_file_is_collection_error(run_still: Run, write) -> None:
    write("tasks.json", SELL)
    result = run_still("--agent=noop")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*tasks.json: task 3: field files.0: no file */boat.png;*"])


def _journal(folder: Path) -> Path:
    (journal,) = folder.glob("reports/*/journal.jsonl")
    return journal
