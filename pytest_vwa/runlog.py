"""What is known so far of one run of one task, and at its end the record of it."""

import os.path
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Protocol

from .core.errors import Unavailable, VwaError
from .core.ports import Usage
from .core.record import CheckRecord, ProfileRecord, Record, SiteTrouble, StepRecord, is_blocked
from .core.site import Sites
from .core.source import Source
from .core.target import aim
from .core.task import Question, Task
from .core.trajectory import Step, StopReason, Trajectory
from .core.verdict import Outcome, Profile, Verdict, Verdicts
from .core.wellformed import printable

_REPLY_LENGTH = 2000


class Meter(Protocol):
    """Something that adds up what its model calls cost, and keeps what their replies note."""

    usage: Usage
    notes: list[str]


@dataclass
class RunLog:
    """Filled while the test runs, so that a run which breaks half-way still leaves its steps."""

    task: Task
    question: Question | None
    nodeid: str
    run: str
    report_dir: Path
    folder: str
    agent: str | None = None
    model: str | None = None
    trial: int = 1
    profile: Profile = "reference"
    meters: list[Meter] = field(default_factory=list)
    judge_meter: Meter | None = None
    outcome: Outcome | None = None
    reason: str = ""
    error_kind: str = ""
    trouble: SiteTrouble | None = None
    answer: str = ""
    verdict: Verdict | None = None
    verdicts: Verdicts = field(default_factory=dict)
    trajectory: Trajectory | None = None
    kept: bool = False
    watched: bool | None = False
    warnings: list[str] = field(default_factory=list)
    rescored_from: str = ""
    sites: Sites = field(default_factory=lambda: Sites({}))
    """Those whose addresses what models are asked may hold."""
    addresses: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Of the task's sites, by name; of those that are embedded none."""
    stop: str = ""
    versions: dict[str, str] = field(default_factory=dict)
    steps: list[StepRecord] = field(default_factory=list)
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    started: float = field(default_factory=perf_counter)

    @property
    def artifacts(self) -> Path:
        return Path(os.path.normpath(self.report_dir / self.run / self.folder))

    @property
    def source(self) -> Source:
        """What the evidence of this run is known by."""
        asked = self.question.text if self.question else ""
        return Source(
            run=self.run,
            agent=self.agent,
            nodeid=self.nodeid,
            task=self.task.key,
            question=asked,
        )

    @property
    def usage(self) -> Usage:
        """Of the agent's model, and of hearing its tutorial, so far."""
        return sum((meter.usage for meter in self.meters), Usage())

    @property
    def judging(self) -> Usage:
        """Of the judge's model."""
        return self.judge_meter.usage if self.judge_meter else Usage()

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Book the time that this takes, but for what is booked on a phase meanwhile."""
        before, started = sum(self.seconds.values()), perf_counter()
        try:
            yield
        finally:
            within = sum(self.seconds.values()) - before
            self.seconds[name] += perf_counter() - started - within

    def _take_notes(self) -> list[str]:
        """What the agent's model had to say of the calls since this was last asked."""
        notes = [note for meter in self.meters for note in meter.notes]
        for meter in self.meters:
            meter.notes.clear()
        return list(dict.fromkeys(notes))

    def _said(self) -> tuple[str, ...]:
        """What is noted of the run as a whole, and of calls that no step made."""
        judges = [self.judge_meter] if self.judge_meter else []
        notes = [note for meter in (*self.meters, *judges) for note in meter.notes]
        return tuple(dict.fromkeys(map(printable, (*self.warnings, *notes))))

    def spent(self, phase: str, seconds: float) -> None:
        """More of what a phase took."""
        self.seconds[phase] += seconds

    def watch(self, step: Step) -> None:
        """Keep a step: its picture as a file, the rest as a short record."""
        for phase, spent in step.seconds.items():
            self.seconds[phase] += spent
        aimed = aim(step.action, step.observation.elements)
        self.steps.append(
            StepRecord(
                number=step.number,
                url=step.observation.url,
                action=printable(str(step.action or "")),
                note=printable("; ".join(filter(None, (step.note, *self._take_notes())))),
                reply=printable(step.reply[:_REPLY_LENGTH]),
                image=self._save_picture(step),
                target=aimed.title,
                box=aimed.box,
                scale=step.observation.image.scale if step.observation.image else 1.0,
                seconds={phase: round(spent, 3) for phase, spent in step.seconds.items()},
                prompt_tokens=step.usage.prompt_tokens,
                completion_tokens=step.usage.completion_tokens,
                cost_usd=step.usage.cost_usd,
            )
        )

    def _save_picture(self, step: Step) -> str:
        image = step.observation.image
        if image is None:
            return ""
        name = f"step-{step.number:02}.{image.mime.rpartition('/')[2].replace('jpeg', 'jpg')}"
        return name if self._keep(name, image.data, "a picture") else ""

    def keep_summary(self, text: str) -> None:
        """What the tutorial was told as, in the run's folder."""
        self._keep("summary.txt", f"{text}\n".encode(), "the summary")

    def _keep(self, name: str, data: bytes, what: str) -> bool:
        """A full disk must not cost the run its verdict."""
        try:
            self.artifacts.mkdir(parents=True, exist_ok=True)
            (self.artifacts / name).write_bytes(data)
        except OSError as error:
            self.warnings.append(f"{what} was not kept: {error}")
            return False
        return True

    def judged(self, verdicts: Verdicts, answer: str, trajectory: Trajectory | None) -> None:
        verdict = verdicts[self.profile]
        if isinstance(verdict, VwaError):
            raise verdict
        self.verdict, self.verdicts = verdict, verdicts
        self.answer, self.trajectory = printable(answer), trajectory
        self.outcome = verdict.outcome
        self.reason = printable(self._explain(verdict))

    def _explain(self, verdict: Verdict) -> str:
        """``answer: expected ..., got ... (7 steps, reports/.../shopping-3)``"""
        if verdict.outcome is Outcome.PASSED:
            return ""
        if self.trajectory is None:
            return verdict.reason
        stop = self.trajectory.stop
        ended = "" if stop is StopReason.ANSWERED else f"; ended by {stop}"
        steps = len(self.steps)
        return f"{verdict.reason} ({steps} step{'s' * (steps != 1)}{ended}, {self._short_folder()})"

    def _short_folder(self) -> str:
        return os.path.normpath(Path(self.report_dir.name, self.run, self.folder))

    def void(self) -> None:
        """The verdict does not count: something else than the agent decided it."""
        self.outcome, self.verdict, self.verdicts = None, None, {}
        self.reason, self.answer, self.trajectory, self.kept = "", "", None, False

    def begin_again(self, why: str) -> None:
        """The work so far does not count, but for what it cost: the agent begins anew."""
        count = len(self.steps)
        self.warnings.append(f"the task was run again after {count} steps: {why}")
        self.steps.clear()
        self.void()

    def broke(self, kind: str, reason: str, trouble: SiteTrouble | None = None) -> None:
        """The first thing that broke is the reason; what breaks after it is its consequence."""
        if self.outcome is not Outcome.ERROR:
            self.outcome, self.error_kind = Outcome.ERROR, kind
            self.reason = printable(reason)
            self.trouble = trouble

    def skipped(self, reason: str) -> None:
        self.outcome, self.reason = Outcome.SKIPPED, printable(reason)

    def record(self) -> Record:
        question = self.question
        return Record(
            run=self.run,
            key=self.task.key,
            nodeid=self.nodeid,
            intent=printable(question.text if question else self.task.intent),
            kind="question" if question else self.task.kind,
            benchmark=self.task.benchmark,
            sites=self.task.sites,
            categories=self.task.categories,
            difficulty=question.difficulty if question else self.task.difficulty,
            template_id=self.task.template_id,
            agent=self.agent,
            model=self.model,
            trial=self.trial,
            outcome=self.outcome or Outcome.PASSED,
            reason=self.reason,
            score=self.verdict.value if self.verdict else None,
            profile=self.profile,
            checks=_checks(self.verdict),
            profiles=tuple(_profile(name, verdict) for name, verdict in self.verdicts.items()),
            answer=self.answer,
            steps=tuple(self.steps),
            blocked=is_blocked(self.steps),
            stop=str(self.trajectory.stop) if self.trajectory else self.stop,
            prompt_tokens=self.usage.prompt_tokens,
            completion_tokens=self.usage.completion_tokens,
            cost_usd=self.usage.cost_usd,
            judge_calls=self.judging.calls,
            judge_tokens=self.judging.tokens,
            judge_cost_usd=self.judging.cost_usd,
            seconds={
                **{phase: round(spent, 3) for phase, spent in self.seconds.items()},
                "total": round(perf_counter() - self.started, 3),
            },
            error_kind=self.error_kind,
            trouble=self.trouble,
            artifacts=self.folder if self.steps or self.kept else "",
            video=self.task.video or "",
            watched=self.watched if self.task.video else None,
            warnings=self._said(),
            free_pass="" if question else self.task.free_pass,
            rescored_from=self.rescored_from,
            task_sha256=self.task.sha256,
            versions=self.versions,
        )


def _profile(name: Profile, verdict: Verdict | VwaError) -> ProfileRecord:
    if isinstance(verdict, VwaError):
        lacking = isinstance(verdict, Unavailable)
        outcome = Outcome.SKIPPED if lacking else Outcome.ERROR
        return ProfileRecord(profile=name, outcome=outcome, reason=str(verdict))
    return ProfileRecord(
        profile=name,
        outcome=verdict.outcome,
        score=verdict.value,
        reason=printable(verdict.reason),
        checks=_checks(verdict),
    )


def _checks(verdict: Verdict | None) -> tuple[CheckRecord, ...]:
    return tuple(
        CheckRecord(
            kind=check.kind,
            value=score.value,
            reason=printable(score.reason),
            expected=printable(check.told[:_REPLY_LENGTH]),
        )
        for check, score in (verdict.scores if verdict else ())
    )
