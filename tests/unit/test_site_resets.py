"""Sites are made new by a call, a command or a hook, and are ready before anybody goes on."""

import os
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event

import pytest
from filelock import FileLock
from loopback import serve
from small_site import Answer, site

from pytest_vwa.core.errors import SiteError, UsageError
from pytest_vwa.sites import catalog
from pytest_vwa.sites.entry import Call, Command, Entry, Health, Hook, Reset
from pytest_vwa.sites.reset import reset


def entry(by: Call | Command | Hook, seconds: float = 30) -> Entry:
    return Entry("classifieds", ("http://unused",), reset=Reset(by, seconds))


def test_a_call_resets_with_its_token() -> None:
    seen: list[tuple[str, str]] = []

    def answer(path: str, posted: str) -> Answer:
        seen.append((path, posted))
        return 200, ""

    with site(answer) as url:
        reset(entry(Call("{url}/index.php?page=reset", {"token": "t0ken"})), url, {})
    assert seen == [("/index.php?page=reset", "token=t0ken"), ("/", "")]


def test_a_call_that_is_refused_is_told_without_its_token() -> None:
    with site(lambda *_: (403, "")) as url, pytest.raises(SiteError) as caught:
        reset(entry(Call("{url}/reset", {"token": "t0ken"})), url, {})
    assert "was answered with 403; is the token right?" in str(caught.value)
    assert "t0ken" not in str(caught.value)


