"""What stands in a task file or an address is data: nothing of it is run, imported or opened."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from os import getpid
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest
from hypothesis import strategies as st
from judging import SITES
from properties import examples, holds

from pytest_vwa.core.errors import TaskFileError, UsageError
from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.task import Check, Task
from pytest_vwa.defaults import PUBLISHED, built_in
from pytest_vwa.dialects import overlay
from pytest_vwa.dialects.load import load, task
from pytest_vwa.dialects.wire import Origin
from pytest_vwa.evaluators.calls import Call, flaw_of_call, make_call, parse_call
from pytest_vwa.evaluators.page import _TEXT
from pytest_vwa.evaluators.parameters import Given
from pytest_vwa.evaluators.problems import problem
from pytest_vwa.evaluators.program_html import program_html

REGISTRY = built_in()
FUNCTIONS = {name: REGISTRY.functions[name] for name in REGISTRY.functions}
KINDS = {kind: REGISTRY.evaluators[kind] for kind in REGISTRY.evaluators}

# --- what Python says it does ---------------------------------------------------------------------

TOUCHY = ("import", "exec", "compile", "open", "os.", "subprocess.", "socket.", "shutil.", "ctypes")
_watching: list[list[str]] = []
_READ_HERE = str(Path(gettempdir(), f"overlay-{getpid()}.yaml"))
"""The one file that may be opened meanwhile."""


def _hear(event: str, args: tuple[Any, ...]) -> None:
    if _watching and event.startswith(TOUCHY) and args[:1] != (_READ_HERE,):
        _watching[-1].append(f"{event} {args!r:.200}")


sys.addaudithook(_hear)


@contextmanager
def nothing_but_reading() -> Iterator[None]:
    """Fails when meanwhile something is imported, compiled, run, opened or started."""
    heard: list[str] = []
    _watching.append(heard)
    try:
        yield
    finally:
        _watching.pop()
    assert heard == []


def test_audit_hook_detects_open_and_compile(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="open"), nothing_but_reading():
        (tmp_path / "touched").write_text("")
    with pytest.raises(AssertionError, match="compile"), nothing_but_reading():
        compile("1 + 1", "code", "eval")


# --- hostile texts --------------------------------------------------------------------------------

PIECES = (
    "__import__('os').system('id')",
    "eval('1')",
    "\uff45\uff56\uff41\uff4c('1')",
    "exec(open('/etc/passwd').read())",
    "open('/tmp/touched', 'w')",
    "().__class__.__mro__[-1].__subclasses__()",
    "{__import__('os')}",
    "f'{open(1)}'",
    "(lambda: 0)()",
    "[x for x in (1, 2)]",
    "{**{}}",
    "{[]: 1}",
    "(x := 1)",
    "*__page__",
    "key='a'",
    "get_query_text",
    "shopping_get_latest_order_url()",
    "\uff47\uff45\uff54_query_text",
    "__page__.evaluate('1')",
    "__last_url__",
    "'__last_url__'",
    "breakpoint()",
    "1e999",
    "9" * 5000,
    "1j",
    "b'a'",
    "...",
    "not 1",
    "'\\N{BULLET}\\x41\\u2028'",
    "'unended",
    '"""',
    "\x00",
    "\u2028",
    "#",
    "\\\n",
    ";import os",
    "`id`",
    "$(id)",
    "%s{0.__class__}",
    "');fetch('//evil.test');('",
    "</script><script>alert(1)</script>",
    "__SHOPPING__",
    "${1}",
)
signs = st.sampled_from([*"()[]{},.'\"`=+*:; \n\\", " |OR| ", ":=", "func:"])
hostile = st.lists(st.sampled_from(PIECES) | signs | st.text(max_size=5), max_size=8).map("".join)
calls = st.builds(
    "func:{}({})".format, st.sampled_from(sorted(FUNCTIONS)) | hostile, hostile
) | hostile.map("func:{}".format)


def read(text: str) -> tuple[Call | None, str]:
    """The call, or why it is none."""
    try:
        return parse_call(text), ""
    except ValueError as error:
        return None, str(error)


@examples()
def test_parse_call_gives_name_and_constants_or_refuses(count: int) -> None:
    @holds(count, text=calls)
    def gives_name_and_constants_or_refuses(text: str) -> None:
        with nothing_but_reading():
            call, refused = read(text)
        if call is None:
            assert "allowed: func:NAME" in refused
            return
        assert call.name.isascii()
        assert call.name.isidentifier()
        assert all(isinstance(arg, str | int | float | Given | None) for arg in call.args)


@examples(many=400)
def test_parse_call_preserves_quoted_text(count: int) -> None:
    @holds(count, text=st.text(), mark=st.sampled_from("'\""))
    def preserves_quoted_text(text: str, mark: str) -> None:
        written = text.replace("\\", "\\\\").replace(mark, f"\\{mark}")
        assert parse_call(f"func:get({mark}{written}{mark})") == Call("get", (text,))


