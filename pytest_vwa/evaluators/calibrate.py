"""Prints how far a judge agrees with the calibration set:

python -m pytest_vwa.evaluators.calibrate MODEL [--base-url URL] [--least SHARE]
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pytest_vwa.cache import Cache
from pytest_vwa.core.errors import JudgeError, UsageError
from pytest_vwa.llm.client import open_model
from pytest_vwa.llm.terms import Terms
from pytest_vwa.llm.usage import Metered

from .calibration import Agreement, Judged, asking, exact, measure
from .grading import GRADES
from .judge import ModelJudge

_RULE = "exact"
_NONE = "no grade"


def main(arguments: Sequence[str] | None = None) -> int:
    """0; 1 when the judge agrees on less than ``--least``; 2 when the first pairs get no grade."""
    given = _parser().parse_args(arguments)
    console = Console()
    try:
        agreement, cost = _measure(given.model, given.base_url, given.cache)
    except (JudgeError, UsageError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    _show(console, given.model, agreement, cost)
    return int(agreement.share < given.least)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m pytest_vwa.evaluators.calibrate",
        description="How far a judge agrees with answers graded by hand.",
    )
    parser.add_argument(
        "model", help=f"any model of --vwa-judge-model, or '{_RULE}': equal words, the rule to beat"
    )
    parser.add_argument("--base-url", help="address of an OpenAI-compatible endpoint")
    parser.add_argument("--cache", type=Path, help="folder that keeps verdicts (default: none)")
    parser.add_argument(
        "--least", type=float, default=0.0, help="exit with 1 when the share, 0..1, is lower"
    )
    return parser


def _measure(model: str, base_url: str | None, folder: Path | None) -> tuple[Agreement, float]:
    """The agreement, and what it cost in US dollars."""
    if model == _RULE:
        return measure(exact), 0.0
    metered = Metered(open_model(model, Terms(base_url=base_url)))
    judge = ModelJudge(metered, Cache(folder) if folder else None)
    return measure(asking(judge)), metered.usage.cost_usd


def _show(console: Console, model: str, agreement: Agreement, cost: float) -> None:
    total, agreed = len(agreement.judged), sum(each.agrees for each in agreement.judged)
    low, high = agreement.kappa_interval
    console.print(f"{model}: agrees on {agreed} of {total} pairs ({agreement.share:.0%})")
    if missing := total - len(agreement.graded.judged):
        share = agreement.graded.share
        console.print(f"gave no grade to {missing}; agrees on {share:.0%} of the others")
    console.print(f"Cohen's kappa {agreement.kappa:.2f} (95 % CI {low:.2f} to {high:.2f})")
    console.print(f"cost ${cost:.4f}\n", highlight=False)
    console.print(_confusion(agreement), "")
    console.print(_kinds(agreement), "")
    for each in agreement.judged:
        if not each.agrees:
            told = _disagreement(each)
            console.print(told, markup=False, highlight=False, soft_wrap=True)


def _disagreement(judged: Judged) -> str:
    pair = judged.pair
    return (
        f"{pair.kind}: the reference {pair.reference!r}, the answer {pair.answer!r}: judged "
        f"{judged.grade or _NONE}, by hand {pair.grade} ({pair.why})"
    )


def _confusion(agreement: Agreement) -> Table:
    table = Table("by hand \\ judge", *GRADES, _NONE, box=None)
    counts = agreement.confusion()
    for hand in GRADES:
        table.add_row(hand, *(str(counts[hand, machine]) for machine in (*GRADES, None)))
    return table


def _kinds(agreement: Agreement) -> Table:
    table = Table("kind", "pairs", "agreed", box=None)
    for kind, number, share in agreement.by_kind():
        table.add_row(kind, str(number), f"{share:.0%}")
    return table


if __name__ == "__main__":
    sys.exit(main())
