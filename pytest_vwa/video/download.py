"""Fetching a listed video: once, resumed where it broke off, and only if it is the right file."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from pytest_vwa.core.errors import VideoError
from pytest_vwa.core.video_file import SUFFIXES, sha256

from .failures import remembered
from .listing import Listed

if TYPE_CHECKING:
    from httpx import HTTPError, InvalidURL
    from tenacity import RetryCallState

ATTEMPTS = 4
_TIMEOUT = 30.0


class Progress(Protocol):
    """What a person is shown of one download."""

    def pieces(self, pieces: Iterable[bytes], done: int, total: int | None) -> Iterator[bytes]:
        """Passes those of one attempt on: ``done`` bytes were here before it, ``total`` is None
        where the server does not tell."""
        ...

    def again(self, why: str) -> None:
        """The attempt came to nothing; another follows."""


Watch = Callable[[str], AbstractContextManager[Progress]]
"""Around the download of the video of this name, which went well where no error leaves it."""


class _Unwatched:
    def pieces(self, pieces: Iterable[bytes], done: int, total: int | None) -> Iterator[bytes]:
        yield from pieces

    def again(self, why: str) -> None:
        pass


def unwatched(name: str) -> AbstractContextManager[Progress]:
    """Shows nothing."""
    return nullcontext(_Unwatched())


def fetch(
    listed: Listed,
    folder: Path,
    watch: Watch = unwatched,
    *,
    failures: Path | None = None,
    pause: float = 1.0,
) -> Path:
    """The video's file below ``folder``; downloaded when it is not there yet, by one process.

    Lost connections and server errors are tried again after ``pause``, 2 x ``pause``, ... seconds,
    from where they broke off. Raises VideoError naming entry and field, also when the file is not
    the one that is listed: then nothing of it is kept. With ``failures``, a folder, it is raised
    again whenever this video is asked for there.
    """
    from filelock import FileLock

    target = folder / listed.sha256[:16] / _file_name(listed)
    if not target.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{target}.lock"):
            if not target.is_file():
                part = target.with_name(f"{target.name}.part")
                with remembered(listed, failures), watch(listed.name) as progress:
                    _complete(listed, part, progress, pause)
                    _verify(listed, part)
                part.replace(target)
    return target


def _file_name(listed: Listed) -> str:
    if Path(listed.name).suffix in SUFFIXES:
        return listed.name
    suffix = Path(urlsplit(listed.url).path).suffix
    return listed.name + (suffix if suffix in SUFFIXES else SUFFIXES[0])


def _complete(listed: Listed, part: Path, progress: Progress, pause: float) -> None:
    from httpx import HTTPError, InvalidURL
    from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_exponential

    def tell(state: "RetryCallState") -> None:
        if state.outcome and (error := state.outcome.exception()):
            progress.again(_words(error))

    attempts = Retrying(
        stop=stop_after_attempt(ATTEMPTS),
        wait=wait_exponential(pause),
        retry=retry_if_exception(_is_passing),
        before_sleep=tell,
        reraise=True,
    )
    try:
        attempts(_continue, listed, part, progress)
    except (HTTPError, InvalidURL) as error:
        told = f"{_server(error)}{_words(error)}; {_remedy(part)}"
        raise VideoError(f"{listed.where('url')}: {told}") from None
    except OSError as error:
        raise VideoError(f"{part} cannot be written: {error.strerror}") from error


def _server(error: "HTTPError | InvalidURL") -> str:
    """Which one it was, maybe at the end of redirects: ``http://host:port: ``."""
    from httpx import HTTPError

    if not isinstance(error, HTTPError):
        return ""
    url = error.request.url
    return f"{url.scheme}://{url.netloc.decode()}: "


def _words(error: BaseException) -> str:
    """What went wrong, without the address, which may hold a password."""
    from httpx import HTTPStatusError

    if isinstance(error, HTTPStatusError):
        status = f"{error.response.status_code} {error.response.reason_phrase}".strip()
        return f"the server answered {status}"
    return str(error) or type(error).__name__


def _is_passing(error: BaseException) -> bool:
    from httpx import HTTPStatusError, TransportError, UnsupportedProtocol

    if isinstance(error, HTTPStatusError):
        return error.response.status_code in (408, 429) or error.response.status_code >= 500
    return isinstance(error, TransportError) and not isinstance(error, UnsupportedProtocol)


def _remedy(part: Path) -> str:
    begun = "; the next run goes on from where this one broke off" if part.is_file() else ""
    return f"correct it, or put the video into a folder of --vwa-video-dir{begun}"


def _continue(listed: Listed, part: Path, progress: Progress) -> None:
    """Append what is missing; a server that sends all of it again makes it start anew."""
    from http import HTTPStatus

    from httpx import stream

    done = part.stat().st_size if part.is_file() else 0
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={done}-"} if done else {})
    with stream(
        "GET", listed.url, headers=headers, follow_redirects=True, timeout=_TIMEOUT
    ) as response:
        if done and response.status_code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            return  # all of it is here; whether it is the right file is asked next
        response.raise_for_status()
        resumed = response.status_code == HTTPStatus.PARTIAL_CONTENT
        done = done if resumed else 0
        left = response.headers.get("Content-Length", "")
        total = done + int(left) if left.isdigit() else None
        with part.open("ab" if resumed else "wb") as file:
            for piece in progress.pieces(response.iter_raw(), done, total):
                file.write(piece)


def _verify(listed: Listed, part: Path) -> None:
    found = sha256(part)
    if found != listed.sha256:
        size = part.stat().st_size
        part.unlink()
        raise VideoError(
            f"{listed.where('sha256')}: expected {listed.sha256}, but the {size} bytes that came "
            f"have {found}; nothing of them is kept. Is it another file, or a page that asks to "
            "log in? Correct url or sha256"
        )