@pytest.mark.parametrize(
    "text",
    [
        "func:get(" * 100_000,
        "func:" + "get(" * 100_000 + ")" * 100_000,
        "func:get(" + "[" * 1_000_000 + ")",
        "func:get(" + "-" * 1_000_000 + "1)",
        "func:get('" + "a" * 1_000_000 + ")",
        "func:get('" + "\\" * 1_000_001 + "')",
        "func:" + "a" * 1_000_000 + "()",
        "func:get(" + "9" * 1_000_000 + ")",
        "func:get(" + ", " * 500_000 + ")",
        "func:" + " " * 1_000_000,
        "func:g\x00et()",
        "func:\uff45\uff56\uff41\uff4c()",
        "func:\uff47\uff45\uff54_query_text(__page__, 'p')",
    ],
    ids=lambda text: f"{text[:20]!r} of {len(text)}",
)
def test_hostile_call_is_refused_with_short_message(text: str) -> None:
    with nothing_but_reading():
        flaw = flaw_of_call(text, FUNCTIONS)
    assert flaw
    assert len(flaw) < 1000


def test_parse_call_accepts_text_of_million_characters() -> None:
    assert parse_call(f"func:get('{'a' * 1_000_000}')").args == ("a" * 1_000_000,)


# --- task files -----------------------------------------------------------------------------------

values = st.recursive(
    hostile | calls | st.none() | st.booleans() | st.integers() | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(hostile, inner, max_size=3),
    max_leaves=6,
)
WANTED = ("exact_match", "must_include", "must_exclude", "required_values", "fuzzy_match")
contents = st.dictionaries(st.sampled_from(WANTED), hostile | st.lists(hostile, max_size=2))
targets = st.fixed_dictionaries(
    {"url": calls | hostile, "locator": calls | hostile, "required_contents": contents}
)
criteria = st.fixed_dictionaries(
    {"eval_types": st.lists(st.sampled_from(sorted(KINDS)), min_size=1, max_size=2)},
    optional={
        "program_html": st.lists(targets, max_size=2),
        "reference_answers": contents,
        "reference_url": hostile,
        "page_image_query": st.lists(
            st.fixed_dictionaries(
                {"eval_image_url": hostile, "eval_image_class": hostile},
                optional={"eval_fuzzy_image_match": hostile},
            ),
            max_size=2,
        ),
        "string_note": hostile,
    },
)
entries = st.fixed_dictionaries(
    {
        "task_id": st.integers(0, 9) | values,
        "sites": st.just(["shopping"]) | values,
        "intent": hostile | values,
        "start_url": hostile | values,
        "eval": criteria | values,
    },
    optional={
        "reference_actions": st.lists(hostile) | values,
        "intermediate_intent": hostile,
        "intermediate_eval": criteria,
        "comments": values,
        "free_pass": hostile,
    },
)
HERE = Origin(Path("tasks/shopping.json"), frozenset(KINDS))


@examples(few=50, many=400)
def test_task_entry_loads_or_raises_clear_error(count: int) -> None:
    @holds(count, entry=entries)
    def loads_or_raises_clear_error(entry: dict[str, Any]) -> None:
        with nothing_but_reading():
            found, refused = understood(entry)
            if found is None:
                assert "shopping.json" in refused
                return
            checks = [*found.checks, *(found.question.checks if found.question else ())]
            flaws = [problem(check, FUNCTIONS) for check in checks]
        assert all(flaw is None or isinstance(flaw, str) for flaw in flaws)
        assert len(found.sha256) == 64


def understood(entry: dict[str, Any]) -> tuple[Task | None, str]:
    """The task, or why it is none."""
    try:
        return task(HERE, entry, 0), ""
    except TaskFileError as error:
        return None, str(error)


WHOLE = '{"task_id": 1, "sites": ["shopping"], "start_url": "a", "intent": "ENTRY", "eval": null}'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("deep.json", "[" * 200_000),
        ("deep.json", '{"intent":' * 50_000),
        ("deep.yaml", "[" * 20_000),
        ("tag.yaml", "intent: !!python/object/apply:os.system [id]"),
        ("new.yaml", "intent: !!python/name:os.system"),
        (
            "bomb.yaml",
            "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{f'*a{n - 1},' * 9}]\n" for n in range(1, 30)),
        ),
        ("loop.yaml", "intent: &a [*a]"),
        ("null.json", "\x00"),
        ("half.json", WHOLE.replace("ENTRY", "\\ud800")),
        ("half.yaml", WHOLE.replace("ENTRY", "\\ud800")),
    ],
)
def test_hostile_task_file_is_refused(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TaskFileError, match=name):
        load(path, KINDS)


# --- overlays -------------------------------------------------------------------------------------

