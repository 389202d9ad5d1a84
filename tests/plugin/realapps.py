"""Web applications that nobody here wrote, each started with data of its own on loopback.

DokuWiki is Debian's package, unpacked by ``.ci/realapps``; Roundup is on PyPI.
"""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tenacity import retry, retry_if_exception_type, stop_after_delay, wait_fixed

ROOT = Path(__file__).parents[2]
DOKUWIKI = ROOT / ".venv" / "realapps" / "dokuwiki"
USER, PASSWORD = "ann", "lantern"

_WIKI_SETTINGS = """<?php
$conf['title'] = 'River notes';
$conf['savedir'] = './data';
$conf['useacl'] = 1;
$conf['superuser'] = '@admin';
$conf['disableactions'] = 'register';
"""
_WIKI_DATA = "pages attic media media_attic media_meta meta cache index locks tmp log"
_SERVE_ROUNDUP = """
import sys
from wsgiref.simple_server import make_server
from roundup.cgi.wsgi_handler import RequestDispatcher
make_server("127.0.0.1", int(sys.argv[2]), RequestDispatcher(sys.argv[1])).serve_forever()
"""


@dataclass(frozen=True)
class App:
    """One that serves at ``url``; ``yaml`` is its entry in sites.yaml."""

    url: str
    yaml: str


@contextmanager
def dokuwiki(folder: Path) -> Iterator[App]:
    """A wiki with one page, which says when the gauge is read."""
    app = folder / "dokuwiki"
    _unpack(app)
    conf, pages = app / "conf", app / "data" / "pages"
    (conf / "local.php").write_text(_WIKI_SETTINGS)
    (conf / "acl.auth.php").write_text("*\t@ALL\t1\n*\t@user\t8\n")
    hashed = _output(["php", "-r", f"echo password_hash('{PASSWORD}', PASSWORD_BCRYPT);"], folder)
    (conf / "users.auth.php").write_text(f"{USER}:{hashed}:Ann Weir:ann@example.org:user\n")
    (pages / "start.txt").write_text("====== River notes ======\n\nThe gauge is read at noon.\n")
    port = _free_port()
    with _serving(["php", "-S", f"127.0.0.1:{port}"], app, f"http://127.0.0.1:{port}") as url:
        yield App(url, _WIKI_YAML.format(url=url))


@contextmanager
def roundup(folder: Path) -> Iterator[App]:
    """An issue tracker with one issue."""
    home = folder / "roundup"
    home.mkdir()
    port = _free_port()
    admin = [str(Path(sys.executable).parent / "roundup-admin"), "-i", str(home)]
    settings = f"tracker_web=http://127.0.0.1:{port}/,mail_domain=localhost,mail_host=localhost"
    user = [f"username={USER}", f"password={PASSWORD}", "address=ann@example.org", "roles=User"]
    for command in (
        ["install", "classic", "sqlite", settings],
        ["initialise", "the-helm"],
        ["create", "user", *user],
        ["create", "issue", "title=The boat house door sticks", "priority=bug"],
    ):
        _output([*admin, *command], folder)
    serve = [sys.executable, "-c", _SERVE_ROUNDUP, str(home), str(port)]
    with _serving(serve, folder, f"http://127.0.0.1:{port}") as url:
        yield App(url, _TRACKER_YAML.format(url=url))


_WIKI_YAML = """
  wiki:
    url: {url}
    account: {{username: ann, password: lantern}}
    login:
      form:
        path: /doku.php?id=start&do=login
        username: Username
        password: Password
        button: Log In
        proof: /doku.php?id=start&do=profile
        sign: Ann Weir
        leaving: ["/doku.php?id=start&do=logout"]
    health: {{path: /doku.php, shows: River notes}}
"""
_TRACKER_YAML = """
  tracker:
    url: {url}
    account: {{username: ann, password: lantern}}
    login:
      form:
        path: /
        username: {{selector: "input[name=__login_name]"}}
        password: {{selector: "input[name=__login_password]"}}
        button: Login
        proof: /
        sign: Your Issues
        leaving: ["/?@action=logout"]
"""


def _unpack(app: Path) -> None:
    """Debian's package keeps its parts in several folders of the system; ours are in one."""
    system = DOKUWIKI / "usr" / "share" / "dokuwiki"
    elsewhere = shutil.ignore_patterns("preload.php", ".htaccess", "plugins", "tpl")
    shutil.copytree(system, app, ignore=elsewhere)
    for part in ("plugins", "tpl"):
        shutil.copytree(DOKUWIKI / "var/lib/dokuwiki/lib" / part, app / "lib" / part)
    shutil.copytree(DOKUWIKI / "etc/dokuwiki", app / "conf", symlinks=True)
    for linked in ("users.auth.php", "acl.auth.php"):
        (app / "conf" / linked).unlink()
    for kept in _WIKI_DATA.split():
        (app / "data" / kept).mkdir(parents=True)


def _output(command: Sequence[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port: int = held.getsockname()[1]
        return port


@contextmanager
def _serving(command: Sequence[str], folder: Path, url: str) -> Iterator[str]:
    """The server of that command, until the block ends."""
    log = folder / "server.log"
    environ = os.environ | {"PHP_CLI_SERVER_WORKERS": "4"}
    with (
        log.open("wb") as output,
        subprocess.Popen(
            command, cwd=folder, env=environ, stdout=output, stderr=output, start_new_session=True
        ) as server,
    ):
        try:
            _await(url)
            yield url
        finally:
            os.killpg(server.pid, 15)


@retry(
    retry=retry_if_exception_type(ConnectionError),
    stop=stop_after_delay(60),
    wait=wait_fixed(0.1),
    reraise=True,
)
def _await(url: str) -> None:
    port = int(url.rpartition(":")[2])
    socket.create_connection(("127.0.0.1", port), timeout=30).close()
