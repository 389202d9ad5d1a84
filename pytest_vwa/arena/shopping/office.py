"""What the shop's back office starts with: stock, search terms, price rules and pages."""

import sqlite3
from pathlib import Path
from zlib import crc32

from pytest_vwa.arena import data

HERE = Path(__file__).parent
PAPERS = """
INSERT INTO invoice (order_id, created) SELECT id, datetime(created, '+3 hours') FROM orders
  WHERE status IN ('Complete', 'Closed') OR status = 'Processing' AND id % 2 ORDER BY id;
INSERT INTO shipment (order_id, created, tracking)
  SELECT id, datetime(created, '+2 days'), printf('CL%d', 700000 + id * 389) FROM orders
  WHERE status IN ('Complete', 'Closed') OR status = 'Processing' AND NOT id % 2 ORDER BY id;
"""
"""What is complete was paid and sent; what is processed is one or the other."""

PLENTY = 24
"""Units that are in stock at least, of what does not run low."""


def add(database: sqlite3.Connection) -> None:
    """Insert what office.yaml holds; the products are there already."""
    office = data.load(HERE / "office.yaml")
    low = office["stock"]
    skus = [row["sku"] for row in database.execute("SELECT sku FROM product").fetchall()]
    database.executemany(
        "UPDATE product SET stock = ? WHERE sku = ?",
        [(low.get(sku, PLENTY + crc32(sku.encode()) % 160), sku) for sku in skus],
    )
    database.executemany(
        "INSERT INTO search_term (text, results, uses) VALUES (?, ?, ?)", office["search_terms"]
    )
    database.executemany(
        "INSERT INTO rule (name, description, active, circles, coupon, starts, ends, priority,"
        " action, amount) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (*row[:3], ", ".join(row[3]), row[4], *map(str, row[5:7]), *row[7:])
            for row in office["rules"]
        ],
    )
    database.executemany(
        "INSERT INTO cms_page (title, slug, content, active, modified)"
        " VALUES (?, ?, ?, ?, '2023-01-09 10:00:00')",
        office["pages"],
    )
    database.executescript(PAPERS)
