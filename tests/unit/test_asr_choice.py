"""``--vwa-asr`` names an engine that is here, or says what is missing before anything runs."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from pytest_vwa.core.errors import UsageError
from pytest_vwa.core.transcript import SpeechEngine
from pytest_vwa.llm.terms import Terms
from pytest_vwa.video import asr
from pytest_vwa.video.asr.choice import Choice, open_engine

ENGINES = asr.engines()
PACKAGES = {"whisper": "whisper", "faster-whisper": "faster_whisper"}


def engine(text: str, here: Path = Path()) -> SpeechEngine:
    opened = open_engine(Choice.of(text, here), ENGINES)
    assert opened is not None
    return opened


def needs(name: str) -> None:
    """Skip where the engine is not installed; make test-full installs it."""
    if find_spec(PACKAGES[name]) is None:
        pytest.skip(f"the package of {name} is not installed")


def test_asr_none_opens_no_engine() -> None:
    assert open_engine(Choice.of("none", Path()), ENGINES) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("wisper", "unknown speech engine 'wisper'; did you mean 'whisper'? known: api, faster"),
        ("base", "known: api, faster-whisper, none, whisper; write ENGINE or ENGINE:MODEL"),
        (":base", "unknown speech engine ''"),
    ],
)
def test_asr_unknown_engine_lists_known_ones(text: str, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        engine(text)
    assert told in str(caught.value)


@pytest.mark.full
@pytest.mark.parametrize("name", PACKAGES)
def test_asr_unknown_model_suggests_nearest_and_path(name: str, tmp_path: Path) -> None:
    needs(name)
    with pytest.raises(UsageError, match=f"--vwa-asr={name}: no such model: 'bas'") as caught:
        engine(f"{name}:bas", tmp_path)
    assert "did you mean 'base'" in str(caught.value)
    assert str(tmp_path / "bas") in str(caught.value)


@pytest.mark.full
@pytest.mark.parametrize("name", PACKAGES)
def test_asr_model_defaults_to_base(name: str) -> None:
    needs(name)
    assert engine(name).name == f"{name} base"
    assert engine(f"{name}:large-v3").name == f"{name} large-v3"
    assert engine(f"{name}:large-v3").resident


@pytest.mark.full
def test_asr_faster_whisper_accepts_hub_models() -> None:
    needs("faster-whisper")
    assert engine("faster-whisper:owner/a-model").name == "faster-whisper owner/a-model"


@pytest.mark.full
def test_asr_model_file_name_depends_on_content_not_folder(tmp_path: Path) -> None:
    needs("whisper")
    for folder in ("a", "b", "c"):
        (tmp_path / folder).mkdir()
        content = b"other" if folder == "c" else b"weights"
        (tmp_path / folder / "mine.pt").write_bytes(content)
    names = [engine(f"whisper:{folder}/mine.pt", tmp_path).name for folder in "abc"]
    assert names[0].startswith("whisper mine.pt ")
    assert names[0] == names[1] != names[2]


def test_asr_missing_package_names_install_command() -> None:
    code = f"""
import sys
from pathlib import Path
sys.path[:] = [place for place in sys.path if "site-packages" not in place]
from pytest_vwa.core.errors import UsageError
from pytest_vwa.video.asr.choice import Choice
from pytest_vwa.video.asr.local import require
for engine, package in {PACKAGES!r}.items():
    try:
        require(package, Choice.of(engine, Path()))
    except UsageError as error:
        print(error)
"""
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines() == [
        f'--vwa-asr={name} needs a package that is not installed: pip install "pytest-vwa[{name}]"'
        for name in PACKAGES
    ]


def test_asr_open_engine_imports_no_heavy_package() -> None:
    heavy = "whisper faster_whisper torch numpy av openai httpx litellm"
    code = (
        "import sys; from pathlib import Path; from importlib.util import find_spec\n"
        "from pytest_vwa.defaults import built_in\n"
        "from pytest_vwa.video.asr.choice import Choice, open_engine\n"
        f"for name, package in {PACKAGES | {'api': 'openai'}!r}.items():\n"
        "    if find_spec(package): open_engine(Choice.of(name, Path()), built_in().speech)\n"
        f"sys.exit(str([name for name in {heavy.split()} if name in sys.modules] or ''))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == ""


def test_asr_choice_repr_hides_base_url_secret(tmp_path: Path) -> None:
    terms = Terms(base_url="http://me:secret@localhost/v1")
    assert "secret" not in repr(Choice.of("api", tmp_path, terms))
