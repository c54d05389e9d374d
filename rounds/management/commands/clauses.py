"""``manage.py clauses``: the clause register, with where the code decides by each clause, where it only mentions it,
and which tests probe it."""

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino import citations, clause_register
from casino.clause_register import Clause


class Command(BaseCommand):
    help = (
        "Lists the clauses of a book (or of all) with the code that cites each and the tests that probe it. "
        "With --missing: those that ask something of the software and have no code or no test; exit status 1 "
        "if there are any."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "book", nargs="?", metavar="BOOK", help=f"one of {', '.join(clause_register.books())}"
        )
        parser.add_argument(
            "--missing", action="store_true", help="only clauses without code or without test"
        )
        parser.add_argument(
            "--rule", action="append", metavar="N", help="only clauses of this rule; may be repeated"
        )
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        citations_found = citations.search(settings.BASE_DIR)
        rows = chosen(options["book"], options["rule"])
        if options["missing"]:
            rows = [row for row in rows if is_missing(row, citations_found)]
        if options["json"]:
            self.stdout.write(json.dumps([_entry(row, citations_found) for row in rows], indent=1))
        else:
            self._table(rows, citations_found, missing=options["missing"])
        if options["missing"] and rows:
            raise SystemExit(1)

    def _table(self, rows: list[Clause], citations_found: citations.Citations, *, missing: bool) -> None:
        for row in rows:
            code, tests = citations_found.code.get(row.clause, []), citations_found.tests.get(row.clause, [])
            self.stdout.write(f"{row.clause}  [{row.kind}]  {row.summary}")
            if missing:
                lacking = [what for what, places in (("code", code), ("test", tests)) if not places]
                self.stdout.write(f"    without {' and '.join(lacking)}")
            decides = citations_found.decides.get(row.clause, [])
            self._places("decided", decides)
            self._places("mentioned", [place for place in code if place not in decides])
            self._places("test", tests)
        working = [row for row in rows if row.kind in clause_register.WORKING_KINDS]
        asking = len(working)
        mentioned = sum(is_only_mentioned(row, citations_found) for row in working)
        self.stdout.write(
            f"{len(rows)} clauses without code or test" if missing
            else f"{len(rows)} clauses, {asking} ask something of the software; "
            f"{mentioned} of these are mentioned in the code and nothing is decided under them"
        )  # fmt: skip

    def _places(self, what: str, places: list[str]) -> None:
        for place in places[:4]:
            self.stdout.write(f"    {what:<9}  {place}")
        if len(places) > 4:
            self.stdout.write(f"    {what:<9}  … and {len(places) - 4} more")


def chosen(book: str | None, rules: list[str] | None) -> list[Clause]:
    """The rows asked for. Raises CommandError (wrong usage) for a book or rule that is not there."""
    rows = list(clause_register.clauses())
    if book is not None:
        rows = [row for row in rows if row.book == book.upper()]
        if not rows:
            raise CommandError(
                f"there is no rule book {book}; choose from {', '.join(clause_register.books())}",
                returncode=2,
            )
    if rules:
        rules_cited = {row.rule for row in rows}
        if unknown := [rule for rule in rules if rule.upper() not in rules_cited]:
            raise CommandError(f"there is no rule {', '.join(unknown)} among these clauses", returncode=2)
        rows = [row for row in rows if row.rule in {rule.upper() for rule in rules}]
    return rows


def is_missing(row: Clause, citations_found: citations.Citations) -> bool:
    """Whether the clause requires something of the software and has no code or no test."""
    return row.kind in clause_register.WORKING_KINDS and not (
        citations_found.code.get(row.clause) and citations_found.tests.get(row.clause)
    )


def is_only_mentioned(row: Clause, cited: citations.Citations) -> bool:
    """Whether the code names the clause only in comments or beside other clauses."""
    return bool(cited.code.get(row.clause)) and not cited.decides.get(row.clause)


def _entry(row: Clause, citations_found: citations.Citations) -> dict[str, Any]:
    return {
        "clause": row.clause,
        "variant": row.variant,
        "kind": row.kind,
        "code": citations_found.code.get(row.clause, []),
        "tests": citations_found.tests.get(row.clause, []),
        "decides": citations_found.decides.get(row.clause, []),
        "only_mentioned": is_only_mentioned(row, citations_found),
    }