def test_a_command_resets_and_what_it_says_is_told_when_it_fails(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with site(lambda *_: (200, "")) as url:
        reset(entry(Command(("sh", "-c", f"echo {{url}} > {mark}"))), url, {})
        assert mark.read_text().strip() == url
        with pytest.raises(SiteError, match=r"reset by 'sh' ended with 3: no such container"):
            reset(entry(Command(("sh", "-c", "echo no such container >&2; exit 3"))), url, {})
        with pytest.raises(SiteError, match=r"reset by 'no-such-program' failed"):
            reset(entry(Command(("no-such-program",))), url, {})


def test_a_hook_resets_and_its_failure_is_the_sites() -> None:
    done: list[str] = []

    def fail(url: str) -> None:
        raise ValueError("no snapshot")

    with site(lambda *_: (200, "")) as url:
        reset(entry(Hook("mine")), url, {"mine": done.append})
        assert done == [url]
        with pytest.raises(SiteError, match="by hook 'bad' failed: ValueError: no snapshot"):
            reset(entry(Hook("bad")), url, {"bad": fail})
        with pytest.raises(UsageError, match="nobody registered 'mien'; did you mean 'mine'"):
            reset(entry(Hook("mien")), url, {"mine": done.append})


def test_the_published_classifieds_are_reset_by_their_token_alone() -> None:
    seen: list[tuple[str, str]] = []

    def answer(path: str, posted: str) -> Answer:
        seen.append((path, posted))
        return 200, "The site has been reset."

    with site(answer) as url:
        known = catalog.read(None, {"CLASSIFIEDS": url, "CLASSIFIEDS_RESET_TOKEN": "t0ken"})
        reset(known.by_name["classifieds"], url, {})
        usual = catalog.read(None, {"CLASSIFIEDS": url})
        reset(usual.by_name["classifieds"], url, {})
    public = "4b61655535e7ed388f0d40a93600254c"
    assert [each for each in seen if each[1]] == [
        ("/index.php?page=reset", "token=t0ken"),
        ("/index.php?page=reset", f"token={public}"),
    ]


def test_a_control_service_that_restarts_itself_is_asked_until_it_is_done(tmp_path: Path) -> None:
    """``/init`` cuts the line, ``/status`` is not there for a while."""
    asked: list[str] = []
    status = [503, 503, 503]

    def control(path: str, _: str) -> Answer:
        asked.append(path)
        if path == "/init":
            return 0, ""
        return (status.pop(), "") if status else (200, '{"success": true}')

    with site(lambda *_: (200, "")) as url, site(control) as controlled:
        port = controlled.rpartition(":")[2]
        file = tmp_path / "sites.yaml"
        file.write_text(
            f"sites:\n  shopping:\n    url: {url}\n    reset:\n      seconds: 30\n"
            f"      http: {{url: 'http://{{host}}:{port}/init', "
            f"done: 'http://{{host}}:{port}/status'}}\n"
        )
        reset(catalog.read(file, {}).by_name["shopping"], url, {})
    assert asked == ["/init", *["/status"] * 4]


def test_a_control_service_that_says_it_failed_is_believed() -> None:
    said = '{"success": false, "message": "gitlab-ctl reconfigure failed"}'
    with (
        site(lambda *_: (200, said)) as url,
        pytest.raises(SiteError, match="did not succeed: gitlab-ctl reconfigure failed"),
    ):
        reset(entry(Call("{url}/init")), url, {})


def test_a_line_that_is_cut_is_no_reset_where_nobody_says_when_it_is_done() -> None:
    with site(lambda *_: (0, "")) as url, pytest.raises(SiteError, match="reset failed: "):
        reset(entry(Call("{url}/reset")), url, {})


def test_a_page_to_log_in_is_no_reset_and_a_token_in_the_address_is_not_told() -> None:
    with (
        site(lambda *_: (302, "")) as url,
        pytest.raises(SiteError, match=r"/reset was answered with 302; is the token right\?$"),
    ):
        reset(entry(Call("{url}/reset?token=t0ken")), url, {})


def test_a_call_that_hangs_ends() -> None:
    hangs = Event()
    with site(lambda *_: (200, "late" * hangs.wait(60))) as url:
        with pytest.raises(SiteError, match=r"was not answered within 0.3 s$"):
            reset(entry(Call("{url}/reset", {"token": "t0ken"}), seconds=0.3), url, {})
        hangs.set()


@pytest.mark.parametrize("trickling", ["the body", "the headers"])
def test_a_call_whose_answer_trickles_for_ever_ends(trickling: str) -> None:
    hung_up, over = Event(), Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(200)
            if trickling == "the body":
                self.end_headers()
            self.flush_headers()
            with suppress(ConnectionError):
                while not over.wait(0.05):
                    self.wfile.write(b"x")
            hung_up.set()

        def log_message(self, *_: object) -> None:
            pass

    with serve(Handler) as url:
        try:
            with pytest.raises(SiteError, match=r"/reset was not answered within 0.5 s$"):
                reset(entry(Call("{url}/reset", {"token": "t0ken"}), seconds=0.5), url, {})
            assert hung_up.wait(60), "the line is still open"
        finally:
            over.set()


def test_a_command_that_hangs_is_ended_with_all_that_it_began(tmp_path: Path) -> None:
    """Its child has a lock as long as it lives."""
    os.mkfifo(tmp_path / "never")
    script = f"flock {tmp_path}/lock cat {tmp_path}/never & wait"
    with pytest.raises(SiteError, match=r"by 'sh' did not end within 2 s$"):
        reset(entry(Command(("sh", "-c", script)), seconds=2), "http://unused", {})
    with FileLock(tmp_path / "lock", timeout=60):
        pass


def test_a_hook_that_hangs_ends() -> None:
    hangs = Event()

    def hook(_: str) -> None:
        hangs.wait(60)

    with pytest.raises(SiteError, match=r"by hook 'mine' did not end within 0.3 s$"):
        reset(entry(Hook("mine"), seconds=0.3), "http://unused", {"mine": hook})
    hangs.set()


@pytest.mark.parametrize(
    ("page", "asked", "ready"),
    [
        ((302, ""), Health("/", (200, 302)), True),
        ((200, "<title>502 Bad Gateway</title>"), Health(), False),
    ],
    ids=["GitLab's redirect", "an error page with 200"],
)
def test_after_a_reset_a_site_is_ready_by_its_own_sign(
    page: Answer, asked: Health, ready: bool
) -> None:
    with site(lambda path, _: (200, "") if path == "/reset" else page) as url:
        new = Entry("gitlab", (url,), health=asked, reset=Reset(Call("{url}/reset"), 0.5))
        if ready:
            reset(new, url, {})
        else:
            with pytest.raises(SiteError, match=r"not ready within 0.5 s: error page: .*502 Bad"):
                reset(new, url, {})
