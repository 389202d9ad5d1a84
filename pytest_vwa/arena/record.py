"""Films a tutorial again: ``python -m pytest_vwa.arena.record NAME [--out DIR]``.

NAME is a script in ``arena/tutorials``, or the path of one. Needs Chromium and espeak-ng.
"""

import argparse
import os
import shutil
from pathlib import Path

TUTORIALS = Path(__file__).with_name("tutorials")
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")


def main() -> None:
    arguments = _arguments()
    from .recorder.direct import film
    from .recorder.script import load

    source = Path(arguments.name)
    if source.suffix != ".yaml":
        source = TUTORIALS / f"{source}.yaml"
    arguments.out.mkdir(parents=True, exist_ok=True)
    film(load(source), arguments.browser, arguments.out / f"{source.stem}.mp4")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m pytest_vwa.arena.record")
    known = ", ".join(sorted(path.stem for path in TUTORIALS.glob("*.yaml")))
    parser.add_argument("name", help=f"the tutorial's script: {known}, or a path ending in .yaml")
    parser.add_argument("--out", type=Path, default=TUTORIALS, help="the folder to write to")
    parser.add_argument("--browser", default=_browser(), help="the Chromium to drive")
    return parser.parse_args()


def _browser() -> str | None:
    """None is the browser that Playwright brought along."""
    on_path = (path for name in BROWSERS if (path := shutil.which(name)))
    return os.environ.get("VWA_BROWSER") or next(on_path, None)


if __name__ == "__main__":
    main()
