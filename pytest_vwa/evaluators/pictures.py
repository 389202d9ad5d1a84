"""Pictures from the web, and how alike two of them are."""

import struct
from base64 import b64decode, b64encode
from functools import partial
from io import BytesIO
from pathlib import Path

from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Once, look_anew
from pytest_vwa.core.site import Sites

# What Pillow's decoders raise of damaged data.
_DAMAGED = (OSError, SyntaxError, ValueError, EOFError, IndexError, RuntimeError, struct.error)
_HEADERS = {"User-Agent": "pytest-vwa"}
_NONE = Sites({})


_ADDRESSES = ("http://", "https://", "data:", "__")


def is_here(source: str, once: Once = look_anew) -> bool:
    """Whether it is an address, maybe with a site's placeholder, or an existing file."""
    return source.startswith(_ADDRESSES) or bool(once(f"file {source}", lambda: _is_file(source)))


def _is_file(source: str) -> bool:
    """A text too long for a name is none."""
    try:
        return Path(source).is_file()
    except OSError:
        return False


def load(source: str, once: Once = look_anew, sites: Sites = _NONE) -> Image:
    """A reference picture, by address or by path; raises SiteError when it cannot be had."""
    picture = fetch(source, once, sites)
    if picture is None:
        raise SiteError(f"the reference picture {source!r} cannot be had or is no picture")
    return picture


def fetch(source: str, once: Once = look_anew, sites: Sites = _NONE) -> Image | None:
    """The picture at an address or path; None when there is none or it cannot be decoded. Of these
    ``sites`` each is sent its headers.

    Raises SiteError when a server cannot be reached or fails.
    """
    if source.startswith("data:"):
        return _decoded(_inline(source))
    look = partial(_download, sites) if source.startswith(_ADDRESSES) else _read
    kept = once(f"picture {source}", lambda: _packed(look(source)))
    return Image(b64decode(kept["data"]), kept["mime"]) if kept else None


def _packed(image: Image | None) -> dict[str, str] | None:
    return {"mime": image.mime, "data": b64encode(image.data).decode()} if image else None


def _download(sites: Sites, address: str) -> Image | None:
    import httpx

    def dress(request: httpx.Request) -> None:
        """A redirect takes along what the request before it was sent."""
        for name in {name for headers in sites.headers.values() for name in headers}:
            request.headers.pop(name, None)
        request.headers.update(sites.headers_to(str(request.url)))

    hooks = {"request": [dress]}
    try:
        with httpx.Client(
            headers=_HEADERS, follow_redirects=True, timeout=30, event_hooks=hooks
        ) as client:
            response = client.get(address)
    except httpx.InvalidURL:
        return None
    except httpx.HTTPError as error:
        raise SiteError(f"the picture {address} cannot be fetched: {error}") from error
    if response.is_server_error:
        raise SiteError(f"the picture {address} cannot be fetched: HTTP {response.status_code}")
    return _decoded(response.content) if response.is_success else None


def similarity(one: Image, other: Image) -> float:
    """Mean structural similarity, at most 1, of the grey pictures at the larger width and height,
    with Lanczos resizing."""
    import numpy
    from PIL import Image as Pillow

    from .ssim import WINDOW, ssim

    first, second = (Pillow.open(BytesIO(image.data)) for image in (one, other))
    size = max(first.width, second.width, WINDOW), max(first.height, second.height, WINDOW)
    grey = [
        numpy.asarray(picture.resize(size, Pillow.Resampling.LANCZOS).convert("L"))
        for picture in (first, second)
    ]
    return ssim(*grey)


def _read(source: str) -> Image | None:
    return _decoded(Path(source).read_bytes()) if _is_file(source) else None


def _inline(address: str) -> bytes:
    from urllib.parse import unquote_to_bytes

    head, _, body = address.partition(",")
    try:
        return b64decode(body) if head.endswith(";base64") else unquote_to_bytes(body)
    except ValueError:
        return b""


def _decoded(data: bytes) -> Image | None:
    """None for what is no picture, or not a whole one."""
    from PIL import Image as Pillow

    try:
        with Pillow.open(BytesIO(data)) as picture:
            picture.load()
            return Image(data, picture.get_format_mimetype() or "image/png")
    except (*_DAMAGED, Pillow.DecompressionBombError):
        return None
