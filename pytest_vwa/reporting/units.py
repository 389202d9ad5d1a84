"""Numbers as a person reads them, in at most seven characters."""


def percent(share: float) -> str:
    """0.56 -> ``56 %``"""
    return f"{share * 100:.0f} %"


def percent_range(ends: tuple[float, float]) -> str:
    """(0.33, 0.77) -> ``33-77 %``"""
    return f"{ends[0] * 100:.0f}-{percent(ends[1])}"


def tokens(count: float) -> str:
    """950 -> ``950``, 12345 -> ``12.3k``"""
    if count < 1000:
        return f"{count:.0f}"
    return f"{count / 1000:.1f}k" if count < 1_000_000 else f"{count / 1_000_000:.1f}M"


def dollars(cost: float) -> str:
    """0.0123 -> ``$0.0123``, 12.345 -> ``$12.35``"""
    if not cost:
        return "$0"
    return f"${cost:.4f}" if cost < 1 else f"${cost:.2f}"


def duration(seconds: float) -> str:
    """12.34 -> ``12.3 s``, 150 -> ``150 s``, 1500 -> ``25 min``, 7200 -> ``2.0 h``"""
    if seconds < 600:
        return f"{seconds:.1f} s" if seconds < 100 else f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def counted(number: int, nouns: str) -> str:
    """(1, "tasks") -> ``1 task``, (33, "tasks") -> ``33 tasks``"""
    return f"{number} {nouns.removesuffix('s') if number == 1 else nouns}"


def tasks_and_questions(number: int) -> str:
    """1 -> ``1 task or question``, 6 -> ``6 tasks and questions``"""
    return f"{number} {'task or question' if number == 1 else 'tasks and questions'}"
