"""What models may cost in a run: an account that all its workers share."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from pytest_vwa.core.errors import BudgetSpent

_NUMBERS = count(1)


@dataclass
class Bill:
    """Of one call; ``cost`` is what is booked when it is over, in US dollars."""

    cost: float


@dataclass
class _Account:
    """``held`` is what calls under way may cost, by process and call. ``closed`` is why no task
    is begun any more, "" while they are."""

    spent: float = 0.0
    held: dict[str, float] = field(default_factory=dict)
    closed: str = ""


class Ledger:
    """Safe for several processes and threads: one small file under a lock.

    Before a call the most it can cost is held, after it the true cost is booked. So the sum never
    passes the budget, whoever calls at the same time.
    """

    def __init__(self, folder: Path, budget: float) -> None:
        self.budget = budget
        self._path = folder / "budget.json"

    @contextmanager
    def hold(self, most: float) -> Iterator[Bill]:
        """Around a call that costs at most ``most``; the caller sets the bill's cost.

        Waits where only what other calls under way may cost stands against it. Raises BudgetSpent
        when the call could pass the budget; then the ledger is closed, so that no task is begun.
        """
        call = self._enter(most)
        bill = Bill(most)
        try:
            yield bill
        finally:
            with self._account() as account:
                account.held.pop(call, None)
                account.spent += bill.cost

    @property
    def is_open(self) -> bool:
        """Whether any call was made or asked for."""
        return self._path.exists()

    def closed(self) -> str:
        """Why no task is begun any more; "" while there is money."""
        return self._read().closed

    def spent(self) -> float:
        return self._read().spent

    def _enter(self, most: float) -> str:
        from tenacity import Retrying, retry_if_result, wait_random

        waiting = Retrying(
            retry=retry_if_result(lambda call: not call), wait=wait_random(0.02, 0.1)
        )
        return str(waiting(self._try_to_hold, most))

    def _try_to_hold(self, most: float) -> str:
        """The call's name; "" when others must be waited for."""
        with self._account() as account:
            if account.spent + most > self.budget:
                account.closed = account.closed or self._reason(account.spent, most)
                raise BudgetSpent(account.closed)
            if account.spent + sum(account.held.values()) + most > self.budget:
                return ""
            call = f"{os.getpid()}-{next(_NUMBERS)}"
            account.held[call] = most
            return call

    def _reason(self, spent: float, most: float) -> str:
        return (
            f"the budget is too small for the next call, which may cost ${most:.4f}: "
            f"${spent:.4f} of ${self.budget:g} is spent (--vwa-budget-usd); "
            "--vwa-max-tokens lowers what is set aside for each"
        )

    @contextmanager
    def _account(self) -> Iterator[_Account]:
        """The account, written back when the block ends, however it ends."""
        from filelock import FileLock

        self._path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(self._path.with_name("budget.lock")):
            account = self._read()
            _bury(account)
            try:
                yield account
            finally:
                unfinished = self._path.with_name("budget.part")
                unfinished.write_text(json.dumps(vars(account)))
                unfinished.replace(self._path)

    def _read(self) -> _Account:
        if not self._path.exists():
            return _Account()
        read: dict[str, Any] = json.loads(self._path.read_text())
        return _Account(**read)


def _bury(account: _Account) -> None:
    """What the calls of a process that died have cost is not known: the most they could."""
    for call in [call for call in account.held if not _lives(int(call.partition("-")[0]))]:
        account.spent += account.held.pop(call)


def _lives(process: int) -> bool:
    if os.name == "nt":  # where signal 0 is no question
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
