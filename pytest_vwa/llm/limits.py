"""The way to a call: a free slot, money for it, its turn."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from .budget import Bill, Ledger
from .pace import Pace, Slots
from .terms import Allowance


class Limits:
    """What an allowance means for each call; without one, nothing."""

    def __init__(self, allowance: Allowance | None) -> None:
        self._slots = self._pace = self._ledger = None
        if allowance and allowance.concurrency:
            self._slots = Slots(allowance.folder, allowance.concurrency)
        if allowance and allowance.requests_per_minute:
            self._pace = Pace(allowance.folder, allowance.requests_per_minute)
        if allowance and allowance.budget_usd is not None:
            self._ledger = Ledger(allowance.folder, allowance.budget_usd)

    @contextmanager
    def call(self, most: float) -> Iterator[Bill]:
        """Around one call that costs at most ``most`` US dollars; waits until it may begin.

        The caller sets the bill's cost. Raises BudgetSpent when the call may not be made.
        """
        with (
            self._slots.one() if self._slots else nullcontext(),
            self._ledger.hold(most) if self._ledger else nullcontext(Bill(most)) as bill,
        ):
            if self._pace:
                self._pace.wait()
            yield bill
