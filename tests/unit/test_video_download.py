"""Listed videos: downloaded once, resumed, verified; whatever is wrong is told with its place."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

import pytest
from shelf import BROKEN_OFF, Shelf

from pytest_vwa.core.errors import Unavailable, UsageError, VideoError
from pytest_vwa.video import listing, progress
from pytest_vwa.video.download import ATTEMPTS, fetch
from pytest_vwa.video.listing import Listed
from pytest_vwa.video.source import locate

VIDEO = bytes(range(256)) * 4000
HASH = sha256(VIDEO).hexdigest()


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    with Shelf(VIDEO) as shelf:
        yield shelf


def tour(shelf: Shelf, digest: str = HASH) -> Listed:
    return Listed("tour", shelf.url("/videos/tour.webm"), digest, Path("videos.toml"))


def left(folder: Path) -> list[str]:
    """What is in the folder beside locks."""
    return [path.name for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"]


def test_fetch_downloads_video_once_under_its_name(shelf: Shelf, tmp_path: Path) -> None:
    first = fetch(tour(shelf), tmp_path)
    assert (first.name, first.read_bytes()) == ("tour.webm", VIDEO)
    assert fetch(tour(shelf), tmp_path) == first
    assert shelf.ranges == [""]
    assert left(tmp_path) == ["tour.webm"]


def test_fetch_resumes_broken_download(shelf: Shelf, tmp_path: Path) -> None:
    shelf.cuts = 2
    assert fetch(tour(shelf), tmp_path, pause=0.01).read_bytes() == VIDEO
    assert shelf.ranges == ["", f"bytes={BROKEN_OFF}-", f"bytes={2 * BROKEN_OFF}-"]


def test_fetch_resumes_partial_file_of_earlier_run(shelf: Shelf, tmp_path: Path) -> None:
    shelf.cuts = 1
    with pytest.raises(VideoError, match="the next run goes on from where this one broke off"):
        _give_up(shelf, tmp_path)
    assert left(tmp_path) == ["tour.webm.part"]
    shelf.statuses.clear()
    shelf.ranges.clear()
    assert fetch(tour(shelf), tmp_path, pause=0.01).read_bytes() == VIDEO
    assert shelf.ranges == [f"bytes={BROKEN_OFF}-"]


def _give_up(shelf: Shelf, folder: Path) -> None:
    """Part of the file comes, then the server fails for good."""

    class Failing:
        def pieces(self, pieces: Iterable[bytes], *_: object) -> Iterator[bytes]:
            shelf.statuses = [500] * ATTEMPTS
            yield from pieces

        def again(self, why: str) -> None:
            pass

    fetch(tour(shelf), folder, lambda name: nullcontext(Failing()), pause=0.01)


def test_fetch_restarts_when_server_lacks_ranges(shelf: Shelf, tmp_path: Path) -> None:
    shelf.cuts, shelf.plain = 1, True
    assert fetch(tour(shelf), tmp_path, pause=0.01).read_bytes() == VIDEO
    assert shelf.ranges == ["", f"bytes={BROKEN_OFF}-"]


def test_fetch_accepts_complete_partial_file(shelf: Shelf, tmp_path: Path) -> None:
    part = tmp_path / HASH[:16] / "tour.webm.part"
    part.parent.mkdir()
    part.write_bytes(VIDEO)
    assert fetch(tour(shelf), tmp_path).read_bytes() == VIDEO
    assert shelf.ranges == [f"bytes={len(VIDEO)}-"]


def test_fetch_rejects_and_deletes_file_with_wrong_hash(shelf: Shelf, tmp_path: Path) -> None:
    wanted = "ab" * 32
    with pytest.raises(VideoError) as caught:
        fetch(tour(shelf, wanted), tmp_path)
    told = str(caught.value)
    assert told.startswith(f"videos.toml: [tour] sha256: expected {wanted}")
    assert HASH in told
    assert left(tmp_path) == []


def test_fetch_404_error_names_entry_without_retry(shelf: Shelf, tmp_path: Path) -> None:
    shelf.statuses = [404]
    with pytest.raises(
        VideoError,
        match=r"videos\.toml: \[tour\] url: http://127\.0\.0\.1:\d+: the server answered 404 Not",
    ):
        fetch(tour(shelf), tmp_path)
    assert (len(shelf.ranges), left(tmp_path)) == (1, [])


def test_fetch_retries_server_errors(shelf: Shelf, tmp_path: Path) -> None:
    shelf.statuses = [503, 500]
    assert fetch(tour(shelf), tmp_path, pause=0.01).read_bytes() == VIDEO
    assert len(shelf.ranges) == 3


def test_fetch_connection_error_hides_credentials(tmp_path: Path) -> None:
    url = "http://ann:open-sesame@127.0.0.1:9/tour.mp4?token=very-secret"
    where = r"\[tour\] url: http://127\.0\.0\.1:9: \[Errno \d+\] Connection refused; "
    with pytest.raises(VideoError, match=where) as caught:
        fetch(Listed("tour", url, HASH, Path("videos.toml")), tmp_path, pause=0.01)
    assert "sesame" not in str(caught.value)
    assert "very-secret" not in str(caught.value)


@pytest.mark.parametrize(("statuses", "digest"), [([500] * ATTEMPTS, HASH), ([], "ab" * 32)])
def test_fetch_failure_is_remembered_for_the_run(
    shelf: Shelf, tmp_path: Path, statuses: list[int], digest: str
) -> None:
    def failure(run: str) -> str:
        with pytest.raises(VideoError) as caught:
            fetch(tour(shelf, digest), tmp_path, failures=tmp_path / run, pause=0.01)
        return str(caught.value)

    shelf.statuses = list(statuses)
    first, asked = failure("one"), len(shelf.paths)
    assert (failure("one"), len(shelf.paths)) == (first, asked)
    shelf.statuses = list(statuses)
    failure("two")
    assert len(shelf.paths) == 2 * asked


def test_fetch_failure_names_its_own_entry(shelf: Shelf, tmp_path: Path) -> None:
    listed = tour(shelf, "ab" * 32)
    for name in ("tour", "copy"):
        with pytest.raises(VideoError, match=rf"\[{name}\] sha256"):
            fetch(replace(listed, name=name), tmp_path, failures=tmp_path / "run")


def _fetch(listed: Listed, folder: Path) -> None:
    assert fetch(listed, folder).read_bytes() == VIDEO


def test_fetch_downloads_once_across_processes(shelf: Shelf, tmp_path: Path) -> None:
    spawn = get_context("spawn")
    workers = [spawn.Process(target=_fetch, args=(tour(shelf), tmp_path)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(300)
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert shelf.ranges == [""]


START = "downloading the tutorial video tour, 1.0 MB"
END = r"downloaded the tutorial video tour: 1\.0 MB in \d+\.\d s"


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().err.splitlines()


def test_progress_without_terminal_prints_start_and_end(
    shelf: Shelf, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fetch(tour(shelf), tmp_path, progress.show)
    start, end = told(capsys)
    assert start == START
    assert re.fullmatch(END, end)
    fetch(tour(shelf), tmp_path, progress.show)
    assert told(capsys) == []


def test_progress_without_terminal_prints_reason_of_retry(
    shelf: Shelf, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf.statuses, shelf.cuts = [503], 1
    fetch(tour(shelf), tmp_path, progress.show, pause=0.01)
    busy, start, cut, end = told(capsys)
    assert busy == (
        "the tutorial video tour: the server answered 503 Service Unavailable; trying again"
    )
    assert start == START
    assert re.fullmatch("the tutorial video tour: peer closed connection .*; trying again", cut)
    assert re.fullmatch(END, end)


def test_progress_failed_download_prints_no_end_line(
    shelf: Shelf, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(VideoError):
        fetch(tour(shelf, "ab" * 32), tmp_path, progress.show)
    assert told(capsys) == [START]


def test_progress_on_terminal_shows_bar(
    shelf: Shelf,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes any stream for a terminal then
    shelf.statuses = [503]
    fetch(tour(shelf), tmp_path, progress.show, pause=0.01)
    shown = capsys.readouterr().err
    assert "tour: the server answered 503 Service Unavailable; trying again" in shown
    assert "1.0/1.0 MB" in shown


def test_locate_prefers_local_over_listed_video(shelf: Shelf, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "tour.mp4").touch()
    listed = {"tour": tour(shelf)}
    assert locate("tour", [own], listed, tmp_path) == own / "tour.mp4"
    assert locate("tour.mp4", [], listed, tmp_path).read_bytes() == VIDEO


def test_locate_unknown_video_suggests_nearest_name(shelf: Shelf, tmp_path: Path) -> None:
    with pytest.raises(Unavailable) as caught:
        locate("tuor", [tmp_path], {"tour": tour(shelf)}, tmp_path)
    told = str(caught.value)
    assert f"'tuor' is not here: looked for tuor{{.mp4,.mov,.webm,.mkv}} in {tmp_path}" in told
    assert told.endswith("nor does videos.toml list it; did you mean 'tour'?")


@pytest.fixture
def reading(tmp_path: Path) -> Callable[[str], dict[str, Listed]]:
    """Read this as videos.toml."""

    def read(text: str) -> dict[str, Listed]:
        path = tmp_path / "videos.toml"
        path.write_text(text)
        return listing.read(path)

    return read


def test_video_listing_reads_entries_by_name(reading, tmp_path: Path) -> None:
    read = reading(f'["a.b"]\nurl = "https://host/x.mp4"\nsha256 = "{HASH.upper()}"\n')
    assert read == {"a.b": Listed("a.b", "https://host/x.mp4", HASH, tmp_path / "videos.toml")}


GOOD_HASH = f'sha256 = "{HASH}"'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[tour", r"videos\.toml: not readable as TOML: Expected .*; expected \[kayak_tour\] with"),
        ('tour = "x"', r"videos\.toml: \[tour\] is no table; expected \[kayak_tour\] with"),
        (f"[tour]\n{GOOD_HASH}", r"\[tour\] url: expected a text, got 'nothing'"),
        (f"[tour]\nurl = 3\n{GOOD_HASH}", r"\[tour\] url: expected a text, got 3"),
        (
            f'[tour]\nurl = "file:///etc/passwd"\n{GOOD_HASH}',
            r"\[tour\] url: expected an address that begins with https:// or http://",
        ),
        (f'[tour]\nurl = "tour.mp4"\n{GOOD_HASH}', r"\[tour\] url: expected an address"),
        (f'[tour]\nurl = "http://[x/"\n{GOOD_HASH}', r"\[tour\] url: "),
        ('[tour]\nurl = "https://h/x"', r"\[tour\] sha256: expected a text, got 'nothing'"),
        (
            '[tour]\nurl = "https://h/x"\nsha256 = "abc"',
            r"\[tour\] sha256: expected 64 hexadecimal digits.*got 'abc'",
        ),
        (
            f'[tour]\nadress = "https://h/x"\nurls = "https://h/x"\n{GOOD_HASH}',
            r"\[tour\] adress: no such field; known: sha256, url",
        ),
        ('[tour]\nurll = "x"', r"\[tour\] urll: no such field; did you mean 'url'\?"),
        ('[tour.mp4]\nurl = "x"', r'\[tour\] holds another table; .* \["tour\.mp4"\]'),
        (f'["../tour"]\nurl = "https://h/x"\n{GOOD_HASH}', r"\[\.\./tour\] is no name of a file"),
    ],
)
def test_video_listing_error_names_file_entry_and_field(reading, text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        reading(text)
