"""Pages to measure on: so many interactive elements, with pictures like photographs."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from random import Random
from threading import Thread

from PIL import Image, ImageFilter

SIZES = (50, 300, 3000)
_PER_CARD = 3
_PER_ROW = 15
_DENSE = 1000
"""From so many elements on, the page is a dense grid instead of a shop's cards."""


def page(elements: int) -> str:
    """HTML with that many interactive elements: cards with a picture link, a title link and a
    button; or a grid of small links and buttons, 15 to a row, with a picture in each row."""
    body = _grid(elements) if elements >= _DENSE else _cards(elements)
    return f"<!doctype html><title>{elements} elements</title><style>{_STYLE}</style>{body}"


_STYLE = """
body { font: 14px sans-serif; margin: 16px; }
.cards { display: grid; grid-template-columns: repeat(5, 1fr); gap: 16px; }
.card { border: 1px solid #ccc; border-radius: 6px; padding: 8px; }
.card img { width: 100%; height: 160px; object-fit: cover; display: block; }
.card a { display: block; margin: 6px 0; }
.rows td { padding: 2px 3px; font-size: 11px; white-space: nowrap; }
.rows img { width: 24px; height: 18px; display: block; }
.rows button { font-size: 10px; padding: 0 3px; }
a:hover, button:hover { background: #fe9; }
"""


def _cards(elements: int) -> str:
    full, rest = divmod(elements - 1, _PER_CARD)
    cards = "".join(_card(number) for number in range(full))
    links = "".join(f'<a href="#more-{number}">More {number}</a> ' for number in range(rest))
    search = '<input placeholder="Search the shop">'
    return f"<p>{search} {links}</p><div class=cards>{cards}</div>"


def _card(number: int) -> str:
    return (
        f'<div class=card><a href="#picture-{number}"><img alt="Photo of item {number}" '
        f'src="{_photos()[number % len(_photos())]}"></a>'
        f'<a href="#item-{number}">Item {number}: hand-made, barely used</a>'
        f"<span>${number}.99, ships within {number % 9 + 1} days</span> "
        "<button>Add to cart</button></div>"
    )


def _grid(elements: int) -> str:
    rows = []
    for row in range(elements // _PER_ROW):
        cells = "".join(
            f"<td><button>b{row}.{column}</button></td>"
            if column % 3 == 2
            else f'<td><a href="#c{row}-{column}">{row}.{column}</a></td>'
            for column in range(_PER_ROW)
        )
        photo = _photos()[row % len(_photos())]
        rows.append(f'<tr><td><img alt="Row {row}" src="{photo}"></td>{cells}</tr>')
    return f"<table class=rows>{''.join(rows)}</table>"


@cache
def _photos() -> tuple[str, ...]:
    """Twelve pictures, as data addresses: soft shapes and grain, as photographs have them."""
    return tuple(_photo(seed) for seed in range(12))


def _photo(seed: int) -> str:
    random = Random(seed)
    small = Image.frombytes("RGB", (12, 8), random.randbytes(12 * 8 * 3))
    soft = small.resize((240, 160), Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(2))
    grain = Image.effect_noise((240, 160), 40).convert("RGB")
    encoded = BytesIO()
    Image.blend(soft, grain, 0.08).save(encoded, "JPEG", quality=85)
    return f"data:image/jpeg;base64,{b64encode(encoded.getvalue()).decode()}"


@contextmanager
def serve(elements: int) -> Iterator[str]:
    """The address of the page, served on loopback."""
    body = page(elements).encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the name http.server looks for
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()
