"""Listed videos: downloaded once, resumed, verified; whatever is wrong is told with its place."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context
from pathlib import Path
from threading import Thread

import pytest

from pytest_vwa.core.errors import Unavailable, UsageError, VideoError
from pytest_vwa.video import listing, progress
from pytest_vwa.video.download import ATTEMPTS, fetch
from pytest_vwa.video.listing import Listed
from pytest_vwa.video.source import locate

VIDEO = bytes(range(256)) * 4000
HASH = sha256(VIDEO).hexdigest()
BROKEN_OFF = 300_000


class Shelf(ThreadingHTTPServer):
    """Serves VIDEO. ``cuts`` times the connection breaks off; ``plain`` is a server that knows no
    ranges; ``statuses`` are answered first. ``asked`` has the range of each request."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.cuts, self.plain, self.statuses = 0, False, list[int]()
        self.asked: list[str] = []

    def listed(self, digest: str = HASH, path: str = "/videos/tour.webm") -> Listed:
        url = f"http://127.0.0.1:{self.server_port}{path}"
        return Listed("tour", url, digest, Path("videos.toml"))


class _Handler(BaseHTTPRequestHandler):
    server: Shelf

    def do_GET(self) -> None:  # the name http.server looks for
        asked = self.headers.get("Range", "")
        self.server.asked.append(asked)
        if self.server.statuses:
            self._answer(self.server.statuses.pop(0), b"")
            return
        start = 0 if self.server.plain or not asked else int(asked[len("bytes=") : -1])
        if start >= len(VIDEO):
            self._answer(416, b"")
            return
        self._answer(206 if start else 200, VIDEO[start:], start)

    def _answer(self, status: int, body: bytes, start: int = 0) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if status == 206:
            self.send_header("Content-Range", f"bytes {start}-{len(VIDEO) - 1}/{len(VIDEO)}")
        self.end_headers()
        if body and self.server.cuts:
            self.server.cuts -= 1
            body = body[:BROKEN_OFF]
            self.close_connection = True
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    with Shelf() as server:
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def left(folder: Path) -> list[str]:
    """What is in the folder beside locks."""
    return [path.name for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"]


def test_a_listed_video_is_downloaded_once_under_its_name(shelf: Shelf, tmp_path: Path) -> None:
    first = fetch(shelf.listed(), tmp_path)
    assert (first.name, first.read_bytes()) == ("tour.webm", VIDEO)
    assert fetch(shelf.listed(), tmp_path) == first
    assert shelf.asked == [""]
    assert left(tmp_path) == ["tour.webm"]


def test_a_download_that_breaks_off_goes_on_from_there(shelf: Shelf, tmp_path: Path) -> None:
    shelf.cuts = 2
    assert fetch(shelf.listed(), tmp_path, pause=0.01).read_bytes() == VIDEO
    assert shelf.asked == ["", f"bytes={BROKEN_OFF}-", f"bytes={2 * BROKEN_OFF}-"]


def test_a_later_run_goes_on_where_an_earlier_one_gave_up(shelf: Shelf, tmp_path: Path) -> None:
    shelf.cuts = 1
    with pytest.raises(VideoError, match="the next run goes on from where this one broke off"):
        _give_up(shelf, tmp_path)
    assert left(tmp_path) == ["tour.webm.part"]
    shelf.statuses.clear()
    shelf.asked.clear()
    assert fetch(shelf.listed(), tmp_path, pause=0.01).read_bytes() == VIDEO
    assert shelf.asked == [f"bytes={BROKEN_OFF}-"]


def _give_up(shelf: Shelf, folder: Path) -> None:
    """Part of the file comes, then the server fails for good."""

    class Failing:
        def pieces(self, pieces: Iterable[bytes], *_: object) -> Iterator[bytes]:
            shelf.statuses = [500] * ATTEMPTS
            yield from pieces

        def again(self, why: str) -> None:
            pass

    fetch(shelf.listed(), folder, lambda name: nullcontext(Failing()), pause=0.01)


def test_a_server_without_ranges_sends_all_of_it_again(shelf: Shelf, tmp_path: Path) -> None:
    shelf.cuts, shelf.plain = 1, True
    assert fetch(shelf.listed(), tmp_path, pause=0.01).read_bytes() == VIDEO
    assert shelf.asked == ["", f"bytes={BROKEN_OFF}-"]


def test_a_file_that_was_complete_but_not_verified_is_taken(shelf: Shelf, tmp_path: Path) -> None:
    part = tmp_path / HASH[:16] / "tour.webm.part"
    part.parent.mkdir()
    part.write_bytes(VIDEO)
    assert fetch(shelf.listed(), tmp_path).read_bytes() == VIDEO
    assert shelf.asked == [f"bytes={len(VIDEO)}-"]


def test_another_file_than_the_listed_one_is_told_and_not_kept(
    shelf: Shelf, tmp_path: Path
) -> None:
    wanted = "ab" * 32
    with pytest.raises(VideoError) as caught:
        fetch(shelf.listed(wanted), tmp_path)
    told = str(caught.value)
    assert told.startswith(f"videos.toml: [tour] sha256: expected {wanted}")
    assert HASH in told
    assert left(tmp_path) == []


def test_a_page_that_is_not_there_is_told_with_entry_and_status(
    shelf: Shelf, tmp_path: Path
) -> None:
    shelf.statuses = [404]
    with pytest.raises(
        VideoError, match=r"videos\.toml: \[tour\] url: the server answered 404 Not Found"
    ):
        fetch(shelf.listed(), tmp_path)
    assert (len(shelf.asked), left(tmp_path)) == (1, [])


def test_a_server_that_fails_for_a_moment_is_asked_again(shelf: Shelf, tmp_path: Path) -> None:
    shelf.statuses = [503, 500]
    assert fetch(shelf.listed(), tmp_path, pause=0.01).read_bytes() == VIDEO
    assert len(shelf.asked) == 3


def test_a_server_that_is_not_there_is_told_without_its_keys(tmp_path: Path) -> None:
    url = "http://ann:open-sesame@127.0.0.1:9/tour.mp4?token=very-secret"
    with pytest.raises(VideoError, match=r"\[tour\] url: ") as caught:
        fetch(Listed("tour", url, HASH, Path("videos.toml")), tmp_path, pause=0.01)
    assert "sesame" not in str(caught.value)
    assert "very-secret" not in str(caught.value)


def _fetch(listed: Listed, folder: Path) -> None:
    assert fetch(listed, folder).read_bytes() == VIDEO


def test_processes_that_want_a_video_at_once_download_it_once(shelf: Shelf, tmp_path: Path) -> None:
    spawn = get_context("spawn")
    workers = [spawn.Process(target=_fetch, args=(shelf.listed(), tmp_path)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    assert shelf.asked == [""]


START = "downloading the tutorial video tour, 1.0 MB"
END = r"downloaded the tutorial video tour: 1\.0 MB in \d+\.\d s"


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().err.splitlines()


def test_without_a_terminal_a_download_has_a_line_at_its_start_and_one_at_its_end(
    shelf: Shelf, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fetch(shelf.listed(), tmp_path, progress.show)
    start, end = told(capsys)
    assert start == START
    assert re.fullmatch(END, end)
    fetch(shelf.listed(), tmp_path, progress.show)
    assert told(capsys) == []


def test_without_a_terminal_another_attempt_is_told_with_its_reason_alone(
    shelf: Shelf, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf.statuses, shelf.cuts = [503], 1
    fetch(shelf.listed(), tmp_path, progress.show, pause=0.01)
    busy, start, cut, end = told(capsys)
    assert busy == (
        "the tutorial video tour: the server answered 503 Service Unavailable; trying again"
    )
    assert start == START
    assert re.fullmatch("the tutorial video tour: peer closed connection .*; trying again", cut)
    assert re.fullmatch(END, end)


def test_a_download_that_fails_has_no_line_that_says_it_ended(
    shelf: Shelf, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(VideoError):
        fetch(shelf.listed("ab" * 32), tmp_path, progress.show)
    assert told(capsys) == [START]


def test_on_a_terminal_a_download_has_a_bar(
    shelf: Shelf,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes any stream for a terminal then
    shelf.statuses = [503]
    fetch(shelf.listed(), tmp_path, progress.show, pause=0.01)
    shown = capsys.readouterr().err
    assert "tour: the server answered 503 Service Unavailable; trying again" in shown
    assert "1.0/1.0 MB" in shown


def test_a_local_video_goes_before_a_listed_one(shelf: Shelf, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "tour.mp4").touch()
    listed = {"tour": shelf.listed()}
    assert locate("tour", [own], listed, tmp_path) == own / "tour.mp4"
    assert locate("tour.mp4", [], listed, tmp_path).read_bytes() == VIDEO


def test_a_video_that_is_neither_here_nor_listed_is_told_with_the_nearest(
    shelf: Shelf, tmp_path: Path
) -> None:
    with pytest.raises(Unavailable) as caught:
        locate("tuor", [tmp_path], {"tour": shelf.listed()}, tmp_path)
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


def test_entries_are_read_by_name(reading, tmp_path: Path) -> None:
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
def test_a_wrong_entry_is_told_with_file_entry_and_field(reading, text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        reading(text)
