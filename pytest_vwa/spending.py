"""What models may cost and how they are called in this run, as the options say.

What belongs to models is imported when it is used: tasks are listed without.
"""

from typing import TYPE_CHECKING

import pytest

from .core.errors import UsageError
from .options import SETTINGS, Settings

if TYPE_CHECKING:
    from .llm.budget import Ledger
    from .llm.terms import Allowance, Terms

_MILLION = 1_000_000


def terms(settings: Settings) -> "Terms":
    """On which every model of the run is called; its workers meet in the run's folder."""
    from .llm.price import Price
    from .llm.terms import Terms

    price = None
    if settings.price:
        asked, said = settings.price
        price = Price(asked / _MILLION, said / _MILLION)
    return Terms(
        base_url=settings.base_url or None,
        timeout=settings.timeout,
        retries=settings.retries,
        max_tokens=settings.max_tokens,
        context_window=settings.context_window,
        price=price,
        allowance=_allowance(settings),
    )


def check(settings: Settings) -> None:
    """Raises UsageError for a budget that cannot be kept, because a price is not known, and for a
    cassette that is not there."""
    cassette = settings.cassette
    if cassette and cassette.mode == "replay" and not cassette.folder.is_dir():
        raise UsageError(
            f"--vwa-cassette=replay: there is no folder {cassette.folder}; "
            "--vwa-cassette=record:DIR makes one"
        )
    if settings.budget_usd is None:
        return
    from .llm.client import unpriced

    for name in filter(None, (settings.model, settings.judge_model, _hearing(settings))):
        if unpriced(name, terms(settings)):
            raise UsageError(
                f"--vwa-budget-usd: the price of {name} is not known, so no budget can be kept; "
                "give it with --vwa-price=IN,OUT in USD per million tokens (0,0 for a model of "
                "your own)"
            )


def unpriced_hearing(settings: Settings) -> str:
    """What to say of a server that hears at a price which is not known; "" of any other."""
    from .llm.client import unpriced

    name = _hearing(settings)
    return unpriced(name, terms(settings)) if name else ""


def closed(settings: Settings) -> str:
    """Why no task that needs a model is begun any more; "" while there is money."""
    ledger = _ledger(settings)
    return ledger.closed() if ledger else ""


def pytest_terminal_summary(
    terminalreporter: "pytest.TerminalReporter", config: pytest.Config
) -> None:
    """Registered where there is a budget; a run that asked no model has nothing to say."""
    settings = config.stash[SETTINGS]
    ledger = _ledger(settings)
    if ledger and ledger.is_open:
        ended = "; it ended the run early" if ledger.closed() else ""
        terminalreporter.write_line(
            f"budget: ${ledger.spent():.4f} of ${settings.budget_usd:g} spent{ended}"
        )


def _hearing(settings: Settings) -> str:
    """The model of --vwa-asr=api; "" where no server hears."""
    from .video.asr import api
    from .video.asr.choice import Choice

    choice = Choice.of(settings.asr, settings.here)
    return api.model_of(choice) if choice.engine == api.NAME else ""


def _allowance(settings: Settings) -> "Allowance":
    from .llm.terms import Allowance

    return Allowance(
        settings.report_dir / settings.run / ".models",
        settings.requests_per_minute,
        settings.concurrency,
        settings.budget_usd,
    )


def _ledger(settings: Settings) -> "Ledger | None":
    if settings.budget_usd is None:
        return None
    from .llm.budget import Ledger

    return Ledger(_allowance(settings).folder, settings.budget_usd)
