"""What judging costs without a model.

    python benchmarks/judging.py [--shared FOLDER]

Prints string checks per second of one core for each profile, over the published tasks' golden
cases; how many of these cases the profiles judge differently; the time of the structural
similarity of two pictures of 2000x1500 pixels; and how long a fresh process takes to import all
evaluators. All times are of the processor, so that what else it does hardly counts. FOLDER holds
``golden`` and ``data``; $VWA_SHARED by default.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import Evaluator, Evidence, View
from pytest_vwa.core.site import Sites
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import PROFILES, Score
from pytest_vwa.defaults import built_in

SHARED = Path(os.environ.get("VWA_SHARED", Path(__file__).parents[1].parent / "shared"))
KEEP_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
HEAVY = ("skimage", "scipy", "numpy", "PIL", "playwright", "httpx", "litellm")
IMPORT = f"""
import sys, time
start = time.process_time()
from importlib import import_module
from pytest_vwa.evaluators import EVALUATORS, FUNCTIONS, STRICT
places = [*EVALUATORS.values(), *STRICT.values(), *FUNCTIONS.values()]
for module in {{place.partition(":")[0] for place in places}}:
    import_module(module)
import_module("pytest_vwa.evaluators.program_html")
import_module("pytest_vwa.evaluators.strict.program_html")
print(time.process_time() - start, *[name for name in {HEAVY} if name in sys.modules])
"""

Case = tuple[str, Evidence, Check]


class Literal:
    """The fixed rule that stands for the judge in the golden cases."""

    def matches(self, answer: str, reference: str, question: str) -> Score:
        return Score(float(reference.strip().lower() in answer.lower()))

    def explains(self, answer: str, reason: str, question: str) -> Score:
        return Score(float("not" in answer.lower()))

    def sees(self, image: Image, question: str) -> str:
        return "yes"


class Still:
    """A page on which every script has one value."""

    url = "http://127.0.0.1/page"

    def __init__(self, value: str) -> None:
        self._value = value

    def html(self) -> str:
        return self._value

    def evaluate(self, javascript: str) -> Any:
        return self._value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shared", type=Path, default=SHARED)
    shared: Path = parser.parse_args().shared
    registry = built_in()
    if (shared / "golden").is_dir():
        cases = {kind: list(read(shared)) for kind, read in READERS.items()}
        for profile in PROFILES:
            speed = per_second(registry.profile(profile)["string_match"], cases["string_match"])
            print(f"string checks per second, {profile:12} {speed:10,.0f}")
        for kind, some in cases.items():
            print(f"{kind}: {len(some)} cases")
            evaluators = [registry.profile(profile)[kind] for profile in PROFILES]
            for (variant, *change), count in sorted(differences(some, *evaluators).items()):
                print(f"  {variant:16} {' -> '.join(change):18} {count:6}")
    else:
        print(f"no golden cases in {shared}; give --shared")
    print(f"similarity of 2000x1500 pixels, seconds  {similarity_seconds():10.3f}")
    seconds, *heavy = import_all()
    print(f"import of all evaluators, seconds        {float(seconds):10.3f} {' '.join(heavy)}")


def per_second(evaluator: Evaluator, cases: list[Case], rounds: int = 5) -> float:
    """Of processor time, the median of some rounds."""
    return len(cases) / median(_seconds(evaluator, cases) for _ in range(rounds))


def _seconds(evaluator: Evaluator, cases: list[Case]) -> float:
    start = process_time()
    for _, evidence, check in cases:
        evaluator(evidence, check)
    return process_time() - start


def differences(
    cases: list[Case], reference: Evaluator, strict: Evaluator
) -> Counter[tuple[str, str, str]]:
    """How many cases of each variant the profiles judge differently, and how."""
    words = {True: "passed", False: "failed"}
    judged = (
        (variant, reference(evidence, check).passed, strict(evidence, check).passed)
        for variant, evidence, check in cases
    )
    return Counter((name, words[one], words[other]) for name, one, other in judged if one != other)


def similarity_seconds() -> float:
    """With decoding, and with the colours that the profile strict compares: two noisy pictures, the
    median of three."""
    from PIL import Image as Pillow

    from pytest_vwa.evaluators.strict.page_image import likeness

    def noise(sigma: int) -> Image:
        data = BytesIO()
        Pillow.effect_noise((2000, 1500), sigma).convert("RGB").save(data, "JPEG")
        return Image(data.getvalue(), "image/jpeg")

    one, other = noise(40), noise(80)
    seconds = []
    for _ in range(3):
        start = process_time()
        likeness(one, other)
        seconds.append(process_time() - start)
    return median(seconds)


def import_all() -> list[str]:
    """Seconds in a fresh process, and which heavy packages it loaded; the median of five."""
    # As an installed package has it: bytecode is kept from one run to the next.
    environ = {name: value for name, value in os.environ.items() if name != KEEP_NO_BYTECODE}
    command = [sys.executable, "-c", IMPORT]
    runs = [
        subprocess.run(
            command, env=environ, capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(5)
    ]
    return sorted(runs, key=lambda run: float(run[0]))[len(runs) // 2]


def evidence(answer: str = "", last_url: str = "", page: str = "") -> Evidence:
    def visit(url: str) -> View:
        return Still(page)

    return Evidence("", answer, None, (), last_url, Sites({}), visit, Literal())


def strings(shared: Path) -> Iterator[Case]:
    for line, task in _lines(shared, "string_match"):
        criteria = task[line["key"]]
        note = criteria.get("string_note") or ""
        args = {"reference_answers": criteria["reference_answers"], "string_note": note}
        yield line["variant"], evidence(line["pred"]), Check("string_match", args)


def addresses(shared: Path) -> Iterator[Case]:
    for line, task in _lines(shared, "url_match"):
        fields = ("reference_url", "url_note")
        args = {name: task["eval"][name] for name in fields if name in task["eval"]}
        yield line["variant"], evidence(last_url=line["url"]), Check("url_match", args)


def pages(shared: Path) -> Iterator[Case]:
    for line, _ in _lines(shared, "required_contents"):
        wanted = line["required_contents"]
        args = {"url": "last", "locator": "document.it", "required_contents": wanted}
        rules = "+".join(wanted)
        yield rules, evidence(page=line["extracted"]), Check("program_html", args)


READERS = {"string_match": strings, "url_match": addresses, "program_html": pages}


def _lines(shared: Path, name: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each golden case and the task it is about."""
    tasks: dict[str, dict[int, dict[str, Any]]] = {}
    with (shared / "golden" / f"{name}.jsonl").open() as lines:
        for line in map(json.loads, lines):
            file = line["file"]
            if file not in tasks:
                entries = json.loads((shared / "data" / file).read_text())
                tasks[file] = {entry["task_id"]: entry for entry in entries}
            yield line, tasks[file][line["task_id"]]


if __name__ == "__main__":
    main()
