"""For a text eight times as long no pattern of the house takes much more than eight times as long: none goes back
over what it has read again and again."""

import importlib
import pkgutil
import re
import time

import pytest

import casino
import rounds
import sidebets
import tables
from casino.money import MoneyError, parse_amount, parse_typed
from casino.staff import pin
from casino.words import Phrase

SHORT, LONG = 4_000, 32_000
STEEPEST = 24
"""Times as long: straight is 8, quadratic 64. Below `FLOOR` seconds nothing is measured well."""
FLOOR = 0.02

RUNS = [
    " ",
    "\t",
    "\n",
    "0",
    "9",
    "a",
    "A",
    "-",
    ".",
    ",",
    "$",
    "(",
    "[",
    '"',
    "'",
    "\\",
    "_",
    "#",
    ":",
    "٣",
    "́",
]
ENDS = ["", "!", "\0", " !", "-!"]
STARTS = ["", "A", "A-", "$", "1", "1,", "#", "# clause", "VIC03-", "hand_", "D-1"]


def patterns():
    """Every compiled pattern that a module of the project holds, validators' too, by where it is."""
    compiled = {}
    for package in (casino, tables, rounds, sidebets):
        for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if any(
                part in info.name
                for part in (
                    ".migrations",
                    ".management",
                    "settings",
                    ".asgi",
                    "urls",
                    "__main__",
                    ".benchmark",
                )
            ):
                continue
            module = importlib.import_module(info.name)
            for name, value in vars(module).items():
                pattern = getattr(value, "regex", value)
                if isinstance(pattern, re.Pattern):
                    compiled[pattern.pattern] = (f"{info.name}.{name}", pattern)
    return list(compiled.values())


def seconds(work, text):
    started = time.process_time()
    work(text)
    return time.process_time() - started


def test_outsider_no_pattern_goes_quadratic():
    held = patterns()
    assert len(held) > 15  # they are found at all
    steep = []
    for name, pattern in held:
        for start in STARTS:
            for run in RUNS:
                for end in ENDS:
                    for work in (pattern.match, pattern.fullmatch):
                        long = seconds(work, start + run * LONG + end)
                        if long > FLOOR and long > STEEPEST * seconds(work, start + run * SHORT + end):
                            steep.append((name, start, run, end, long))
    assert steep == []


@pytest.mark.parametrize("run", [" ", "0", "-", "A", "　", "٣"])
def test_outsider_a_number_of_any_length_is_read_at_once(run):
    text = "A" + run * 5_000_000 + "!"
    assert seconds(pin.registered_form, text) < 0.05
    assert pin.registered_form(text) == ""


@pytest.mark.parametrize("run", [" ", "0", ",000", "9", "."])
def test_outsider_an_amount_of_any_length_is_read_at_once(run):
    text = "1" + run * 1_000_000 + "!"
    for read in (parse_amount, parse_typed):
        started = time.process_time()
        with pytest.raises(MoneyError) as refusal:
            read(text)
        assert time.process_time() - started < 0.05
        assert len(Phrase(*refusal.value.fault).english) < 200
