"""``manage.py setup_house``: a whole house from a file, or from questions, all of it or nothing.

    manage.py setup_house --file house.toml --check    # what is wrong, and what there is to do; writes nothing
    manage.py setup_house --file house.toml            # does it, and shows first PINs and tokens once

What the house already has stays as it is, so the same file again changes nothing (docs/open-a-house.md).
"""

from __future__ import annotations

import getpass
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from casino.refusals import Refusal
from casino.staff import pin as pins
from casino.staff.models import Staff
from casino.staff.refusals import SignInRefused
from tables.house import house_file, progress, service
from tables.house.house_file import Plan, Secrets, Wrong
from tables.house.questions import ask_for_file


class Command(BaseCommand):
    help = (
        "Set up a new house: its name, clock and books, pits, tables, signs, side bets, readers and staff. Without a "
        "file it asks, and writes the answers into one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--file", type=Path, help="the house, in TOML (deploy/house.toml.example)")
        parser.add_argument(
            "--check", action="store_true", help="say what is wrong and what there is to do; write nothing"
        )
        parser.add_argument(
            "--open",
            action="store_true",
            help="open the house, once every step is done: from then on its set-up is changed on the pages",
        )

    def handle(self, *args: Any, file: Path | None, check: bool, open: bool, **options: Any) -> None:
        file = file or ask_for_file(self.stdout)
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            raise CommandError(f"{file}: {fault}", returncode=2) from fault
        plan = house_file.check(text, timezone.now())
        if plan.wrong:
            self._print_wrong(file, plan.wrong)
            raise CommandError(f"{len(plan.wrong)} to correct in {file}. Nothing was written.", returncode=1)
        if check:
            self._print_todo(plan)
            if not plan.todo:  # the file will provide it, so it is not missing
                self._print_missing()
            return
        if plan.todo:
            self._by_pin(plan)
            try:
                secrets = house_file.carry_out(plan, timezone.now())
            except Refusal as refusal:
                place = str(refusal.values.get("place", file))
                self._print_wrong(file, [Wrong(place, refusal)])
                raise CommandError("Nothing was written.", returncode=1) from refusal
            self._print_todo(plan, done=True)
            self._print_secrets(secrets)
        else:
            self.stdout.write("The house has all of it already. Nothing was written.")
        if open:
            self._open(plan)
        self._print_missing()

    def _by_pin(self, plan: Plan) -> None:
        """If the manager has chosen a PIN, ask for it: everything is done in that person's name."""
        person = Staff.objects.filter(number=plan.manager).first()
        if person is None or person.pin_set_by:
            return  # new, or with a first PIN that whoever runs this command has seen
        prompt = f"PIN of {plan.manager}, in whose name this is recorded: "
        pin = getpass.getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
        try:
            pins.check(plan.manager, pin, "127.0.0.1", purpose="set the house up")
        except SignInRefused as refusal:
            raise CommandError(f"{refusal} Nothing was written.", returncode=1) from refusal

    def _open(self, plan: Plan) -> None:
        if not plan.todo:
            self._by_pin(plan)
        try:
            service.open_house(by=Staff.objects.get(number=plan.manager), at=timezone.now())
        except Refusal as refusal:
            raise CommandError(str(refusal), returncode=1) from refusal
        self.stdout.write("The house is open.")

    def _print_wrong(self, file: Path, wrong: list[Wrong]) -> None:
        for fault in wrong:
            clause = f" ({fault.refusal.clause})" if fault.refusal.clause else ""
            self.stderr.write(
                f"{file}: {fault.place}: {fault.refusal.message}{clause}. {fault.refusal.remedy}"
            )

    def _print_todo(self, plan: Plan, *, done: bool = False) -> None:
        for step in plan.todo:
            self.stdout.write(f"{'done' if done else 'to do'}: {step.words}")
        if not plan.todo:
            self.stdout.write("The house has all of it already: nothing to do.")

    def _print_secrets(self, secrets: Secrets) -> None:
        if secrets.pins:
            self.stdout.write("\nFirst PINs, shown this once. Each must be changed at the first sign-in:")
            for number, pin in secrets.pins.items():
                self.stdout.write(f"  {number:<10} {pin}")
        if secrets.tokens:
            self.stdout.write(
                "\nTokens of readers, shown this once. Enter each into the reader of its table:"
            )
            for code, token in secrets.tokens.items():
                self.stdout.write(f"  {code:<10} {token}")

    def _print_missing(self) -> None:
        if progress.is_open():
            return
        for refusal in progress.missing():
            self.stdout.write(f"before the house opens: {refusal.message}. {refusal.remedy}")
