"""Pictures from the web, and how alike two of them are."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from pytest_vwa.core.errors import SiteError
from pytest_vwa.core.observation import Image

_HEADERS = {"User-Agent": "pytest-vwa"}


_ADDRESSES = ("http://", "https://", "data:", "__")


def is_here(source: str) -> bool:
    """Whether it is an address, maybe with a site's placeholder, or an existing file."""
    return source.startswith(_ADDRESSES) or Path(source).is_file()


def load(source: str) -> Image:
    """A reference picture, by address or by path; raises SiteError when it cannot be had."""
    picture = fetch(source) if source.startswith(_ADDRESSES) else _read(Path(source))
    if picture is None:
        raise SiteError(f"the reference picture {source!r} cannot be had or is no picture")
    return picture


def fetch(address: str) -> Image | None:
    """The picture at an address; None when there is none or it cannot be decoded.

    Raises SiteError when the server cannot be reached or fails.
    """
    import httpx

    if address.startswith("data:"):
        return _decoded(_inline(address))
    try:
        response = httpx.get(address, headers=_HEADERS, follow_redirects=True, timeout=30)
    except httpx.HTTPError as error:
        raise SiteError(f"the picture {address} cannot be fetched: {error}") from error
    if response.is_server_error:
        raise SiteError(f"the picture {address} cannot be fetched: HTTP {response.status_code}")
    return _decoded(response.content) if response.is_success else None


def similarity(one: Image, other: Image) -> float:
    """Mean structural similarity, at most 1, of the grey pictures at the larger width and height.

    Wang et al. 2004, as scikit-image computes it, with Lanczos resizing.
    """
    import numpy
    from PIL import Image as Pillow
    from skimage.metrics import structural_similarity

    first, second = (Pillow.open(BytesIO(image.data)) for image in (one, other))
    size = max(first.width, second.width), max(first.height, second.height)
    grey = [
        numpy.asarray(picture.resize(size, Pillow.Resampling.LANCZOS).convert("L"))
        for picture in (first, second)
    ]
    measure: Callable[..., float] = structural_similarity
    return float(measure(*grey))


def _read(path: Path) -> Image | None:
    return _decoded(path.read_bytes()) if path.is_file() else None


def _inline(address: str) -> bytes:
    from base64 import b64decode
    from urllib.parse import unquote_to_bytes

    head, _, body = address.partition(",")
    return b64decode(body) if head.endswith(";base64") else unquote_to_bytes(body)


def _decoded(data: bytes) -> Image | None:
    from PIL import Image as Pillow

    try:
        with Pillow.open(BytesIO(data)) as picture:
            return Image(data, picture.get_format_mimetype() or "image/png")
    except OSError:
        return None
