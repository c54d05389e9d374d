"""The database's own rules for slips: numbers without a gap, none used twice, none removed.

As in `casino.ledger.triggers`, the triggers execute functions that ignore all session settings.
"""

from __future__ import annotations

import pgtrigger

from casino.ledger.triggers import Executes

# The book's row is locked until the transaction ends: of two slips at once the second waits for the first, and a
# slip that is rolled back returns its number.
NUMBER = """
CREATE OR REPLACE FUNCTION slip_numbered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    used integer;
BEGIN
    SELECT last INTO used FROM tables_slipbook WHERE series = NEW.series FOR UPDATE;
    IF used IS NULL OR NEW.number <> used + 1 THEN
        RAISE EXCEPTION 'Slip % of series % does not follow on %: numbers are unbroken.',
            NEW.number, NEW.series, used USING ERRCODE = 'restrict_violation';
    END IF;
    UPDATE tables_slipbook SET last = NEW.number WHERE series = NEW.series;
    RETURN NEW;
END $$
"""

STAYS = """
CREATE OR REPLACE FUNCTION slip_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.series, NEW.number, NEW.table_id, NEW.session_id, NEW.kind, NEW.chips::text, NEW.amount, NEW.requested_by,
            NEW.at, NEW.key) IS DISTINCT FROM
       (OLD.series, OLD.number, OLD.table_id, OLD.session_id, OLD.kind, OLD.chips::text, OLD.amount, OLD.requested_by,
            OLD.at, OLD.key)
       OR OLD.state IN ('received', 'void') THEN
        RAISE EXCEPTION 'Slip % of series % is made out: what it says is not changed.', OLD.number, OLD.series
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$
"""

BOOK_MOVES = """
CREATE OR REPLACE FUNCTION slip_book_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' AND NEW.last = 0 THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 AND NEW.series = OLD.series AND NEW.last = OLD.last + 1 THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'Book % moves only when a slip is added.', NEW.series USING ERRCODE = 'restrict_violation';
END $$
"""

CREATE_FUNCTIONS = [NUMBER, STAYS, BOOK_MOVES]
DROP_FUNCTIONS = [
    "DROP FUNCTION IF EXISTS slip_numbered()",
    "DROP FUNCTION IF EXISTS slip_stays()",
    "DROP FUNCTION IF EXISTS slip_book_moves()",
]


def _removed(name: str) -> pgtrigger.Trigger:
    return Executes(
        name=name,
        function="ledger_refuse",
        level=pgtrigger.Statement,
        when=pgtrigger.Before,
        operation=pgtrigger.Delete | pgtrigger.Truncate,
    )


def _row(name: str, function: str, operation: pgtrigger.Operation) -> pgtrigger.Trigger:
    return Executes(
        name=name, function=function, level=pgtrigger.Row, when=pgtrigger.Before, operation=operation
    )


def slips_numbered() -> list[pgtrigger.Trigger]:
    """Triggers of the slips: they are numbered as they come, what they say never changes, none is removed."""
    return [
        _row("numbered", "slip_numbered", pgtrigger.Insert),
        _row("stays", "slip_stays", pgtrigger.Update),
        _removed("kept"),
    ]


def book_moves() -> list[pgtrigger.Trigger]:
    """Triggers of the books: they move with a slip and are never removed."""
    return [
        _row("moves", "slip_book_moves", pgtrigger.Insert | pgtrigger.Update),
        _removed("kept"),
    ]
