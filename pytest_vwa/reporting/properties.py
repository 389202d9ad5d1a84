"""What stands beside a test in JUnit's XML: a few facts of its record."""

from pytest_vwa.core.record import Record


def properties(record: Record) -> list[tuple[str, str]]:
    """Names and values; what is not known of the run is left out."""
    told = {
        "agent": record.agent,
        "model": record.model,
        "outcome": record.outcome.value,
        "error_kind": record.error_kind,
        "score": None if record.score is None else f"{record.score:g}",
        "profile": record.profile,
        "trial": str(record.trial),
        "benchmark": record.benchmark,
        "kind": record.kind,
        "sites": ",".join(record.sites),
        "categories": ",".join(record.categories),
        "difficulty": record.difficulty,
        "steps": str(len(record.steps)),
        "stop": record.stop,
        "tokens": str(record.prompt_tokens + record.completion_tokens),
        "cost_usd": f"{record.cost_usd:.6f}",
        "judge_cost_usd": f"{record.judge_cost_usd:.6f}" if record.judge_calls else "",
        "seconds": f"{record.seconds.get('total', 0):.3f}",
        "artifacts": record.artifacts,
    }
    return [(name, value) for name, value in told.items() if value]
