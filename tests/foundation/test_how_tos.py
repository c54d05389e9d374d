"""The how-tos lead through: what each shows is put where it says, in a copy of the code, and its round is played.

A test that fails here after a change of names says which page has to change with them.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent

import pytest

from tests.commands.running import BARE
from tests.processes import PROJECT


class Page:
    """A page of the documentation, with the code blocks that it shows."""

    def __init__(self, name: str) -> None:
        text = (PROJECT / "docs" / name).read_text(encoding="utf-8")
        blocks = re.finditer(r"^( *)```\w*\n(.*?)^\1```", text, re.DOTALL | re.MULTILINE)
        self.blocks = [dedent(block[2]) for block in blocks]

    def block(self, words: str) -> str:
        """The first block that has the words in it."""
        return next(block for block in self.blocks if words in block)

    def inner(self, words: str) -> str:
        """The lines of that block that are new: those between its first and last, without the lines left out."""
        lines = self.block(words).splitlines()[1:-1]
        return "\n".join(line for line in lines if line.strip() not in ("# …", "...")) + "\n"


class Code:
    """A copy of the code, to be changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for package in ("casino", "sidebets", "rounds"):
            shutil.copytree(PROJECT / package, folder / package)
        shutil.copy2(PROJECT / "manage.py", folder / "manage.py")

    def replace(self, path: str, pattern: str, new: str) -> None:
        """Put the text in place of the one thing in the file that matches the pattern."""
        text = (self.folder / path).read_text(encoding="utf-8")
        changed, count = re.subn(pattern, lambda match: new, text, flags=re.DOTALL | re.MULTILINE)
        assert count == 1, f"{path} has {count} of {pattern}"
        (self.folder / path).write_text(changed, encoding="utf-8")

    def write(self, path: str, text: str) -> None:
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(text, encoding="utf-8")

    def run(self, *words: str) -> str:
        """What Python prints; it must succeed."""
        done = subprocess.run(
            [sys.executable, *words], cwd=self.folder, env=BARE, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def play(self, text: str) -> None:
        """Play a round; each ``#= net`` line of it must hold."""
        self.write("example.round", text)
        printed = self.run("manage.py", "play", "example.round")
        money = printed.partition("\nNet\n")[2]
        for player, sign, amount in re.findall(r"^#= net (\w+) (-?)(\d+)\.00$", text, re.MULTILINE):
            assert re.search(rf"^  {player} +{'−' if sign else ''}\${amount}$", money, re.MULTILINE), printed


@pytest.fixture
def code(tmp_path: Path) -> Code:
    return Code(tmp_path / "code")


def test_add_a_side_bet(code: Code) -> None:
    page = Page("add-a-side-bet.md")
    clauses = code.folder / "casino" / "rulebooks" / "clauses" / "uk.csv"
    clauses.write_text(clauses.read_text(encoding="utf-8") + page.block("UK-RM01,"), encoding="utf-8")
    code.write("sidebets/royal_match.py", page.block('"""Royal Match'))
    code.replace(
        "sidebets/__init__.py", r"^from sidebets import \(\n", "from sidebets import (\n    royal_match,\n"
    )
    code.replace("sidebets/__init__.py", r"^\)\nEVERY", "    royal_match,\n)\nEVERY")
    code.replace(
        "rounds/notation/statements.py",
        r"^SIDE_BETS: Final = \(\n",
        'SIDE_BETS: Final = (\n    "royal_match",\n',
    )
    code.play(page.block("# Royal Match is settled"))
    assert "697/10790" in code.run("manage.py", "edge", "royal_match", "--book", "UK")


def test_change_a_rule(code: Code) -> None:
    page = Page("add-a-rule.md")
    code.replace(
        "casino/rulebooks/uk.py", r"^    split_hands=.*?\n", page.inner('split_hands=Rule(4, "UK-B18")')
    )
    code.play(page.block("# A pair is split"))


def test_add_an_election(code: Code) -> None:
    page = Page("add-a-rule.md")
    code.replace(
        "casino/rulebooks/elections.py", r"^PLAYER_SELECT =", page.block("FOUR_HANDS =") + "\nPLAYER_SELECT ="
    )
    code.replace(
        "casino/rulebooks/__init__.py", r'^    "UK": Book\(.*?^    \),\n', page.inner("choice.FOUR_HANDS")
    )
    code.play(page.block("# A pair is split").replace("book UK\n", "book UK\nelect max_hands=4\n"))


def test_add_an_irregularity(code: Code) -> None:
    page = Page("add-an-irregularity.md")
    code.replace(
        "casino/rulebooks/irregularities/uk.py",
        r"^KINDS: Final = \(\n",
        "KINDS: Final = (\n" + page.inner("    Kind("),
    )
    procedures = "rounds/engine/irregularities/procedures.py"
    code.replace(procedures, r"^def _void_round\(", page.block("def _play_on") + "\n\ndef _void_round(")
    code.replace(procedures, r'^    "void_round": ', page.inner("PROCEDURES") + '    "void_round": ')
    code.play(page.block("# A hand whose cards"))
    assert "irregularity cards_touched hands=…" in code.run("manage.py", "rules", "UK", "blackjack")


def test_add_a_field_to_an_event(code: Code) -> None:
    page, room = Page("events.md"), "rounds/engine/insurance"
    field = "    spoken: bool = False\n"
    code.replace(f"{room}/events.py", r"^class Insured\(.*?\n\n", page.block("class Insured(") + "\n")
    code.replace(f"{room}/commands.py", r"^(?<=wager: str = MAIN\n)(?=\n\nclass EvenMoney)", field)
    code.replace(
        f"{room}/insuring.py", r"^ {8}Insured\(\n.*?^ {8}\)\n", indent(page.block("Insured(\n"), " " * 8)
    )
    code.replace(
        "rounds/engine/redeal/commands.py",
        r"^ {8}case Insured\(.*?\n.*?\n",
        indent(page.block("case Insured(box"), " " * 8),
    )
    changes = "rounds/engine/corrections/change_by_kind.py"
    code.replace(
        changes,
        r"(?<=_replace\(command=)insure(?=, corrected=True\))",
        page.block("spoken=old.spoken").strip(),
    )
    code.replace(f"{room}/words.py", r"^    on\.Insured: .*?\n(?=    on\.)", page.inner("on.Insured"))
    code.replace(
        "casino/words/events.py", r"^    # insurance\n", indent(page.block('"event.by_voice":'), "    ")
    )
    code.replace("rounds/notation/parse.py", r"^def _insure\(.*?\n\n\n", page.block("def _insure(") + "\n\n")
    code.replace(
        "rounds/notation/write.py",
        r"^ {8}case Insured\(\):\n.*?\n",
        indent(page.block("case Insured():"), " " * 8),
    )
    for path in (
        "tests/__init__.py",
        "tests/engine/__init__.py",
        "tests/engine/story.py",
        "tests/refusing.py",
    ):
        code.write(path, (PROJECT / path).read_text(encoding="utf-8"))
    code.write("tests/engine/test_spoken_insurance.py", page.block("ROUND ="))
    printed = code.run(
        "-c",
        "from tests.engine import test_spoken_insurance as tests\n"
        "for name in dir(tests):\n"
        "    if name.startswith('test_'):\n"
        "        getattr(tests, name)()\n"
        "        print(name)\n",
    )
    assert len(printed.split()) == 5
