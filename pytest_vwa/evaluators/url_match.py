"""The address that the agent ended on against reference addresses."""

from pytest_vwa.core.ports import Evidence
from pytest_vwa.core.task import Check
from pytest_vwa.core.verdict import Score

from .criteria import UrlMatch, alternatives
from .excerpt import excerpt


def url_match(evidence: Evidence, check: Check) -> Score:
    """1 when the last address is a reference or, with ``GOLD in PRED``, contains one; else 0.

    One trailing slash does not count, nor whether the local machine goes by name or by number.
    """
    criteria = UrlMatch.model_validate(check.args)
    found = _plain(evidence.sites.resolve(evidence.last_url))
    wanted = alternatives(criteria.reference_url)
    plain = [_plain(evidence.sites.resolve(url)) for url in wanted]
    if found in plain if criteria.exact else any(url in found for url in plain):
        return Score(1.0, "address: as expected")
    verb = "expected" if criteria.exact else "expected to include"
    got = excerpt(evidence.sites.conceal(evidence.last_url))
    return Score(0.0, f"address: {verb} {' or '.join(map(repr, wanted))}, got {got}")


def _plain(url: str) -> str:
    return url.replace("localhost", "127.0.0.1").removesuffix("/")
