"""Files that go up and files that come down, and no others."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pages import Pages
from playwright.sync_api import BrowserContext

from pytest_vwa.browser import downloads
from pytest_vwa.browser.world import BrowserWorld
from pytest_vwa.core.action import Action

Open = Callable[..., BrowserWorld]
Do = Callable[..., str]
FIELD = "<input type=file name=f onchange='document.title = files[0].name'>"


@pytest.fixture
def boat(tmp_path: Path) -> Path:
    file = tmp_path / "boat.png"
    file.write_bytes(b"boat")
    return file


# --- up -----------------------------------------------------------------------------------------


def test_upload_sets_task_file(do: Do, browsing: BrowserContext, boat: Path) -> None:
    assert do(FIELD, "upload", "f", "boat.png", files=[boat]) == ""
    assert browsing.pages[0].title() == "boat.png"


def test_upload_works_through_file_chooser_button(
    do: Do, browsing: BrowserContext, boat: Path
) -> None:
    html = f"<div hidden>{FIELD}</div><button onclick='document.querySelector(`input`).click()'>Add"
    assert do(html, "upload", "Add", "boat.png", files=[boat]) == ""
    assert browsing.pages[0].title() == "boat.png"


def test_upload_refuses_files_outside_task(world_at: Open, boat: Path) -> None:
    world = world_at(FIELD, files=[boat])
    world.observe()
    for name in ("/etc/hostname", "../secret", "bat.png"):
        said = world.perform(Action("upload", "1", name))
        assert said.startswith(f"not done: this task has no file {name!r}")
        assert said.endswith("known: boat.png")


def test_upload_reports_task_without_files(do: Do) -> None:
    assert do(FIELD, "upload", "f", "/etc/hostname") == "not done: this task has no files to upload"


def test_click_on_file_input_suggests_upload(do: Do) -> None:
    assert "a file is given with upload [name] [1]" in do(FIELD, "click", "f")


def test_upload_reports_element_without_file_input(do: Do, boat: Path) -> None:
    said = do("<button>Go</button>", "upload", "Go", "boat.png", files=[boat])
    assert said == "not done: the mark 1 is [BUTTON] [Go], which asks for no file"


# --- down ---------------------------------------------------------------------------------------

BLOB = (
    "<button onclick=\"const link = document.createElement('a');"
    "link.href = window.URL.createObjectURL(new Blob(['a,b'])); link.download = 'report.csv';"
    'link.click()">Save</button>'
)


@pytest.mark.parametrize(
    "html",
    [
        "<a href=/report>Save</a>",
        "<a href=/report target=_blank>Save</a>",
        "<button onclick=\"window.open('/report')\">Save</button>",
        "<a href=/plain download=report.csv>Save</a>",
        BLOB,
        "<a href='data:text/csv,a,b' download=report.csv>Save</a>",
    ],
    ids=["attachment", "new tab", "popup", "attribute", "blob", "data"],
)
def test_download_is_saved_and_reported(do: Do, pages: Pages, tmp_path: Path, html: str) -> None:
    _serve(pages, "/report", "attachment; filename=report.csv")
    pages.html["/plain"] = "a,b"
    said = do(html, "click", "Save", downloads=tmp_path / "kept")
    assert said == "the file report.csv was downloaded"
    assert (tmp_path / "kept" / "report.csv").read_text() == "a,b"


def test_download_tab_is_closed(world_at: Open, pages: Pages, tmp_path: Path) -> None:
    _serve(pages, "/report", "attachment; filename=report.csv")
    world = world_at("<a href=/report target=_blank>Save</a>", downloads=tmp_path)
    world.observe()
    world.perform(Action("click", "1"))
    assert [tab.url for tab in world.observe().tabs] == [f"{pages.url}/"]


def test_goto_file_url_downloads_it(world_at: Open, pages: Pages, tmp_path: Path) -> None:
    _serve(pages, "/report", "attachment; filename=report.csv")
    world = world_at("<p>Home", downloads=tmp_path)
    assert world.perform(Action("goto", value="/report")) == "the file report.csv was downloaded"
    assert world.last_url == f"{pages.url}/"


def test_download_of_same_name_gets_a_suffix(world_at: Open, pages: Pages, tmp_path: Path) -> None:
    _serve(pages, "/report", "attachment; filename=report.csv")
    world = world_at("<a href=/report>Save</a>", downloads=tmp_path)
    world.observe()
    world.perform(Action("click", "1"))
    assert world.perform(Action("click", "1")) == "the file report (2).csv was downloaded"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["report (2).csv", "report.csv"]


def test_download_names_cannot_escape_folder(world_at: Open, pages: Pages, tmp_path: Path) -> None:
    names = ["../../up.txt", "/etc/up.txt", "..", ".bashrc", "a\\\\b.txt"]
    for number, name in enumerate(names):
        _serve(pages, f"/{number}", f'attachment; filename="{name}"')
    links = "".join(f"<a href=/{number}>Save</a> " for number in range(len(names)))
    folder = tmp_path / "a" / "b"
    world = world_at(links, downloads=folder)
    marks = [each.id for each in world.observe().elements]
    said = [world.perform(Action("click", mark)) for mark in marks]
    assert [each for each in said if "was downloaded" not in each] == []
    files = [each for each in tmp_path.rglob("*") if each.is_file()]
    assert [file.parent for file in files] == [folder] * len(names)
    assert [file.name for file in files if file.name.startswith(".")] == []


def test_download_over_size_limit_is_discarded(
    do: Do, pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "LIMIT", 2)
    _serve(pages, "/report", "attachment; filename=report.csv")
    said = do("<a href=/report>Save</a>", "click", "Save", downloads=tmp_path)
    assert said == "the file report.csv was not kept: downloads may take 2 bytes together"
    assert not list(tmp_path.iterdir())


def test_endless_download_is_cancelled_once_over_size_limit(
    do: Do, pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "LIMIT", 10_000)
    _serve(pages, "/report", "attachment; filename=report.csv")
    pages.html["/report"] = "x" * 100_000
    pages.headers["/report"]["Content-Length"] = "1000000"
    pages.hold.append("/report")
    said = do("<a href=/report>Save</a>", "click", "Save", downloads=tmp_path)
    assert said == (
        "the download of report.csv was called off: downloads may take 10,000 bytes together"
    )
    assert not list(tmp_path.iterdir())


def test_download_is_cancelled_after_timeout(
    do: Do, pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "PATIENCE", 0.2)
    _serve(pages, "/report", "attachment; filename=report.csv")
    pages.headers["/report"]["Content-Length"] = "1000"
    pages.hold.append("/report")
    said = do("<a href=/report>Save</a>", "click", "Save", downloads=tmp_path)
    assert said == "the download of report.csv took too long and was called off"
    assert not list(tmp_path.iterdir())


def test_download_without_folder_is_not_saved(do: Do, pages: Pages) -> None:
    _serve(pages, "/report", "attachment; filename=report.csv")
    said = do("<a href=/report>Save</a>", "click", "Save")
    assert said == "the file report.csv was downloaded, but files are not kept here"


def _serve(pages: Pages, path: str, disposition: str) -> None:
    pages.html[path] = "a,b"
    pages.headers[path] = {"Content-Type": "text/csv", "Content-Disposition": disposition}
