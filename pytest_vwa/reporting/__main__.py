"""``python -m pytest_vwa.reporting``: what journals tell, with no test run again.

    JOURNAL [-v]                  the summary of a run
    merge JOURNAL... -o OUT       one journal of several, such as those of the parts of a run
    render JOURNAL... [-o FOLDER] the pages about one or several runs
    compare A B [-v]              what one run won and the other did not
    gate JOURNAL [--rule RULE ...] [--must-pass TASK|FILE ...] [--baseline FILE]
                                  is it worse? The exit code tells

A journal is given as its file or as the folder of its run.
"""

import gc
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from pytest_vwa.core.errors import UsageError

from . import commands

NAMES = ("merge", "render", "compare", "gate")


def main(arguments: Sequence[str]) -> int:
    """Exit code 0, the gate's, or 2 when a journal cannot be read or a file not be written."""
    parser = ArgumentParser(
        "python -m pytest_vwa.reporting",
        description=__doc__,
        formatter_class=RawDescriptionHelpFormatter,
    )
    command = arguments[0] if arguments and arguments[0] in NAMES else ""
    given = _options(parser, command).parse_args(arguments[1:] if command else arguments)
    try:
        return _run(command, given)
    except UsageError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"{error.filename or command}: {error.strerror or error}")


def _options(parser: ArgumentParser, command: str) -> ArgumentParser:
    takes: dict[str, int | str] = {"merge": "+", "render": "+", "compare": 2}
    if command:
        parser.prog += f" {command}"
    parser.add_argument("journals", type=Path, nargs=takes.get(command, 1), metavar="JOURNAL")
    if command in ("", "compare"):
        parser.add_argument("-v", action="store_true", dest="whole", help="shorten no list")
    if command in ("merge", "render"):
        parser.add_argument("-o", type=Path, dest="out", required=command == "merge")
    if command == "gate":
        parser.add_argument("--rule", action="append", default=[], dest="rules")
        parser.add_argument("--must-pass", action="append", default=[], dest="must")
        parser.add_argument("--baseline", type=Path)
    return parser


def _run(command: str, given: Namespace) -> int:
    journals: Sequence[Path] = [commands.journal_of(path) for path in given.journals]
    match command:
        case "merge":
            text = commands.merge(journals, given.out)
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
            sys.stdout.write(text)
            return code
        case _:
            text = commands.tell(journals[0], color=sys.stdout.isatty(), whole=given.whole)
    sys.stdout.write(text)
    return 0


gc.disable()  # records hold no cycles: to look for any takes a fifth of the time
sys.exit(main(sys.argv[1:]))
