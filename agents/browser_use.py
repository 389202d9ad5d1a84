"""The PyPI package browser-use as an agent: ``--agent=browser_use``, after installing it.

Its model is the one of ``--vwa-model``, so that what it costs is counted.
"""

import asyncio
import json
import os
from base64 import b64decode
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pytest_vwa.core.errors import Unavailable, VwaError
from pytest_vwa.core.observation import Image
from pytest_vwa.core.ports import LLM, Brief, Message, Part

if TYPE_CHECKING:
    from pydantic import BaseModel

_FORM = "Reply with one JSON object and nothing else. It fits this JSON schema:\n"
# It would otherwise log to the terminal, and report to its makers what it is used for.
_QUIET = {"BROWSER_USE_SETUP_LOGGING": "false", "ANONYMIZED_TELEMETRY": "false"}


class BrowserUse:
    """Gives browser-use the intent, the pages that are open, and a summary of the tutorial."""

    def __init__(self, llm: LLM) -> None:
        self.llm = llm

    async def run(self, brief: Brief, cdp_url: str) -> str:
        os.environ.update(_QUIET)
        try:
            from browser_use import Agent, BrowserSession
        except ModuleNotFoundError as error:
            if error.name != "browser_use":
                raise
            missing = "the package browser-use is missing: pip install browser-use"
            raise Unavailable(missing) from error
        chat = Chat(self.llm)
        agent = Agent(
            task=await asyncio.to_thread(_told, brief),
            llm=chat,
            browser_session=BrowserSession(cdp_url=cdp_url),
            use_judge=False,
            enable_signal_handler=False,
            directly_open_url=False,
        )
        history = await agent.run(max_steps=brief.max_steps)
        if chat.trouble:  # browser-use goes on without a model, to no avail
            raise chat.trouble
        return history.final_result() or ""


def _told(brief: Brief) -> str:
    told = [brief.intent, f"Open in the browser already: {', '.join(brief.start_urls)}"]
    told += [f"You may only visit: {', '.join(brief.sites.values())}"]
    told += [f"A picture that belongs to the task: {address}" for address in brief.images]
    if brief.video:
        told.append(f"From a tutorial video:\n{brief.video.summary(brief.intent)}")
    return "\n\n".join(told)


class Chat:
    """A model of ours as browser-use asks for one; ``trouble`` is what broke its last call."""

    provider = "pytest-vwa"

    def __init__(self, llm: LLM) -> None:
        self.llm = llm
        self.model = self.name = self.model_name = llm.name
        self.trouble: VwaError | None = None

    async def ainvoke(
        self, messages: Sequence[Any], output_format: "type[BaseModel] | None" = None, **_: Any
    ) -> Any:
        from browser_use.llm.views import ChatInvokeCompletion

        asked = [Message(each.role, _parts(each.content)) for each in messages]
        if output_format:
            schema = json.dumps(output_format.model_json_schema())
            asked.insert(0, Message("system", (_FORM + schema,)))
        self.trouble = None
        try:
            reply = await asyncio.to_thread(self.llm.complete, asked)
        except VwaError as error:
            self.trouble = error
            raise
        return ChatInvokeCompletion(
            completion=_read(reply.text, output_format) if output_format else reply.text, usage=None
        )


def _parts(content: Any) -> tuple[Part, ...]:
    if isinstance(content, str):
        return (content,)
    return tuple(
        _image(part.image_url.url) if part.type == "image_url" else part.text
        for part in content or ()
    )


def _image(url: str) -> Image:
    """Of a ``data:`` address."""
    kind, _, data = url.removeprefix("data:").partition(";base64,")
    return Image(b64decode(data), kind)


def _read(text: str, form: "type[BaseModel]") -> "BaseModel":
    """The object in the reply, whatever stands around it; raises ValueError when it does not
    fit."""
    found, _ = json.JSONDecoder().raw_decode(text, text.index("{"))
    return form.model_validate(found)
