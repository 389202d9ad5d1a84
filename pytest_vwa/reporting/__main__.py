"""``python -m pytest_vwa.reporting``: what journals tell, with no test run again.

    JOURNAL [-v]                  the summary of a run
    merge JOURNAL... -o OUT       one journal of several, such as those of the parts of a run
    render JOURNAL... [-o FOLDER] the pages about one or several runs
    compare OLD NEW [-v]          what the new run won and the old one did not
    gate JOURNAL [--rule RULE ...] [--must-pass TASK|FILE ...] [--baseline FILE]
                                  is it worse? The exit code tells

A journal is given as its file or as the folder of its run. Of each command, --help tells more.
"""

import gc
import os
import sys
from argparse import ArgumentParser, HelpFormatter, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.nearest import meant

from . import commands, merging
from .runs import journal_of

_ABOUT = {
    "merge": "Write one journal with the records that count of several, such as those of the parts "
    "of a run. Which parts are missing is told on standard error.",
    "render": "Write pages about one or several runs, to be opened from disk.",
    "compare": "What each agent won in the new run and not in the old one, and the other way "
    "round, with McNemar's exact p. Where each run has one agent, these two are compared.",
    "gate": "Hold a run against rules, tasks that must pass and a stored run; at least one of them "
    "is needed. Exit code: 0 all held, 1 something fell, 2 something could not be judged, such as "
    "for too many errors or skips, another task set or a missing part of the run.",
}
_A_JOURNAL = "a run's journal.jsonl, or the folder it lies in"


def main(arguments: Sequence[str]) -> int:
    """Return 0 or the gate's code; exit with 2 when a file cannot be read or not be written."""
    command = arguments[0] if arguments and arguments[0] in _ABOUT else ""
    parser = ArgumentParser(
        f"python -m pytest_vwa.reporting {command}".rstrip(),
        description=_ABOUT.get(command, __doc__.replace("``", "")),
        formatter_class=HelpFormatter if command else RawDescriptionHelpFormatter,
    )
    if not command and (wrong := _no_command(arguments)):
        parser.error(wrong)
    given = _options(parser, command).parse_args(arguments[1:] if command else arguments)
    try:
        return _run(command, given)
    except UsageError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"{error.filename or command}: {error.strerror or error}")


def _no_command(arguments: Sequence[str]) -> str:
    """What is wrong with the first word, where a command was meant."""
    given, *others = arguments or [""]
    if given.startswith("-") or Path(given).exists():
        return ""
    near = meant(given, _ABOUT)
    several = any(not other.startswith("-") for other in others)
    known = "" if near else f"; commands are {', '.join(_ABOUT)}"
    return f"{given} is no command and no journal{near}{known}" if near or several else ""


def _options(parser: ArgumentParser, command: str) -> ArgumentParser:
    add = parser.add_argument
    match command:
        case "compare":
            for name in ("OLD", "NEW"):
                add("journals", type=Path, action="append", metavar=name, help=_A_JOURNAL)
        case "merge" | "render":
            add("journals", type=Path, nargs="+", metavar="JOURNAL", help=_A_JOURNAL)
        case _:
            add("journals", type=Path, nargs=1, metavar="JOURNAL", help=_A_JOURNAL)
    match command:
        case "" | "compare":
            add("-v", action="store_true", dest="whole", help="shorten no list")
        case "merge":
            out = "a file that ends in .jsonl, or the folder in which to write journal.jsonl"
            add("-o", type=Path, dest="out", metavar="OUT", required=True, help=out)
        case "render":
            out = "where the pages go; of one journal, the folder it lies in unless given"
            add("-o", type=Path, dest="out", metavar="FOLDER", help=out)
        case "gate":
            _gate_options(parser)
    return parser


def _gate_options(parser: ArgumentParser) -> None:
    several = partial(parser.add_argument, action="append", default=[])
    several(
        "--rule", dest="rules", metavar="RULE",
        help="'final >= 0.12', 'final[temporal_reasoning] >= 0.10', 'errors <= 2%%', 'cost <= 5', "
        "'regressions == 0'; may be given several times",
    )  # fmt: skip
    several(
        "--must-pass", dest="must", metavar="TASK|FILE",
        help="a task that must be won in every run of it, as arena/shopping/3 or shopping-3, or a "
        "file with one a line; may be given several times",
    )  # fmt: skip
    parser.add_argument(
        "--baseline", type=Path, metavar="FILE",
        help="what --vwa-update-baseline has written, or a journal: fall when the run is worse",
    )  # fmt: skip


def _run(command: str, given: Namespace) -> int:
    journals: Sequence[Path] = [journal_of(path) for path in given.journals]
    code = 0
    match command:
        case "merge":
            text, missing = merging.merge(journals, given.out)
            sys.stderr.write(missing)
        case "render":
            text = commands.render(journals, given.out)
        case "compare":
            text = commands.compare(*journals, whole=given.whole)
        case "gate":
            if not (given.rules or given.must or given.baseline):
                raise UsageError(
                    "nothing to hold it against: give --rule, --must-pass or --baseline"
                )
            code, text = commands.hold(journals[0], given.rules, given.must, given.baseline)
        case _:
            records = commands.counting(journals[0])
            text = commands.tell(journals[0], records, color=sys.stdout.isatty(), whole=given.whole)
    sys.stdout.write(text)
    sys.stderr.writelines(f"{remark}\n" for remark in commands.remarks(journals))
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    return code


if __name__ == "__main__":
    gc.disable()  # records hold no cycles: to look for any takes a fifth of the time
    # To take so many records apart first would be a tenth of the time.
    os._exit(main(sys.argv[1:]))
