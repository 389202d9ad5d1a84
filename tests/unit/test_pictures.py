"""What the pictures of a page show."""

from base64 import b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from threading import Thread

import pytest
from judging import LiteralJudge, StillPage, evidence
from PIL import Image as Pillow

from pytest_vwa.core.errors import JudgeError, SiteError
from pytest_vwa.core.ports import Judge
from pytest_vwa.core.site import Site, Sites
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score
from pytest_vwa.evaluators.judge import needs_judge
from pytest_vwa.evaluators.page_image import SOURCES, page_image_query
from pytest_vwa.evaluators.pictures import fetch, load

QUESTION = {"question": "Is it a bear? (yes/no)", "answer": "Yes"}


def picture(shade: int) -> str:
    """A grey ramp from this shade on, as an address that holds the picture itself."""
    ramp = Pillow.new("L", (16, 16))
    ramp.putdata([(shade + 3 * index * index) % 256 for index in range(256)])
    data = BytesIO()
    ramp.save(data, "PNG")
    return f"data:image/png;base64,{b64encode(data.getvalue()).decode()}"


def query(**more: object) -> Check:
    asked = {"eval_image_url": "last", "eval_image_class": ".photo", **more}
    return Check(kind="page_image_query", args={"queries": [asked]})


def scored(check: Check, *sources: str, judge: Judge | None = None) -> Score:
    page = StillPage(values={f'{SOURCES}(".photo")': list(sources)})
    return page_image_query(evidence(page=page, judge=judge), check)


def test_page_image_one_similar_image_is_enough() -> None:
    check = query(eval_fuzzy_image_match=picture(0))
    assert scored(check, picture(100), picture(0)).passed
    assert "structural similarity above 0.8" in scored(check, picture(100)).reason


def test_page_image_accepts_any_alternative_reference() -> None:
    check = query(eval_fuzzy_image_match=f"{picture(50)} |OR| {picture(0)}")
    assert scored(check, picture(0)).passed


def test_page_image_fails_without_images() -> None:
    assert "expected at least one, got none" in scored(query(eval_vqa=[QUESTION])).reason


def test_page_image_skips_broken_images() -> None:
    assert not scored(query(eval_vqa=[QUESTION]), "data:image/png;base64,AAAA").passed


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_page_image_truncated_image_is_broken(kind: str) -> None:
    whole = BytesIO()
    Pillow.effect_noise((64, 64), 50).convert("RGB").save(whole, kind)
    cut = whole.getvalue()[: len(whole.getvalue()) // 2]
    address = f"data:image/x;base64,{b64encode(cut).decode()}"
    check = query(eval_fuzzy_image_match=picture(0))
    assert scored(check, address, picture(0)).passed
    assert "expected at least one, got none" in scored(check, address).reason
    with pytest.raises(SiteError, match="is no picture"):
        load(address)


def test_page_image_questions_need_judge() -> None:
    check = query(eval_vqa=[QUESTION])
    assert needs_judge(check)
    assert scored(check, picture(0), judge=LiteralJudge()).passed
    with pytest.raises(JudgeError):
        scored(check, picture(0))


def test_image_load_missing_file_is_site_error() -> None:
    with pytest.raises(SiteError, match="nowhere"):
        load("nowhere.png")


def test_image_fetch_sends_site_headers_only_to_site() -> None:
    heard: list[tuple[str, str | None]] = []

    class Gallery(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append((self.path, self.headers.get("X-Gate")))
            if self.path == "/beyond":
                self.send_response(404)
            else:
                self.send_response(302)
                there = "/within" if self.path == "/picture" else f"{other}/beyond"
                self.send_header("Location", there)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with (
        ThreadingHTTPServer(("127.0.0.1", 0), Gallery) as first,
        ThreadingHTTPServer(("127.0.0.1", 0), Gallery) as second,
    ):
        own, other = (f"http://127.0.0.1:{each.server_port}" for each in (first, second))
        for server in (first, second):
            Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        sites = Sites({"reddit": Site("reddit", own, headers={"X-Gate": "open"})})
        assert fetch(f"{own}/picture", sites=sites) is None
        for server in (first, second):
            server.shutdown()
    assert heard == [("/picture", "open"), ("/within", "open"), ("/beyond", None)]
