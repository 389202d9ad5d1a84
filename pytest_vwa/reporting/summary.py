"""What the records of a run amount to: a pure function from records to frozen values."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pytest_vwa.core.result import Run
from pytest_vwa.core.taxonomy import CATEGORIES, DIFFICULTIES
from pytest_vwa.core.verdict import Outcome

from .breakdown import Breakdown, breakdown
from .pairs import Pair, order, pairs
from .reasons import Reason, reasons
from .stats import wilson
from .trials import Trials, trials

DIMENSIONS = ("site", "category", "difficulty", "kind")
Marks = tuple[tuple[str, ...], ...]
"""The names of a run in each of DIMENSIONS."""
_READING_ORDER = (*CATEGORIES, *DIFFICULTIES)


@dataclass(frozen=True)
class Effort:
    """What runs took: steps, tokens (prompt and completion), US dollars, seconds."""

    steps: float = 0
    tokens: float = 0
    cost_usd: float = 0
    seconds: float = 0


@dataclass(frozen=True)
class Judging:
    """What the judge took: calls, tokens (prompt and completion), US dollars."""

    calls: int = 0
    tokens: int = 0
    cost_usd: float = 0


@dataclass(frozen=True)
class Row:
    """The runs of one group. ``tasks`` counts the distinct tasks among the judged runs, ``mean``
    is the effort per judged run."""

    name: str
    passed: int
    failed: int
    errors: int
    skipped: int
    tasks: int
    mean: Effort

    @property
    def judged(self) -> int:
        return self.passed + self.failed

    @property
    def rate(self) -> float | None:
        """Passed of passed and failed, 0..1; None when no run was judged."""
        return self.passed / self.judged if self.judged else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the rate. The sample is the tasks: trials of one task are
        too much alike to count as independent."""
        return wilson((self.rate or 0.0) * self.tasks, self.tasks)


@dataclass(frozen=True)
class Table:
    """``groups`` maps the names of DIMENSIONS to their rows; a run stands in the row of each of
    its sites and categories, so rows may add up to more than the total."""

    total: Row
    groups: dict[str, tuple[Row, ...]]


_Agent = tuple[str | None, str | None, str]


@dataclass(frozen=True)
class _Cell:
    """Runs with the same marks: the judged ones' ``tasks`` and ``effort``."""

    outcomes: Counter[Outcome]
    tasks: frozenset[str]
    effort: Effort


@dataclass(frozen=True)
class AgentSummary:
    """One agent with one model under one scoring profile."""

    agent: str | None
    model: str | None
    profile: str
    tasks: Table
    questions: Table
    breakdown: Breakdown
    trials: Trials | None = None
    """Of its tasks, where some were judged more than once."""

    @property
    def title(self) -> str:
        scored = "" if self.profile == "reference" else f"scored by the {self.profile} profile"
        agent = self.agent or "no agent"
        return " · ".join(part for part in (agent, model_title(self.model), scored) if part)


@dataclass(frozen=True)
class Fault:
    """What one site did to the run: tasks that ended by its fault, by the kind of it, and those
    that were ``not_run`` therefore, with the one explanation of that."""

    site: str
    kinds: Mapping[str, int]
    not_run: int = 0
    why: str = ""


@dataclass(frozen=True)
class Difference:
    """A run on which the profiles differ: what each says, and why one says no."""

    nodeid: str
    outcomes: dict[str, str]
    reason: str


@dataclass(frozen=True)
class Summary:
    """``errors`` and ``skips`` come most frequent first; ``total`` includes the errors' effort,
    ``judging`` is what the judge took beside it."""

    agents: tuple[AgentSummary, ...]
    pairs: tuple[Pair, ...]
    differences: tuple[Difference, ...]
    errors: tuple[Reason, ...]
    skips: tuple[Reason, ...]
    total: Effort
    judging: Judging = Judging()
    faults: tuple[Fault, ...] = ()


def summarise(records: Sequence[Run]) -> Summary:
    """Agents come in the order of their names, as in pairs."""
    by_agent: defaultdict[_Agent, list[Run]] = defaultdict(list)
    for record in records:
        by_agent[record.agent, record.model, record.profile].append(record)
    return Summary(
        tuple(_agent_summary(agent, by_agent[agent]) for agent in sorted(by_agent, key=order)),
        pairs(records) if len(by_agent) > 1 else (),
        tuple(_difference(record) for record in records if _differ(record)),
        reasons(record for record in records if record.outcome is Outcome.ERROR),
        reasons(record for record in records if record.outcome is Outcome.SKIPPED),
        _effort(records),
        _judging(records),
        tuple(_faults(records)),
    )