FIELDS = ("intent", "eval", "eval.eval_types[0]", "eval.reference_answers.must_include[7]", "new")
ENTRY = {
    "task_id": 1,
    "sites": ["shopping"],
    "intent": "Open the cart.",
    "start_url": "__SHOPPING__",
    "eval": {"eval_types": ["url_match"], "reference_url": "__SHOPPING__/cart"},
}
steps = st.sampled_from(["eval", "intent", "__class__", "[0]", "[-1]", "."])
fields = st.sampled_from(FIELDS) | hostile | st.lists(steps, max_size=4).map("".join)
flat = hostile | st.none() | st.integers() | st.floats() | st.lists(hostile, max_size=2)
rows = st.fixed_dictionaries(
    {
        "task": st.sampled_from(["tasks/shopping/1", "tasks/shopping/9", "other/a/1"]) | hostile,
        "field": fields,
        "value": flat,
        "reason": st.just("it is wrong") | hostile,
    },
    optional={"was": flat, "__class__": flat},
)
documents = st.fixed_dictionaries(
    {"version": st.just(1) | hostile, "rows": st.lists(rows, max_size=2) | flat}
)
tags = st.sampled_from(["!!python/name:os.system", "!!python/object/apply:os.system [id]", "&a *a"])
overlays = documents.map(json.dumps) | st.builds("version: 1\nrows: {} {}".format, tags, hostile)


@pytest.fixture(scope="module")
def overlay_file() -> Iterator[Path]:
    overlay.read(PUBLISHED)  # whatever reading imports is imported
    path = Path(_READ_HERE)
    yield path
    path.unlink(missing_ok=True)


@examples()
def test_overlay_applies_value_or_raises_clear_error(overlay_file: Path, count: int) -> None:
    @holds(count, text=overlays, lenient=st.booleans())
    def applies_value_or_raises_clear_error(text: str, lenient: bool) -> None:
        overlay_file.write_text(text, encoding="utf-8")
        entry = deepcopy(ENTRY)
        with nothing_but_reading():
            after, told = mended(entry, overlay_file, lenient)
            refused = understood(after)[1]
        assert entry == ENTRY
        assert not told or overlay_file.name in told
        assert not refused or "shopping.json" in refused


def mended(entry: dict[str, Any], path: Path, lenient: bool) -> tuple[dict[str, Any], str]:
    """The entry with what the overlay puts into it, or why it puts nothing."""
    try:
        found = overlay.read(path, lenient=lenient)
        (after,), _ = overlay.mend([entry], ["tasks/shopping/1"], "tasks/shopping", [found])
    except (UsageError, TaskFileError) as error:
        return entry, str(error)
    return after, ""


# --- pages ----------------------------------------------------------------------------------------


@dataclass
class Scribe:
    """A page that keeps the scripts it is given."""

    url: str = "http://127.0.0.1:7770/"
    scripts: list[str] = field(default_factory=list)

    def html(self) -> str:
        return ""

    def evaluate(self, javascript: str) -> Any:
        self.scripts.append(javascript)
        return ""


def seen(page: Scribe, last_url: str) -> Evidence:
    return Evidence("", "", None, (), last_url, SITES, lambda url: page)


@examples(many=400)
def test_url_reaches_script_only_as_quoted_text(count: int) -> None:
    call = "func:get_query_text(__page__, '__last_url__')"

    @holds(count, url=hostile | st.text())
    def reaches_script_only_as_quoted_text(url: str) -> None:
        page = Scribe()
        with nothing_but_reading():
            make_call(call, FUNCTIONS, seen(page, url), page)
        (script,) = page.scripts
        argument = script.removeprefix(f"{_TEXT}(").removesuffix(")")
        assert argument.isascii()
        assert json.loads(argument) == url


starts = st.sampled_from(["document.", "[...document.", "lambda:"])


@examples()
def test_locator_script_is_independent_of_agent_url(count: int) -> None:
    @holds(count, url=hostile | st.text(), locator=hostile, start=starts)
    def script_is_independent_of_agent_url(url: str, locator: str, start: str) -> None:
        pages = [Scribe(), Scribe()]
        wanted = {"exact_match": "a"}
        args = {"url": "last", "locator": start + locator, "required_contents": wanted}
        for page, last_url in zip(pages, (url, ""), strict=True):
            with nothing_but_reading():
                program_html(FUNCTIONS)(seen(page, last_url), Check("program_html", args))
        assert pages[0].scripts == pages[1].scripts


@examples(few=50, many=400)
def test_check_problem_reports_arguments_of_any_shape(count: int) -> None:
    @holds(count, kind=st.sampled_from(sorted(KINDS)), args=st.dictionaries(hostile, values))
    def reports_arguments_of_any_shape(kind: str, args: dict[str, Any]) -> None:
        with nothing_but_reading():
            assert problem(Check(kind, args), FUNCTIONS)
