"""Does a task change its sites? Told by what it asks for and how it is judged; careful: what may
leave a trace does."""

import re

from pytest_vwa.core.task import Check, Task

_CLAUSES = re.compile(
    r"[.,;:?!()]|\b(?:and|then|by)\b|(?<!command )(?<!how )(?<!where )\bto\b",
    re.IGNORECASE,
)
"""What one asks ``how to`` do is not asked for."""
_ASKED = re.compile(
    r"\s*(?:(?:can|could|would|will) you|please|now|also|help me|i want you|let's)?\s*"
    r"(?:please|also|then|help me|instead|first)?\s*"
    r"(?:add|apply|approve|ask for|assign|block|buy|cancel|change|clone|comment|commit|create|"
    r"decrease|delete|disable|disapprove|dislike|downvote|draft|edit|enable|fill|fork|follow|"
    r"give(?! me)|increase|invite|leave|like|make(?! sure)|mark|merge|message|modify|move|notify|"
    r"open an?|order(?! (?:id|number|date|status))|pin|place|post|prepend|promote|publish|"
    r"purchase|put|rate|re-?order|re-?post|reduce|register|remove|rename|reply|reserve|review|"
    r"save|sell|send|set|share(?! the price)|star|submit|subscribe|thumbs|transfer|unblock|"
    r"unfollow|unlike|unstar|unsubscribe|update|upload|upvote|vote|write)\b",
    re.IGNORECASE,
)


def changes(task: Task) -> bool:
    """What its file says, if it does; else whether it asks to be reset, is judged by pages that
    its agent need not have left open, or is told to do what leaves a trace."""
    if task.changes_sites is not None:
        return task.changes_sites
    return (
        task.require_reset
        or any(map(_looks_elsewhere, task.checks))
        or any(map(_ASKED.match, _CLAUSES.split(task.intent)))
    )


def _looks_elsewhere(check: Check) -> bool:
    """At a page of the evaluator's own choice, where a trace must be."""
    return check.kind == "program_html" and check.args.get("url", "last") != "last"
