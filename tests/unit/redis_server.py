"""A real Redis server for a test, on a free port of this machine, with a password."""

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

PASSWORD = "sesame-7f3a"


@dataclass(frozen=True)
class Server:
    """``url`` has the password in it."""

    process: "subprocess.Popen[str]"
    port: int
    url: str

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def running(folder: Path, *, tls: bool = False) -> Iterator[Server]:
    """Skips the test where there is none; ``make test`` installs it. Keeps nothing on disk."""
    if not (program := shutil.which("redis-server")):
        pytest.skip("no redis-server here: apt-get install redis-server")
    port = _free_port()
    ports = ("--port", "0", "--tls-port", str(port)) if tls else ("--port", str(port))
    process = subprocess.Popen(
        (
            *(program, *ports, "--bind", "127.0.0.1", "--requirepass", PASSWORD),
            *("--save", "", "--dir", folder),
            *(_certificate(folder) if tls else ()),
        ),
        stdout=subprocess.PIPE,
        text=True,
    )
    scheme, options = ("rediss", f"?ssl_ca_certs={folder}/own.crt") if tls else ("redis", "")
    server = Server(process, port, f"{scheme}://:{PASSWORD}@127.0.0.1:{port}{options}")
    try:
        assert process.stdout
        said = iter(process.stdout.readline, "")
        assert any("Ready to accept connections" in line for line in said), "it did not start"
        yield server
    finally:
        server.stop()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _certificate(folder: Path) -> tuple[str, ...]:
    """One that the server signed itself, for this machine alone."""
    key, own = folder / "own.key", folder / "own.crt"
    subprocess.run(
        (
            *(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-days",
                "2",
            ),
            *("-keyout", key, "-out", own, "-subj", "/CN=127.0.0.1"),
            *("-addext", "subjectAltName=IP:127.0.0.1"),
        ),
        check=True,
        capture_output=True,
    )
    return (
        *("--tls-cert-file", str(own), "--tls-key-file", str(key), "--tls-ca-cert-file", str(own)),
        *("--tls-auth-clients", "no"),
    )
