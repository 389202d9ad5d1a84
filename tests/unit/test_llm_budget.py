"""The bill never passes the budget, whoever calls and whatever goes wrong."""

import json
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from provider import CUT_OFF, Answer, Provider, refusal, reply

from pytest_vwa.core.errors import BudgetSpent, ModelError, Unavailable
from pytest_vwa.core.ports import Message
from pytest_vwa.llm.budget import Ledger
from pytest_vwa.llm.client import ChatModel
from pytest_vwa.llm.price import Price
from pytest_vwa.llm.terms import Allowance, Terms

HELLO = (Message("user", ("Hello",)),)
PRICE = Price(0.0001, 0.001)
"""100 tokens asked and 10 said cost $0.02."""


def model(provider: Provider, folder: Path, budget: float, **terms: Any) -> ChatModel:
    allowance = Allowance(folder, budget_usd=budget)
    given = {"max_tokens": 20, "retries": 0, "pause": 0.01, "price": PRICE} | terms
    return ChatModel("openai/x", Terms(base_url=provider.url, allowance=allowance, **given))


def test_budget_refuses_call_that_could_exceed_it(provider: Provider, tmp_path: Path) -> None:
    poor = model(provider, tmp_path, 0.09)
    spent = [poor.complete(HELLO).usage.cost_usd for _ in range(4)]
    assert sum(spent) == pytest.approx(0.08)
    with pytest.raises(BudgetSpent) as caught:
        poor.complete(HELLO)
    assert str(caught.value) == (
        "the budget is too small for the next call, which may cost $0.0212: $0.0800 of $0.09 is "
        "spent (--vwa-budget-usd); --vwa-max-tokens lowers what is set aside for each"
    )
    assert isinstance(caught.value, Unavailable)
    assert len(provider.asked) == 4
    ledger = Ledger(tmp_path, 0.09)
    assert ledger.spent() == pytest.approx(0.08)
    assert ledger.closed() == str(caught.value)


def test_ledger_is_empty_before_first_call(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "new", 1.0)
    assert (ledger.is_open, ledger.spent(), ledger.closed()) == (False, 0.0, "")


def test_budget_sets_default_max_tokens(provider: Provider, tmp_path: Path) -> None:
    model(provider, tmp_path, 100, max_tokens=None).complete(HELLO)
    assert provider.asked[0]["max_tokens"] == 4096


def test_budget_charges_nothing_for_http_error(provider: Provider, tmp_path: Path) -> None:
    provider.say(refusal(500))
    poor = model(provider, tmp_path, 0.03, retries=3)
    with pytest.raises(ModelError, match="in 4 attempts"):
        poor.complete(HELLO)
    assert Ledger(tmp_path, 0.03).spent() == 0.0


@pytest.mark.parametrize("fault", [CUT_OFF, reply("late", after=20)], ids=["cut off", "late"])
def test_budget_charges_worst_case_for_missing_reply(
    provider: Provider, tmp_path: Path, fault: Answer
) -> None:
    provider.say(fault)
    with pytest.raises(ModelError):
        model(provider, tmp_path, 1.0, timeout=1.0).complete(HELLO)
    assert Ledger(tmp_path, 1.0).spent() == pytest.approx(0.0212)


def test_budget_charges_empty_reply(provider: Provider, tmp_path: Path) -> None:
    provider.say(reply(""), "Good day.")
    usage = model(provider, tmp_path, 1.0, retries=1).complete(HELLO).usage
    assert (usage.prompt_tokens, usage.calls) == (200, 1)
    assert Ledger(tmp_path, 1.0).spent() == pytest.approx(usage.cost_usd) == pytest.approx(0.04)


def test_budget_call_waits_for_concurrent_reservations(provider: Provider, tmp_path: Path) -> None:
    """Two calls at a time could pass the budget; one after the other, four do not."""
    provider.say(reply("Good day.", after=0.1))
    poor = model(provider, tmp_path, 0.09)
    threads = [Thread(target=poor.complete, args=(HELLO,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(provider.asked) == 4
    assert Ledger(tmp_path, 0.09).closed() == ""


def test_budget_charges_reservation_of_dead_process(tmp_path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from pytest_vwa.llm.budget import Ledger\n"
        "with Ledger(Path(sys.argv[1]), 1.0).hold(0.4):\n"
        "    os._exit(3)"
    )
    assert subprocess.run([sys.executable, "-c", script, str(tmp_path)]).returncode == 3
    ledger = Ledger(tmp_path, 1.0)
    assert json.loads((tmp_path / "budget.json").read_text())["held"]
    with ledger.hold(0.5) as bill:
        bill.cost = 0.1
    assert ledger.spent() == pytest.approx(0.5)


WORKER = """
import sys
from pathlib import Path
from urllib.request import urlopen
from pytest_vwa.core.errors import BudgetSpent
from pytest_vwa.llm.budget import Ledger

url, folder = sys.argv[1:]
ledger = Ledger(Path(folder), 0.5)
try:
    for _ in range(100):
        with ledger.hold(0.0212) as bill:
            urlopen(url, b"{}").read()
            bill.cost = 0.02
except BudgetSpent:
    sys.exit(7)
"""
"""Calls as the model client does, whose imports would take seconds."""


def test_budget_is_shared_by_processes(provider: Provider, tmp_path: Path) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", WORKER, provider.url, str(tmp_path)])
        for _ in range(2)
    ]
    assert [process.wait(300) for process in started] == [7, 7]
    billed = len(provider.asked) * 0.02
    assert 0.46 < billed <= 0.5
    assert Ledger(tmp_path, 0.5).spent() == pytest.approx(billed)
