"""Giving a file of the task to the page."""

from pathlib import Path

from playwright.sync_api import TimeoutError as TimedOut

from pytest_vwa.core.action import Action
from pytest_vwa.registry import hint

from .scene import PATIENCE_MS, MishapError, Scene, grasp, reach, usable


def upload(scene: Scene, action: Action) -> None:
    """To a file field, or to whatever asks for a file when it is clicked."""
    file = _of_the_task(scene.files, action.value.strip())
    target = usable(scene, action)
    if target.kind == "file":
        grasp(scene, target).set_input_files(file, timeout=PATIENCE_MS)
        return
    try:
        with scene.page.expect_file_chooser(timeout=PATIENCE_MS) as chooser:
            scene.page.mouse.click(*reach(target))
    except TimedOut as error:
        raise MishapError(f"{target}, which asks for no file") from error
    chooser.value.set_files(file)


def _of_the_task(files: tuple[Path, ...], name: str) -> Path:
    """Names are all that is asked for: no path reaches another file."""
    if not files:
        raise MishapError("this task has no files to upload")
    by_name = {file.name: file for file in files}
    if name not in by_name:
        raise MishapError(f"this task has no file {name!r}{hint(name, tuple(by_name))}")
    return by_name[name]
