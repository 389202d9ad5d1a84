"""The arena: the embedded sites, served to this machine alone."""

import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from http.client import HTTPConnection, HTTPException
from importlib import import_module
from threading import Thread
from types import TracebackType

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from pytest_vwa.core.errors import SiteError, UsageError
from pytest_vwa.core.site import Site, Sites
from pytest_vwa.registry import hint

from . import BUILDERS, PARTNERS, SITES
from .trouble import KINDS, Kind, Lines, protocol, troubled
from .web import SiteApp

HOST = "127.0.0.1"
LAST_PORT = 65535
PATIENCE = 10.0
"""Seconds the server may take to answer for the first time."""


class Arena:
    """The embedded sites of one process, each on a loopback port of its own, in one thread.

    ``port`` is the first of consecutive ports; 0 lets the system choose. Raises UsageError for
    a site that is not embedded and for ports that there are none of.
    """

    def __init__(self, names: Sequence[str] = SITES, port: int = 0) -> None:
        for name in names:
            if name not in BUILDERS:
                raise UsageError(f"no embedded site {name!r}{hint(name, BUILDERS)}")
        if not 0 <= port <= LAST_PORT - len(names) + 1:
            raise UsageError(
                f"{len(names)} consecutive ports do not start at {port}: ports go from 1 to "
                f"{LAST_PORT}, and 0 is for any that are free"
            )
        self._names = tuple(names)
        self._port = port
        self._by_port: dict[int, SiteApp] = {}
        self._apps: dict[int, ASGIApp] = {}
        self._lines = Lines()
        self._server: uvicorn.Server | None = None
        self._thread: Thread | None = None

    def start(self) -> None:
        """Returns when the sites answer; raises SiteError when they do not."""
        sites = _build(self._names)
        listeners: list[socket.socket] = []
        try:
            for site in sites:
                listeners.append(_listen(site.name, self._port and self._port + len(listeners)))
            ports = [listener.getsockname()[1] for listener in listeners]
            self._by_port = dict(zip(ports, sites, strict=True))
            self._apps = {port: site.app for port, site in self._by_port.items()}
            for site in sites:
                site.app.state.sites = self.sites
            self._serve(listeners)
            for site, port in zip(sites[:1], ports[:1], strict=True):
                _greet(site.name, port)  # one server: when it answers for one, it does for all
        except SiteError:
            self.stop()
            for listener in listeners:
                listener.close()
            raise

    def stop(self) -> None:
        """Returns when the ports are free again; harmless when nothing was started."""
        if self._server and self._thread:
            self._server.should_exit = True
            self._thread.join()
        self._server = self._thread = None
        self._by_port = {}

    def fresh(self) -> None:
        """Every site's data as new, in milliseconds; log-ins stay."""
        for store in {site.store for site in self._by_port.values()}:
            store.fresh()

    @contextmanager
    def trouble(self, site: str, kind: Kind, seconds: float = 2.0) -> Iterator[None]:
        """While this lasts, the site is ``down`` (connections break off), ``slow`` (each answer
        takes ``seconds`` longer), ``logs out`` (everyone is a stranger, also after logging in) or
        ``returns 500`` on every page. Troubles within one another add up.

        Raises UsageError for a site that is not served and for any other kind.
        """
        ports = {app.name: port for port, app in self._by_port.items()}
        if site not in ports:
            raise UsageError(f"the arena serves no {site!r}{hint(site, ports)}")
        if kind not in KINDS:
            raise UsageError(f"no trouble of kind {kind!r}{hint(kind, KINDS)}")
        port = ports[site]
        before = self._apps[port]
        self._apps[port] = troubled(before, kind, seconds)
        try:
            with self._lines.cut(port) if kind == "down" else nullcontext():
                yield
        finally:
            self._apps[port] = before

    @property
    def sites(self) -> Sites:
        """Addresses and accounts; empty before ``start``."""
        return Sites(
            {
                site.name: Site(site.name, f"http://{HOST}:{port}{site.base}", site.account)
                for port, site in self._by_port.items()
            }
        )

    def __enter__(self) -> "Arena":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _serve(self, listeners: list[socket.socket]) -> None:
        self._lines = Lines()
        config = uvicorn.Config(
            _dispatcher(self._apps),
            http=protocol(self._lines),
            ws="none",
            proxy_headers=False,
            log_config=None,  # the process's own logging stays as it is
            log_level="error",
            access_log=False,
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = Thread(target=self._server.run, args=(listeners,), name="arena", daemon=True)
        self._thread.start()


def _listen(name: str, port: int) -> socket.socket:
    try:
        listener = socket.create_server((HOST, port), backlog=128)
    except OSError as error:
        raise SiteError(
            f"the arena's {name} cannot have port {port}: {error.strerror}; "
            "choose another port, or 0 for any that is free"
        ) from error
    # Connections inherit it. Without it, header and body of an answer are 40 ms apart.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _build(names: Sequence[str]) -> list[SiteApp]:
    """A site whose partner is there already takes over its data."""
    sites: dict[str, SiteApp] = {}
    for name in names:
        module, function = BUILDERS[name].split(":")
        make = getattr(import_module(module), function)
        partner = sites.get(PARTNERS.get(name, ""))
        sites[name] = make(partner.store) if partner else make()
    return list(sites.values())


def _dispatcher(apps: Mapping[int, ASGIApp]) -> ASGIApp:
    """One server listens on all ports; the port a request came in by says whose it is."""

    async def dispatch(scope: Scope, receive: Receive, send: Send) -> None:
        await apps[scope["server"][1]](scope, receive, send)

    return dispatch


def _greet(name: str, port: int) -> None:
    """Ask for the front page. The port listens already, so this waits for exactly as long as the
    server takes to come up."""
    with closing(HTTPConnection(HOST, port, timeout=PATIENCE)) as connection:
        try:
            connection.request("GET", "/")
            status = connection.getresponse().status
        except (OSError, HTTPException) as error:
            raise SiteError(f"the arena's {name} does not answer: {error}") from error
    if status >= 400:
        raise SiteError(f"the arena's {name} answers its front page with status {status}")
