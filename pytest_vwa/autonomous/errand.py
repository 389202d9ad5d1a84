"""An agent's work in a thread of its own, which can be waited for and called off."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from inspect import isawaitable
from threading import Thread

from pytest_vwa.core.errors import AgentError, VwaError
from pytest_vwa.episode import guarded


class Errand:
    """``work`` is begun at once; a coroutine gets an event loop of its own. The thread is a daemon:
    one that never ends does not hold the process."""

    def __init__(self, work: Callable[[], object | Awaitable[object]], name: str) -> None:
        self._work = work
        self._outcome: Future[object] = Future()
        self._cancel: Callable[[], object] = lambda: None
        Thread(target=self._run, name=name, daemon=True).start()

    @property
    def ended(self) -> bool:
        return self._outcome.done()

    def result(self) -> object:
        """What it returned, once it has ended; raises an AgentError for what it raised."""
        return self._outcome.result(timeout=0)

    def call_off(self, patience: float) -> bool:
        """Cancel what it awaits, and wait so many seconds for its end: did it come?"""
        with suppress(RuntimeError):  # its event loop is closed already
            self._cancel()
        return not wait([self._outcome], patience).not_done

    def _run(self) -> None:
        try:
            self._outcome.set_result(guarded(self._done))
        except VwaError as error:
            self._outcome.set_exception(error)
        except asyncio.CancelledError:
            self._outcome.set_exception(AgentError("the agent's run was cancelled"))
        finally:
            self._outcome.cancel()  # of no effect unless something else was raised

    def _done(self) -> object:
        value = self._work()
        return asyncio.run(self._awaited(value)) if isawaitable(value) else value

    async def _awaited(self, value: Awaitable[object]) -> object:
        task = asyncio.ensure_future(value)
        loop = asyncio.get_running_loop()
        self._cancel = lambda: loop.call_soon_threadsafe(task.cancel)
        return await task
