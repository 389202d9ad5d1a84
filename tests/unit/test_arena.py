"""The arena's base: server, store and pictures."""

import socket
import sqlite3
from io import BytesIO
from threading import Thread

import httpx
import pytest
from PIL import Image

from pytest_vwa.arena import pictures
from pytest_vwa.arena.server import Arena
from pytest_vwa.arena.store import Store
from pytest_vwa.arena.web import Pagination, cents, day, money, whole
from pytest_vwa.core.errors import SiteError, UsageError


def build(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE things (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)")
    connection.execute("INSERT INTO things (name) VALUES ('mug')")


def names(store: Store) -> list[str]:
    return [row["name"] for row in store.rows("SELECT name FROM things ORDER BY id")]


def test_store_fresh_restores_data_and_next_id() -> None:
    store = Store(build)
    for _ in range(2):
        assert store.write("INSERT INTO things (name) VALUES (?)", "tent") == 2
        assert names(store) == ["mug", "tent"]
        store.fresh()
        assert names(store) == ["mug"]
    assert store.row("SELECT * FROM things WHERE id = ?", 9) is None


def test_store_builds_data_once_on_first_use() -> None:
    made: list[str] = []

    def build_and_tell(connection: sqlite3.Connection) -> None:
        build(connection)
        made.append("mug")

    store = Store(build_and_tell)
    store.fresh()
    assert made == []
    assert names(store) == names(store) == ["mug"]
    store.fresh()
    assert made == ["mug"]


def test_store_retries_failed_build() -> None:
    faults = [OSError("no such file")]

    def fail_once(connection: sqlite3.Connection) -> None:
        build(connection)
        if faults:
            raise faults.pop()

    store = Store(fail_once)
    with pytest.raises(OSError, match="no such file"):
        names(store)
    assert names(store) == ["mug"]


def test_store_is_thread_safe() -> None:
    store = Store(build)

    def work() -> None:
        for _ in range(50):
            store.write("INSERT INTO things (name) VALUES ('tent')")
            store.fresh()

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert names(store) == ["mug"]


def test_store_is_usable_after_failed_write() -> None:
    store = Store(build)
    with pytest.raises(sqlite3.OperationalError):
        store.write("INSERT INTO nothing VALUES (1)")
    store.fresh()
    assert names(store) == ["mug"]


def test_two_arenas_run_side_by_side() -> None:
    with Arena(["classifieds"]) as one, Arena(["classifieds"]) as other:
        here, there = (arena.sites["classifieds"].url for arena in (one, other))
        assert here != there
        form = {"token": "4b61655535e7ed388f0d40a93600254c"}
        for url in (here, there):
            assert httpx.post(f"{url}/index.php?page=reset", data=form, trust_env=False).is_success


def test_arena_stop_releases_port() -> None:
    arena = Arena(["classifieds"])
    arena.start()
    port = int(arena.sites["classifieds"].url.rpartition(":")[2])
    arena.stop()
    arena.stop()
    with Arena(["classifieds"], port=port) as again:
        assert again.sites["classifieds"].url.endswith(f":{port}")
    assert not arena.sites.by_name


def test_arena_names_port_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SiteError, match=f"classifieds cannot have port {port}"):
            Arena(["classifieds"], port=port).start()


def test_arena_refuses_unknown_site_with_nearest_name() -> None:
    with pytest.raises(UsageError, match="did you mean 'classifieds'"):
        Arena(["classified"])


def test_draw_uses_the_given_colour() -> None:
    picture = Image.open(BytesIO(pictures.draw({"shape": "sofa", "colour": "#ff0000"})))
    assert picture.size == (480, 360)
    red, green, blue = picture.convert("RGB").split()
    seat = (160, 160)
    assert red.getpixel(seat) == pytest.approx(255, abs=8)
    assert green.getpixel(seat) == blue.getpixel(seat) == pytest.approx(0, abs=8)


def test_draw_is_deterministic() -> None:
    mugs = {"shape": "mug", "colour": "teal", "count": 3, "text": "Three"}
    assert pictures.draw(mugs) == pictures.draw(dict(reversed(mugs.items())))
    assert pictures.draw(mugs) != pictures.draw({**mugs, "count": 4})


def test_draw_refuses_unknown_shape_or_colour() -> None:
    with pytest.raises(UsageError, match="did you mean 'kayak'"):
        pictures.draw({"shape": "kajak"})
    with pytest.raises(UsageError, match="did you mean 'purple'"):
        pictures.draw({"shape": "mug", "colour": "purpel"})


def test_pagination_counts_from_one_and_stays_in_range() -> None:
    page = Pagination.at("2", 12, 30)
    assert (page.first, page.last, page.previous, page.next, page.pages) == (13, 24, 1, 3, 3)
    assert Pagination.at("99", 12, 30).number == 3
    empty = Pagination.at(None, 12, 0)
    assert (empty.first, empty.last, empty.previous, empty.next) == (0, 0, None, None)


@pytest.mark.parametrize(
    ("text", "amount"),
    [("$1,250.5", 125050), (" 12 ", 1200), ("0", 0), ("", None), ("-3", None), ("free", None)],
)
def test_cents_parses_amounts_of_money(text: str, amount: int | None) -> None:
    assert cents(text) == amount


def test_web_formats_money_and_days_and_parses_numbers() -> None:
    assert (money(125050), day("2024-06-05")) == ("$1,250.50", "June 5, 2024")
    assert (whole("12"), whole("x"), whole(None)) == (12, None, None)
