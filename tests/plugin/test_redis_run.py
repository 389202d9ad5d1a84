"""A run that keeps its leases in a Redis server."""

from pathlib import Path

import pytest
from counter import serving
from redis_server import PASSWORD, running
from taskfiles import Run
from test_real_sites import AGENT, adding, looking

from pytest_vwa.sites.lease import board

pytest_plugins = ["pytester"]


@pytest.mark.full
def test_redis_leases_serialize_tasks_and_hide_password(
    write, run: Run, pytester: pytest.Pytester, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (pytester.path / "agents").mkdir()
    (pytester.path / "agents/mine.py").write_text(AGENT)
    tasks = [adding(0), looking(1), adding(2), looking(3)]
    write("tasks.json", *(task | {"require_login": False} for task in tasks))
    seen: list[str] = []
    with running(tmp_path) as server, serving() as counter:
        counter.meanwhile = lambda _: seen.extend(t.who for t in board.at(server.url).read())
        monkeypatch.setenv("REDDIT", counter.url)
        monkeypatch.setenv("VWA_LEASES", server.url)
        run("tasks.json", "--agent=mine", "-n", "2").assert_outcomes(passed=4)
        assert board.at(server.url).read() == ()
        assert "reddit-0[mine-chromium]" in seen
        assert counter.trouble == []
        assert counter.number == 2
        server.stop()
        result = run("tasks.json", "--agent=mine", "-k", "reddit-0")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["site error: *cannot be kept in Redis*refused*"])
    written = [path for path in pytester.path.rglob("*") if path.is_file()]
    assert not any(PASSWORD.encode() in path.read_bytes() for path in written)
    assert PASSWORD not in result.stdout.str() + result.stderr.str()
