"""Words as the published evaluators count them."""

import pytest

from pytest_vwa.evaluators.tokens import tokens


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("it is dumfries. i am done now.", "it is dumfries . i am done now ."),
        ("it is 25000. i am done now.", "it is 25000. i am done now ."),
        ("it is 25000.", "it is 25000 ."),
        ("vitamin b. is good", "vitamin b. is good"),
        ("mr. bean of the u.s. is here. hello", "mr. bean of the u.s. is here . hello"),
        ('he said "no." then left', 'he said " no . " then left'),
        ("wait... what", "wait ... what"),
        ("see a.b.com for 3.5", "see a.b.com for 3.5"),
    ],
)
def test_tokens_split_full_stop_only_at_sentence_end(text: str, words: str) -> None:
    assert tokens(text) == words.split()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("$1,200.50 (5%)", "$ 1,200.50 ( 5 % )"),
        ("a, b; c: d", "a , b ; c : d"),
        ("10:30 at 5th", "10:30 at 5th"),
        ("<b>bold</b>", "< b > bold < /b >"),
        ("x-ray -- no", "x-ray -- no"),
        ("2020\N{EN DASH}present", "2020 \N{EN DASH} present"),
        ("#5 me@example.com **", "# 5 me @ example.com * *"),
    ],
)
def test_tokens_split_signs_but_not_within_numbers(text: str, words: str) -> None:
    assert tokens(text) == words.split()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the dog's bowl", "the dog 's bowl"),
        ("we'll say they can't", "we 'll say they ca n't"),
        ("i cannot", "i can not"),
        ("the 'first' one", "the ' first ' one"),
        ("o'clock", "o'clock"),
    ],
)
def test_tokens_split_contractions(text: str, words: str) -> None:
    assert tokens(text) == words.split()


def test_tokens_read_long_page_completely() -> None:
    assert tokens("a" * 300_000 + " word." * 50_000).count("word") == 50_000
