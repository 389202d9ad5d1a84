"""What an action aims at, as the record keeps it."""

import pytest

from pytest_vwa.core.action import Action
from pytest_vwa.core.observation import Element
from pytest_vwa.core.target import NOWHERE, Target, aim
from pytest_vwa.core.task import Check

LAMP = Element("7", "A", "Brass   lamp", (10.0, 20.0, 30.0, 40.0))


def test_aim_at_mark_gives_element_and_box() -> None:
    assert aim(Action("click", "7"), [LAMP]) == Target('A "Brass lamp"', LAMP.box)


def test_aim_at_point_gives_zero_size_box() -> None:
    assert aim(Action("click", "640,300"), [LAMP]) == Target("", (640.0, 300.0, 0.0, 0.0))


@pytest.mark.parametrize("action", [None, Action("stop"), Action("click", "99")])
def test_aim_without_known_element_is_nowhere(action: Action | None) -> None:
    assert aim(action, [LAMP]) == NOWHERE


def test_check_text_lists_each_requirement_on_a_line() -> None:
    wanted = {"must_include": ["red", "blue"], "exact_match": None}
    check = Check("string_match", {"reference_answers": wanted, "within_words": False})
    assert check.told == "must_include: red\nmust_include: blue"
