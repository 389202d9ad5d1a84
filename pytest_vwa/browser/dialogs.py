"""What pages ask in dialogs: accepted, and told of."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from playwright.sync_api import BrowserContext, Dialog, Error

from .beside import aside

_LONGEST = 300


class Dialogs:
    """Accepts the dialogs of a context, a prompt with the text that it offers: at once, or when
    nobody else has answered them within so many seconds."""

    def __init__(
        self, context: BrowserContext, say: Callable[[str], None], patience: float = 0.0
    ) -> None:
        self._say = say
        self._patience = patience
        context.on("dialog", self._meet)

    def _meet(self, dialog: Dialog) -> None:
        if self._patience:
            accept = partial(self._accept_late, dialog)
            asyncio.get_running_loop().call_later(self._patience, aside, accept)
            return
        self._say(_told(dialog))
        with suppress(Error):  # the page may be gone already
            dialog.accept(dialog.default_value)

    def _accept_late(self, dialog: Dialog) -> None:
        """Raises Playwright's Error when it was answered already."""
        dialog.accept(dialog.default_value)
        self._say(_told(dialog))


def _told(dialog: Dialog) -> str:
    if dialog.type == "beforeunload":
        return "the page asked whether to leave it, and was left"
    message = dialog.message
    words = repr(message if len(message) <= _LONGEST else f"{message[: _LONGEST - 1]}…")
    if dialog.type == "prompt":
        return f"the page asked in a dialog, which was answered {dialog.default_value!r}: {words}"
    return f"the page said in a dialog, which was accepted: {words}"
