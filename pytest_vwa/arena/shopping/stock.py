"""The larger part of the shop's products, made from the families of stock.yaml.

The same families give the same products, whatever is added to the others.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, cycle
from pathlib import Path
from random import Random
from typing import Any

from pytest_vwa.arena.data import load

Family = Mapping[str, Any]
Entry = dict[str, Any]


def read() -> tuple[list[Entry], list[Entry]]:
    """Further categories and products, in the form of seed.yaml's."""
    stock = load(Path(__file__).with_name("stock.yaml"))
    titled = [family for family in stock["families"] if "title" in family]
    categories = [{"path": family["in"], "name": family["title"]} for family in titled]
    products = chain.from_iterable(_products(family, stock) for family in stock["families"])
    return categories, list(products)


def _products(family: Family, stock: Mapping[str, Any]) -> Iterator[Entry]:
    chance = Random(family["noun"])
    models = family["models"].items()
    colours, sizes, sets = (cycle(family.get(name, [1])) for name in ("colours", "sizes", "sets"))
    brands, points = (_dealt(chance, family[name]) for name in ("brands", "points"))
    prices = _spread(chance, family["price"], len(models))
    for number, ((model, about), price) in enumerate(zip(models, prices, strict=True), 1):
        brand, colour, pieces = next(brands), next(colours), next(sets)
        picture = {"shape": family["shape"], "colour": colour, "count": pieces}
        picture["background"] = chance.choice(stock["backgrounds"])
        yield {
            "name": _name(brand, model, family["noun"], pieces, next(sizes), next(points)),
            "sku": f"{stock['brands'][brand]}-{family['code']}-{100 + 7 * number}",
            "in": family["in"],
            "price": _priced(chance, price * pieces**0.8),
            "about": about,
            "features": sorted(chance.sample(family["features"], 3)),
            "details": _details(chance, family, brand, stock["colours"][colour], pieces),
            "options": family.get("options", {}),
            "pictures": [picture, *_labelled(family, picture, model)],
        }


def _dealt(chance: Random, cards: Sequence[str]) -> Iterator[str]:
    """All of them in random order, again and again: neighbours differ."""
    return cycle(chance.sample(cards, len(cards)))


def _spread(chance: Random, span: Sequence[float], count: int) -> list[float]:
    """One amount of each part of the span, in random order."""
    low, high = span
    step = (high - low) / count
    amounts = [low + step * (place + chance.random() * 0.8) for place in range(count)]
    return chance.sample(amounts, count)


def _priced(chance: Random, amount: float) -> float:
    """As shops write it."""
    return int(amount) + chance.choice((0.99, 0.95, 0.5, 0))


def _name(brand: str, model: str, noun: str, pieces: int, *points: str) -> str:
    count = (f"Set of {pieces}",) if pieces > 1 else ()
    return ", ".join((f"{brand} {model} {noun}", *count, *points))


def _details(
    chance: Random, family: Family, brand: str, shades: Sequence[str], pieces: int
) -> dict[str, str]:
    details = {
        "Brand Name": brand,
        "Material": chance.choice(family["materials"]),
        "Colour": chance.choice(shades),
    }
    if "weight" in family:
        low, high, unit = family["weight"]
        details["Weight"] = f"{round(chance.uniform(low, high), 1):g} {unit}"
    return details | ({"Pieces": str(pieces)} if pieces > 1 else {})


def _labelled(family: Family, picture: Entry, model: str) -> list[Entry]:
    return [{**picture, "text": model.upper()}] if family.get("label") else []
