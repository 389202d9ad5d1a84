"""A record without the words of its steps: what summaries, gates and resumed runs need of it.

Of a journal line most is what the agent said in its steps. A result is read without it, which takes
a twentieth of the time and a ninth of the memory.
"""

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from .told import VERSION, Told
from .verdict import Outcome, Profile

if TYPE_CHECKING:
    from .record import Record


class _Step(msgspec.Struct, frozen=True, gc=False):
    """Steps are counted."""


class _Check(msgspec.Struct, frozen=True, gc=False):
    kind: str
    value: float


class _Opinion(msgspec.Struct, frozen=True, gc=False):
    profile: Profile
    outcome: Outcome
    reason: str = ""


class _Trouble(msgspec.Struct, frozen=True, gc=False):
    site: str
    kind: str
    not_run: bool = False


class Result(Told, msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """The fields of a Record, which says what they mean."""

    version: Literal[1] = VERSION
    run: str
    key: str
    nodeid: str
    kind: str
    benchmark: str
    intent: str = ""
    sites: tuple[str, ...]
    categories: tuple[str, ...] = ()
    difficulty: str | None = None
    template_id: str | None = None
    agent: str | None = None
    model: str | None = None
    trial: int = 1
    outcome: Outcome
    reason: str = ""
    score: float | None = None
    profile: str = "reference"
    checks: tuple[_Check, ...] = ()
    profiles: tuple[_Opinion, ...] = ()
    answer: str = ""
    steps: tuple[_Step, ...] = ()
    blocked: bool = False
    stop: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    judge_calls: int = 0
    judge_tokens: int = 0
    judge_cost_usd: float = 0.0
    seconds: dict[str, float] = {}  # msgspec makes one for each
    error_kind: str = ""
    trouble: _Trouble | None = None
    artifacts: str = ""
    video: str = ""
    watched: bool | None = None
    warnings: tuple[str, ...] = ()
    free_pass: str = ""
    rescored_from: str = ""
    task_sha256: str = ""
    versions: dict[str, str] = {}


Run: TypeAlias = "Record | Result"
"""What came of a run, with its words or without."""
decode = msgspec.json.Decoder(Result).decode
"""From a journal line; the words that are left out may be any JSON. Raises msgspec.DecodeError, and
UnicodeDecodeError where the line is no UTF-8."""


def result_of(record: "Record") -> Result:
    return msgspec.convert(record, Result, from_attributes=True)
