"""Draw mutants of the package: small changes in the bodies of its functions."""

import ast
import random
import re
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGE = "pytest_vwa"
GRAMMAR = ("grammar", "expression", "forms", "structured", "published", "arguments", "parsing")
AREAS = {
    "evaluators": ("evaluators/**/*",),
    "journal": ("reporting/journal",),
    "gate": ("reporting/gate", "reporting/rules", "reporting/against"),
    "leases": ("sites/lease/*",),
    "grammar": tuple(f"core/{name}" for name in GRAMMAR),
    "records": ("core/record", "core/result", "core/told"),
}
COMPARISONS: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
NAMES = {"min": "max", "any": "all", "startswith": "endswith", "removeprefix": "removesuffix"}
NAMES |= {new: old for old, new in NAMES.items()}
OF_TYPES = {"isinstance": 0, "issubclass": 0, "cast": 1}
"""The argument of these functions that is not a type."""
PROSE = re.compile(r"\S+ \S+ \S+")
Functions = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Mutant:
    """A small change of the source, between two offsets in bytes."""

    area: str
    file: str
    line: int
    column: int
    operator: str
    before: str
    after: str
    start: int
    end: int
    first_line: int
    """First line of the changed statement; coverage.py counts only this one in some cases."""
    last_line: int

    @property
    def key(self) -> str:
        return f"{self.file}:{self.line}:{self.column} {self.operator}: {self.after}"

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]

    def __str__(self) -> str:
        change = " ".join(f"{self.before} -> {self.after}".split())
        return f"{self.file}:{self.line}: {self.operator}: {change}"


def functions(statements: Sequence[ast.stmt]) -> Iterator[Functions]:
    """Yield the functions of a module and the methods of its classes."""
    for statement in statements:
        if isinstance(statement, Functions):
            yield statement
        elif isinstance(statement, ast.ClassDef):
            yield from functions(statement.body)
        elif isinstance(statement, ast.If) and "TYPE_CHECKING" not in ast.unparse(statement.test):
            yield from functions([*statement.body, *statement.orelse])


def nodes(node: ast.AST, statement: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield each node that may change, with its statement."""
    if isinstance(node, ast.JoinedStr | ast.ClassDef | ast.arguments):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if not isinstance(node, ast.Constant) or not isinstance(statement, ast.Raise):
        yield node, statement
    for child in children(node):
        yield from nodes(child, child if isinstance(child, ast.stmt) else statement)


def children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is below a node and is neither a type nor a decorator."""
    if isinstance(node, Functions):
        yield from node.body
    elif isinstance(node, ast.AnnAssign):
        yield from [node.value] if node.value else []
    elif isinstance(node, ast.Call) and getattr(node.func, "id", None) in OF_TYPES:
        yield node.args[OF_TYPES[ast.unparse(node.func)]]
    else:
        yield from ast.iter_child_nodes(node)


def changed(node: ast.AST, **fields: Any) -> str:
    """Return the source of a node with other fields."""
    new = copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    text = ast.unparse(new)
    return f"({text})" if isinstance(node, ast.expr) and not isinstance(node, ast.Slice) else text


def mutations(node: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:
    """Yield the changes of a node: what is replaced, the operator's name and the new source."""
    for name, text in (
        *expressions(node),
        *names_and_bounds(node),
        *statements(node),
        *constants(node),
    ):
        yield node, name, text
    for test in conditions(node):
        simple = isinstance(test, ast.Compare) and len(test.ops) == 1
        if not simple and not isinstance(getattr(test, "op", None), ast.Not):
            yield test, "condition negated", f"(not ({ast.unparse(test)}))"


def conditions(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.If() | ast.IfExp():
            return [node.test]
        case ast.comprehension():
            return node.ifs
    return []


def expressions(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Compare():
            for index, old in enumerate(node.ops):
                for new in COMPARISONS[type(old)]:
                    ops = [*node.ops[:index], new(), *node.ops[index + 1 :]]
                    yield "comparison", changed(node, ops=ops)
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield "and/or", changed(node, op=other)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield "not or minus removed", f"({ast.unparse(node.operand)})"
        case ast.BinOp() if type(node.op) in ARITHMETIC:
            if not is_sequence(node.left) and not is_sequence(node.right):
                yield "arithmetic", changed(node, op=ARITHMETIC[type(node.op)]())


def names_and_bounds(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Slice():
            for bound in ("lower", "upper"):
                if getattr(node, bound):
                    yield "slice bound removed", changed(node, **{bound: None})
        case ast.Name() if node.id in NAMES:
            yield "function", changed(node, id=NAMES[node.id])
        case ast.Attribute() if node.attr in NAMES:
            yield "function", changed(node, attr=NAMES[node.attr])


def is_sequence(node: ast.expr) -> bool:
    """Tell whether arithmetic other than the sum of this is certain to raise an error."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str | bytes)
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple)


def statements(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "return None", "return None"
        case ast.Expr(value=ast.Call()) | ast.Raise():
            yield "statement removed", "pass"
        case ast.AugAssign() if type(node.op) in ARITHMETIC:
            yield "arithmetic", changed(node, op=ARITHMETIC[type(node.op)]())
        case ast.Break():
            yield "break/continue", "continue"
        case ast.Continue():
            yield "break/continue", "break"


def constants(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Constant(value=bool() as value):
            yield "constant", str(not value)
        case ast.Constant(value=int() | float() as value):
            yield "constant", str(value + 1)
        case ast.Constant(value=str() as value) if not PROSE.search(value):
            yield "constant", repr(f"{value}~")


def mutants_of(area: str, tree: Path, path: Path) -> Iterator[Mutant]:
    """Yield each mutant of a module, those with the same effect once."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    seen = set()
    for function in functions(ast.parse(source).body):
        for node, statement in nodes(function, function):
            for changing, operator, after in mutations(node):
                at: Any = changing
                start = starts[at.lineno - 1] + at.col_offset
                end = starts[at.end_lineno - 1] + at.end_col_offset
                if (start, end, after) in seen:
                    continue
                seen.add((start, end, after))
                file, before = str(path.relative_to(tree)), source[start:end].decode()
                where = (at.lineno, at.col_offset, operator, before, after, start, end)
                lines = (getattr(statement, "lineno", at.lineno), at.end_lineno)
                yield Mutant(area, file, *where, *lines)


def is_valid(mutant: Mutant, tree: Path) -> bool:
    """Tell whether a mutant can be compiled."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(mutant.applied((tree / mutant.file).read_bytes()), mutant.file, "exec")
        except SyntaxError:
            return False
    return True


def sample(tree: Path, seed: int, count: int) -> list[Mutant]:
    """Draw mutants, one from each area in turn."""
    shares = []
    for area, globs in AREAS.items():
        paths = sorted({path for glob in globs for path in (tree / PACKAGE).glob(f"{glob}.py")})
        if not paths:
            sys.exit(f"mutants.py: no module in the area {area!r}")
        share = [mutant for path in paths for mutant in mutants_of(area, tree, path)]
        random.Random(f"{seed} {area}").shuffle(share)
        print(f"{area}: {len(share)} mutants in {len(paths)} modules")
        shares.append(iter([*share]))
    drawn: list[Mutant] = []
    while shares and len(drawn) < count:
        share_of = shares.pop(0)
        for mutant in share_of:
            if is_valid(mutant, tree):
                drawn.append(mutant)
                shares.append(share_of)
                break
    return drawn
