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


def test_reset_call_posts_its_token() -> None:
    seen: list[tuple[str, str]] = []

    def answer(path: str, posted: str) -> Answer:
        seen.append((path, posted))
        return 200, ""

    with site(answer) as url:
        reset(entry(Call("{url}/index.php?page=reset", {"token": "t0ken"})), url, {})
    assert seen == [("/index.php?page=reset", "token=t0ken"), ("/", "")]


def test_reset_refused_call_error_hides_token() -> None:
    with site(lambda *_: (403, "")) as url, pytest.raises(SiteError) as caught:
        reset(entry(Call("{url}/reset", {"token": "t0ken"})), url, {})
    assert "was answered with 403; is the token right?" in str(caught.value)
    assert "t0ken" not in str(caught.value)


def test_reset_failed_command_error_shows_its_output(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with site(lambda *_: (200, "")) as url:
        reset(entry(Command(("sh", "-c", f"echo {{url}} > {mark}"))), url, {})
        assert mark.read_text().strip() == url
        with pytest.raises(SiteError, match=r"reset by 'sh' ended with 3: no such container"):
            reset(entry(Command(("sh", "-c", "echo no such container >&2; exit 3"))), url, {})
        with pytest.raises(SiteError, match=r"reset by 'no-such-program' failed"):
            reset(entry(Command(("no-such-program",))), url, {})


def test_reset_hook_failure_is_site_error() -> None:
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


def test_reset_classifieds_posts_public_or_user_token() -> None:
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


def test_reset_answered_with_home_page_fails() -> None:
    asked: list[str] = []

    def home(path: str, posted: str) -> Answer:
        asked.append(path)
        boats = "<p>Blue boat</p> <p>Red boat</p> <p>Old oars and a sail, for sale since May</p>"
        return 200, f"<title>Classifieds</title>{boats} <i>{len(asked)}</i>"

    told = r"answered with the home page: this application does not know it; name its own way"
    with site(home) as url, pytest.raises(SiteError, match=told):
        reset(entry(Call(f"{url}/index.php?page=reset", form={"token": "x"})), url, {})


def test_reset_may_be_answered_with_a_page_of_its_own() -> None:
    def answer(path: str, posted: str) -> Answer:
        return 200, f"<title>Classifieds</title><p>{'Done.' if posted else 'Blue boats'}</p>"

    with site(answer) as url:
        reset(entry(Call(f"{url}/index.php?page=reset", form={"token": "x"})), url, {})


def test_reset_polls_restarting_control_service_until_done(tmp_path: Path) -> None:
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


def test_reset_reports_failure_from_control_service() -> None:
    said = '{"success": false, "message": "gitlab-ctl reconfigure failed"}'
    with (
        site(lambda *_: (200, said)) as url,
        pytest.raises(SiteError, match="did not succeed: gitlab-ctl reconfigure failed"),
    ):
        reset(entry(Call("{url}/init")), url, {})


def test_reset_dropped_connection_without_done_url_fails() -> None:
    with site(lambda *_: (0, "")) as url, pytest.raises(SiteError, match="reset failed: "):
        reset(entry(Call("{url}/reset")), url, {})


def test_reset_redirect_fails_and_error_hides_url_token() -> None:
    with (
        site(lambda *_: (302, "")) as url,
        pytest.raises(SiteError, match=r"/reset was answered with 302; is the token right\?$"),
    ):
        reset(entry(Call("{url}/reset?token=t0ken")), url, {})


def test_reset_call_times_out() -> None:
    hangs = Event()
    with site(lambda *_: (200, "late" * hangs.wait(60))) as url:
        with pytest.raises(SiteError, match=r"was not answered within 0.3 s$"):
            reset(entry(Call("{url}/reset", {"token": "t0ken"}), seconds=0.3), url, {})
        hangs.set()


@pytest.mark.parametrize("trickling", ["the body", "the headers"])
def test_reset_call_with_trickling_response_times_out(trickling: str) -> None:
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


def test_reset_command_timeout_kills_child_processes(tmp_path: Path) -> None:
    """Its child has a lock as long as it lives."""
    os.mkfifo(tmp_path / "never")
    script = f"flock {tmp_path}/lock cat {tmp_path}/never & wait"
    with pytest.raises(SiteError, match=r"by 'sh' did not end within 2 s$"):
        reset(entry(Command(("sh", "-c", script)), seconds=2), "http://unused", {})
    with FileLock(tmp_path / "lock", timeout=60):
        pass


def test_reset_hook_times_out() -> None:
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
def test_reset_waits_for_health_of_site(page: Answer, asked: Health, ready: bool) -> None:
    with site(lambda path, _: (200, "") if path == "/reset" else page) as url:
        new = Entry("gitlab", (url,), health=asked, reset=Reset(Call("{url}/reset"), 0.5))
        if ready:
            reset(new, url, {})
        else:
            with pytest.raises(SiteError, match=r"not ready within 0.5 s: error page: .*502 Bad"):
                reset(new, url, {})
