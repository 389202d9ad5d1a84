"""An end to a call that would wait for ever."""

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from types import TracebackType
from typing import Self, TypeVar

T = TypeVar("T")


def within(seconds: float, call: Callable[[], T]) -> T:
    """What ``call`` gives or raises. It works in a thread, which is left behind when it takes
    longer: no package puts an end to a reply that trickles. Raises TimeoutError then."""
    outcome: _Outcome[T] = _Outcome()
    Thread(target=_work, args=(call, outcome), daemon=True, name="vwa-model-call").start()
    if not wait([outcome], seconds).done:
        raise TimeoutError(f"not done within {seconds:g} seconds")
    return outcome.result()


class _Outcome(Future[T]):
    """What is raised within belongs to who waits for the outcome, in another thread."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if error is not None:
            self.set_exception(error)
        return True


def _work(call: Callable[[], T], outcome: "_Outcome[T]") -> None:
    with outcome:
        outcome.set_result(call())