def marks(run: Run) -> Marks:
    return run.sites, run.categories, (run.difficulty,) if run.difficulty else (), (run.kind,)


def model_title(model: str | None) -> str:
    """The model's name, with a warning where it is the stand-in."""
    return f"{model} (built-in stand-in, not a language model)" if model == "demo" else model or ""


def _differ(record: Run) -> bool:
    return bool(record.profiles) and len({each.outcome for each in record.profiles}) > 1


def _difference(record: Run) -> Difference:
    outcomes = {each.profile: each.outcome.value for each in record.profiles}
    return Difference(
        record.nodeid,
        dict(sorted(outcomes.items())),
        next((each.reason for each in record.profiles if each.reason), ""),
    )


def _agent_summary(agent: _Agent, own: Sequence[Run]) -> AgentSummary:
    tasks: list[Run] = []
    questions: list[Run] = []
    for record in own:
        (questions if record.is_question else tasks).append(record)
    return AgentSummary(*agent, _table(tasks), _table(questions), breakdown(own), trials(tasks))


def _table(records: Sequence[Run]) -> Table:
    """Each record is counted once, among those with the same marks, of which a row takes several:
    there may be many records, and many rows."""
    alike: defaultdict[tuple[object, ...], list[Run]] = defaultdict(list)
    for record in records:
        alike[record.sites, record.categories, record.difficulty, record.kind].append(record)
    cells = {marks(runs[0]): _cell(runs) for runs in alike.values()}
    groups = {name: _rows(cells, number) for number, name in enumerate(DIMENSIONS)}
    return Table(_row("all", cells.values()), groups)


def _rows(cells: Mapping[Marks, _Cell], dimension: int) -> tuple[Row, ...]:
    found: dict[str, list[_Cell]] = {}
    for names, cell in cells.items():
        for name in names[dimension]:
            found.setdefault(name, []).append(cell)
    return tuple(_row(name, found[name]) for name in sorted(found, key=_reading_order))


def _reading_order(name: str) -> tuple[int, str]:
    """``easy`` before ``medium``, ``video_easy`` likewise; other names by the alphabet."""
    plain = name.removeprefix("video_")
    return (_READING_ORDER.index(plain) if plain in _READING_ORDER else -1, name)


def _cell(records: Sequence[Run]) -> _Cell:
    judged = [record for record in records if record.is_judged]
    return _Cell(
        Counter([record.outcome for record in records]),
        frozenset([record.key for record in judged]),
        _effort(judged),
    )


def _row(name: str, cells: Iterable[_Cell]) -> Row:
    found = tuple(cells)
    count = Counter[Outcome]()
    for cell in found:
        count.update(cell.outcomes)
    runs = count[Outcome.PASSED] + count[Outcome.FAILED] or 1
    return Row(
        name,
        passed=count[Outcome.PASSED],
        failed=count[Outcome.FAILED],
        errors=count[Outcome.ERROR],
        skipped=count[Outcome.SKIPPED],
        tasks=len(frozenset().union(*(cell.tasks for cell in found))),
        mean=Effort(
            sum(cell.effort.steps for cell in found) / runs,
            sum(cell.effort.tokens for cell in found) / runs,
            sum(cell.effort.cost_usd for cell in found) / runs,
            sum(cell.effort.seconds for cell in found) / runs,
        ),
    )


def _effort(records: Iterable[Run]) -> Effort:
    """In one go, for there may be many."""
    steps = tokens = 0
    cost = seconds = 0.0
    for record in records:
        steps += len(record.steps)
        tokens += record.prompt_tokens + record.completion_tokens
        cost += record.cost_usd
        seconds += record.duration
    return Effort(steps, tokens, cost, seconds)


def _judging(records: Sequence[Run]) -> Judging:
    return Judging(
        sum(record.judge_calls for record in records),
        sum(record.judge_tokens for record in records),
        sum(record.judge_cost_usd for record in records),
    )


def _faults(records: Sequence[Run]) -> Iterator[Fault]:
    """Of each site that was at fault, by name."""
    troubled = [(record.trouble, record.why) for record in records if record.trouble]
    for site in sorted({trouble.site for trouble, _ in troubled}):
        own = [(trouble, why) for trouble, why in troubled if trouble.site == site]
        met = Counter(trouble.kind for trouble, _ in own if not trouble.not_run)
        left = [why for trouble, why in own if trouble.not_run]
        why = left[0].removeprefix(f"{site}: not run: ") if left else ""
        yield Fault(site, dict(met.most_common()), len(left), why)
