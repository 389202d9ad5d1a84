"""Functions for task files that read the forum."""

from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlsplit

from pytest_vwa.core.ports import Evidence, View

_COMMENTS = """(() => {
  const text = (root, selector) => root.querySelector(selector)?.innerText.trim() ?? '';
  const submitter = {level: 0, user: text(document, '.submission__submitter'), time: '', text: ''};
  const comments = [...document.querySelectorAll('#main .comment[data-level]')];
  return [submitter, ...comments.map(comment => ({
    level: Number(comment.dataset.level),
    user: text(comment, '.fg-inherit'),
    time: comment.querySelector('.comment__main > header > h1 > span > time')
      ?.getAttribute('datetime') ?? '',
    text: text(comment, '.comment__content'),
  }))];
})()"""


@dataclass(frozen=True)
class Comment:
    user: str
    parent: str
    """Who wrote what this answers: another comment or the submission."""
    text: str
    time: datetime


def reddit_get_post_url(evidence: Evidence, url: str) -> str:
    """``http://host/f/pics/12/slug/-/comment/3`` -> ``http://host/f/pics/12/``; other addresses
    stay as they are."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    match parts.path.split("/"):
        case ["", "f", forum, post, *_] if forum and post:
            return f"{parts.scheme}://{parts.netloc}/f/{forum}/{post}/"
    return url


def reddit_get_latest_comment_content_by_username(
    evidence: Evidence, page: View, username: str
) -> str:
    """What the user wrote last below the post; "" when nothing."""
    comment = _latest(page, username)
    return comment.text if comment else ""


def reddit_get_parent_comment_username_of_latest_comment_by_username(
    evidence: Evidence, page: View, username: str
) -> str:
    """Whom the user answered last below the post; "" when no one."""
    comment = _latest(page, username)
    return comment.parent if comment else ""


def _latest(page: View, username: str) -> Comment | None:
    own = [comment for comment in _comments(page) if comment.user == username]
    return max(own, key=lambda comment: comment.time, default=None)


def _comments(page: View) -> list[Comment]:
    """The comments in reading order, in which a parent precedes its children."""
    submission, *nodes = page.evaluate(_COMMENTS)
    top = min((node["level"] for node in nodes), default=1)
    ancestors = {top - 1: submission["user"]}
    comments = []
    for node in nodes:
        ancestors[node["level"]] = node["user"]
        parent = ancestors.get(node["level"] - 1, "")
        comments.append(Comment(node["user"], parent, node["text"], _time(node["time"])))
    return comments


def _time(text: str) -> datetime:
    """Comments without a time count as the oldest."""
    moment = datetime.fromisoformat(text) if text else datetime.min
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
