"""The fixtures a task's test is made of; each can be overridden in a conftest.py."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pytest

from .options import REGISTRY, SETTINGS, Settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Playwright

    from .arena.server import Arena
    from .browser.world import BrowserWorld
    from .core.ports import Brief, Cue, Evidence, Frame, Judge, Tutorial
    from .core.site import Sites
    from .core.task import Task
    from .core.trajectory import Trajectory
    from .episode import Limits
    from .llm.usage import Metered
    from .runlog import RunLog

NewContext = Callable[..., "BrowserContext"]


@pytest.fixture(scope="session")
def vwa_settings(pytestconfig: pytest.Config) -> Settings:
    """What the --vwa-* options say."""
    return pytestconfig.stash[SETTINGS]


@pytest.fixture
def vwa_run(request: pytest.FixtureRequest) -> "RunLog":
    """What is known so far of this run of this task."""
    from .outcome import RUNLOG

    log: RunLog = request.node.stash[RUNLOG]
    return log


@pytest.fixture
def task(vwa_run: "RunLog") -> "Task":
    """The task, with its checks; an agent never sees it."""
    return vwa_run.task


@pytest.fixture
def limits(vwa_settings: Settings) -> "Limits":
    """When a run ends although the agent goes on."""
    from .episode import Limits

    return Limits(steps=vwa_settings.max_steps)


# --- sites --------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def arena() -> Iterator["Arena"]:
    """The embedded sites of this process."""
    from .arena.server import Arena

    with Arena() as arena:
        yield arena


@pytest.fixture
def sites(task: "Task", request: pytest.FixtureRequest) -> "Sites":
    """The sites of this task: those with an address, else the arena's with fresh data."""
    from .outcome import skipping_unavailable
    from .sites import catalog

    real = catalog.configured()
    if not real.by_name:
        arena: Arena = request.getfixturevalue("arena")
        arena.fresh()
        real = arena.sites
    with skipping_unavailable():
        return catalog.require(task.sites, real)


@pytest.fixture(scope="session")
def login_states() -> dict[tuple[str, ...], Any]:
    """Storage states by the addresses they are logged in at; one log-in per process."""
    return {}


@pytest.fixture
def login_state(
    task: "Task",
    sites: "Sites",
    new_context: NewContext,
    login_states: dict[tuple[str, ...], Any],
    vwa_run: "RunLog",
) -> Any:
    """Playwright's storage state of a browser that is logged in to the task's sites."""
    if not task.require_login:
        return None
    key = tuple(site.url for site in sites.by_name.values())
    if key not in login_states:
        from .sites.login import storage_state

        started = perf_counter()
        context = new_context()
        login_states[key] = storage_state(context, tuple(sites.by_name.values()))
        context.close()
        vwa_run.seconds["login"] += perf_counter() - started
    return login_states[key]


# --- the browser --------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def living_browsers(playwright: "Playwright") -> Iterator[dict[str, "Browser"]]:
    """The browsers this process launched for tasks, by their type's name."""
    browsers: dict[str, Browser] = {}
    yield browsers
    for browser in browsers.values():
        browser.close()


@pytest.fixture
def world(
    task: "Task",
    sites: "Sites",
    login_state: Any,
    new_context: NewContext,
    browser_context_args: dict[str, Any],
) -> "BrowserWorld":
    """The browser as the agent works in it: logged in, at the task's start."""
    from .browser.world import BrowserWorld

    wanted = {"viewport": asdict(task.viewport), "storage_state": login_state}
    context = new_context(
        **{name: value for name, value in wanted.items() if name not in browser_context_args}
    )
    world = BrowserWorld(
        context,
        origins=[site.url for site in sites.by_name.values()],
        start_urls=[sites.resolve(url) for url in task.start_urls],
    )
    world.open()
    return world


# --- video and model ----------------------------------------------------------------------------


@pytest.fixture
def llm(vwa_settings: Settings, vwa_run: "RunLog") -> "Metered":
    """The agent's model; what it costs is counted."""
    from .llm.client import open_model
    from .llm.usage import Metered

    metered = Metered(open_model(vwa_settings.model, vwa_settings.base_url or None))
    vwa_run.model = metered.name
    vwa_run.meters.append(metered)
    return metered


@pytest.fixture
def judge(vwa_settings: Settings, vwa_run: "RunLog") -> "Judge | None":
    """Grades what rules cannot; None when no judge model is given."""
    if not vwa_settings.judge_model:
        return None
    from .evaluators.judge import ModelJudge
    from .llm.client import open_model
    from .llm.usage import Metered

    metered = Metered(open_model(vwa_settings.judge_model, vwa_settings.base_url or None))
    vwa_run.meters.append(metered)
    return ModelJudge(metered)


