"""Functions for task files that read GitLab."""

import json

from pytest_vwa.core.ports import Evidence, View

_ROLE = """(account => {
  const accounts = document.querySelectorAll(
    "td[data-label='Account'] span.gl-avatar-labeled-sublabel");
  const row = [...accounts].findIndex(each => each.textContent.trim() === account);
  const role = document.querySelectorAll('td.col-max-role span')[row];
  return role ? role.textContent.trim() : '';
})"""


def gitlab_get_project_memeber_role(evidence: Evidence, page: View, account_name: str) -> str:
    """The role of a member, read from a project's members page; "" when it lists no such member.

    Task files spell the name so.
    """
    return str(page.evaluate(f"{_ROLE}({json.dumps('@' + account_name)})"))