@pytest.fixture
def video(
    task: "Task", vwa_settings: Settings, request: pytest.FixtureRequest
) -> "Tutorial | None":
    """The task's tutorial video as context: frames, transcript, summary; each made when asked."""
    if task.video is None:
        return None
    from . import arena
    from .core.errors import Unavailable
    from .llm.late import Late
    from .video.absent import AbsentVideo
    from .video.cache import Cache
    from .video.context import VideoContext
    from .video.source import find

    try:
        path = find(task.video, (*vwa_settings.video_dir, arena.TUTORIALS))
    except Unavailable as error:
        return AbsentVideo(task.video, str(error))
    llm = Late(lambda: request.getfixturevalue("llm"))
    return VideoContext(path, llm, Cache(vwa_settings.cache_dir), vwa_settings.max_frames)


@pytest.fixture
def frames(video: "Tutorial") -> "Sequence[Frame]":
    """Pictures of the tutorial video, with their times."""
    return video.frames()


@pytest.fixture
def transcript(video: "Tutorial") -> "Sequence[Cue]":
    """What is said in the tutorial video, with times."""
    return video.transcript()


@pytest.fixture
def video_summary(video: "Tutorial", task: "Task") -> str:
    """The tutorial video told by the model with the task's intent in mind."""
    return video.summary(task.intent)


# --- the agent ----------------------------------------------------------------------------------


@pytest.fixture
def agent_name(request: pytest.FixtureRequest) -> str:
    """The agent under test as node ids show it; --agent parametrizes it."""
    name: str = request.param
    return name


@pytest.fixture
def brief(
    task: "Task", vwa_run: "RunLog", video: "Tutorial | None", request: pytest.FixtureRequest
) -> "Brief":
    """What the agent is told: never a check or a reference answer."""
    from .core.ports import Brief
    from .core.site import Sites

    # A question is about the video alone: no site is started for it.
    sites: Sites = Sites({}) if vwa_run.question else request.getfixturevalue("sites")
    return Brief(
        key=task.key,
        intent=task.intent,
        start_urls=tuple(map(sites.resolve, task.start_urls)),
        sites={name: site.url for name, site in sites.by_name.items()},
        images=tuple(map(sites.resolve, task.images)),
        video=video,
        max_steps=request.getfixturevalue("limits").steps,
    )


@pytest.fixture
def agent(
    agent_name: str, brief: "Brief", vwa_settings: Settings, request: pytest.FixtureRequest
) -> Any:
    """The agent under test, told its task."""
    from . import episode
    from .agents.lookup import build, find, label
    from .agents.reference import Solution
    from .outcome import skipping_unavailable

    spec = next(spec for spec in vwa_settings.agent if label(spec) == agent_name)
    factory = find(spec, request.config.stash[REGISTRY], vwa_settings.rootpath)
    task: Task = request.getfixturevalue("task")
    answer = task.question.reference_answer if task.question else None
    agent = build(
        factory,
        llm=lambda: request.getfixturevalue("llm"),
        # Only the built-in agent that replays known solutions is ever offered one.
        **(
            {"solution": lambda: Solution(task.reference_actions, answer)}
            if factory is request.config.stash[REGISTRY].agents.get("reference")
            else {}
        ),
    )
    with skipping_unavailable():
        episode.begin(agent, brief)
    return agent


# --- judging ------------------------------------------------------------------------------------


@pytest.fixture
def evidence(
    task: "Task",
    sites: "Sites",
    world: "BrowserWorld",
    new_context: NewContext,
    judge: "Judge | None",
) -> Callable[["Trajectory"], "Evidence"]:
    """Freezes what the agent left behind and gives evaluators pages of their own."""
    from .browser.view import open_view
    from .core.ports import Evidence, View

    def gather(trajectory: "Trajectory") -> Evidence:
        tabs, last_url, state = world.snapshots(), world.last_url, world.storage_state()
        contexts: list[BrowserContext] = []

        def visit(url: str) -> View:
            if not contexts:
                contexts.append(new_context(storage_state=state))
            return open_view(contexts[0], url)

        return Evidence(
            task.intent, trajectory.answer, trajectory, tabs, last_url, sites, visit, judge
        )

    return gather


@pytest.fixture
def question_evidence(task: "Task", judge: "Judge | None") -> Callable[[str], "Evidence"]:
    """An answer as evidence: there is no page to look at."""
    from .core.errors import Broken
    from .core.ports import Evidence, View
    from .core.site import Sites

    def no_page(url: str) -> View:
        raise Broken(f"a question's check asked for the page {url}; questions have no pages")

    def gather(answer: str) -> Evidence:
        return Evidence(task.intent, answer, None, (), "", Sites({}), no_page, judge)

    return gather
