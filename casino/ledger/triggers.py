"""The database's own refusals: what no Python code and no SQL session may do to the record.

django-pgtrigger installs and tracks the triggers. Its generated functions, however, can be switched off by any
session through the `pgtrigger.ignore` setting; a record that a setting can unlock is no record. The triggers here
therefore execute functions of their own (created by the first migration from the SQL below), which ignore all
settings. Only the owner of the tables or a superuser can disable them, and the hash chain and the seals show what
such a person changes.
"""

from __future__ import annotations

import pgtrigger
from django.db import models

REFUSE = """
CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The ledger is append-only: % of % is refused. Record a correcting entry.',
        TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""

# One statement a command: the new rows must continue their chain exactly, and the head follows them. Doing it here
# saves the command a third query and makes gaps impossible for every writer. The head's lock lets one writer at a
# time into a chain, so a key cannot be added twice at once.
EXTEND = """
CREATE OR REPLACE FUNCTION ledger_extend() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    head record;
    new_row record;
    current_chain text := NULL;
BEGIN
    FOR new_row IN SELECT chain, seq, at, key, digest, hash FROM added ORDER BY chain, seq LOOP
        IF current_chain IS DISTINCT FROM new_row.chain THEN
            IF current_chain IS NOT NULL THEN
                UPDATE ledger_chainhead SET seq = head.seq, hash = head.hash, at = head.at
                    WHERE chain = current_chain;
            END IF;
            SELECT * INTO head FROM ledger_chainhead WHERE chain = new_row.chain FOR UPDATE;
            IF NOT FOUND THEN
                RAISE EXCEPTION 'The ledger has no chain %.', new_row.chain
                    USING ERRCODE = 'restrict_violation';
            END IF;
            current_chain := new_row.chain;
        END IF;
        IF new_row.seq <> head.seq + 1 OR new_row.hash <> sha256(head.hash || new_row.digest)
                OR new_row.at < head.at THEN
            RAISE EXCEPTION 'Entry % does not continue chain %, which ends at %.',
                new_row.seq, new_row.chain, head.seq USING ERRCODE = 'restrict_violation';
        END IF;
        IF new_row.key <> '' AND ledger_seq_of_key(new_row.chain, new_row.key) <> new_row.seq THEN
            RAISE EXCEPTION 'Chain % has an entry of the key % already.', new_row.chain, new_row.key
                USING ERRCODE = 'unique_violation';
        END IF;
        head.seq := new_row.seq;
        head.hash := new_row.hash;
        head.at := new_row.at;
    END LOOP;
    IF current_chain IS NOT NULL THEN
        UPDATE ledger_chainhead SET seq = head.seq, hash = head.hash, at = head.at
            WHERE chain = current_chain;
    END IF;
    RETURN NULL;
END $$
"""

# A head starts at nothing and moves only from inside `ledger_extend` (trigger depth 2).
HEAD_MOVES = """
CREATE OR REPLACE FUNCTION ledger_head_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' AND NEW.seq = 0 THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1
            AND NEW.chain = OLD.chain AND NEW.seq > OLD.seq THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'The head of chain % moves only when an entry is added.', NEW.chain
        USING ERRCODE = 'restrict_violation';
END $$
"""

# For rows whose steps are signed one after another: the first argument names the columns that may change, the second
# those that are filled in once, separated by commas. All other columns stay as they were created.
KEEPS = """
CREATE OR REPLACE FUNCTION ledger_keeps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    moving text[] := string_to_array(TG_ARGV[0], ',');
    filled text[] := string_to_array(TG_ARGV[1], ',');
    after jsonb := to_jsonb(NEW);
    name text;
    was jsonb;
BEGIN
    FOR name, was IN SELECT key, value FROM jsonb_each(to_jsonb(OLD)) LOOP
        IF was IS DISTINCT FROM after -> name AND NOT name = ANY (moving)
                AND NOT (name = ANY (filled) AND was IN ('null', '""', '[]')) THEN
            RAISE EXCEPTION '% of % % is recorded and is not changed. Record a correcting entry.',
                name, TG_TABLE_NAME, to_jsonb(OLD) ->> 'id' USING ERRCODE = 'restrict_violation';
        END IF;
    END LOOP;
    RETURN NEW;
END $$
"""
DROP_KEEPS = "DROP FUNCTION IF EXISTS ledger_keeps()"

CREATE_FUNCTIONS = [REFUSE, EXTEND, HEAD_MOVES]
DROP_FUNCTIONS = [
    "DROP FUNCTION IF EXISTS ledger_refuse()",
    "DROP FUNCTION IF EXISTS ledger_extend()",
    "DROP FUNCTION IF EXISTS ledger_head_moves()",
]


class Executes(pgtrigger.Trigger):
    """A trigger that executes a named function of ours instead of a generated one."""

    def __init__(self, *, function: str, arguments: tuple[str, ...] = (), **options: object) -> None:
        self.function, self.arguments = function, arguments
        super().__init__(func="RETURN NULL;", **options)  # type: ignore[arg-type]

    def render_execute(self, model: models.Model) -> str:
        arguments = ", ".join(f"'{argument}'" for argument in self.arguments)
        return f"{self.function}({arguments})"


def append_only() -> list[pgtrigger.Trigger]:
    """Triggers that refuse UPDATE, DELETE and TRUNCATE, even of no rows."""
    return [
        Executes(
            name="append_only",
            function="ledger_refuse",
            level=pgtrigger.Statement,
            when=pgtrigger.Before,
            operation=pgtrigger.Update | pgtrigger.Delete | pgtrigger.Truncate,
        )
    ]


def stays() -> pgtrigger.Trigger:
    """The trigger of rows that the record mentions: they can never be removed."""
    return Executes(
        name="stays",
        function="ledger_refuse",
        level=pgtrigger.Statement,
        when=pgtrigger.Before,
        operation=pgtrigger.Delete | pgtrigger.Truncate,
    )


def named(column: str) -> pgtrigger.Trigger:
    """The trigger of rows that the record names by one of their columns: that column never changes."""
    return Executes(
        name="named",
        function="ledger_refuse",
        level=pgtrigger.Row,
        when=pgtrigger.Before,
        operation=pgtrigger.Update,
        condition=pgtrigger.Condition(f"OLD.{column} IS DISTINCT FROM NEW.{column}"),
    )


def kept_rows(*, moving: str = "", filled: str = "", ended: str = "") -> list[pgtrigger.Trigger]:
    """Triggers of rows that hold signed steps: never removed; the columns of `moving` may change, those of `filled`
    may be filled in once; nothing changes once `ended` (a condition on OLD) holds."""
    triggers: list[pgtrigger.Trigger] = [
        Executes(
            name="keeps",
            function="ledger_keeps",
            arguments=(moving, filled),
            level=pgtrigger.Row,
            when=pgtrigger.Before,
            operation=pgtrigger.Update,
        ),
        stays(),
    ]
    if ended:
        triggers.append(
            Executes(
                name="ended",
                function="ledger_refuse",
                level=pgtrigger.Row,
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                condition=pgtrigger.Condition(f"(({ended}) AND OLD.* IS DISTINCT FROM NEW.*)"),
            )
        )
    return triggers


def extends_chain() -> pgtrigger.Trigger:
    """The trigger that lets new entries in only at the end of their chain, and moves its head."""
    return Executes(
        name="extend",
        function="ledger_extend",
        level=pgtrigger.Statement,
        when=pgtrigger.After,
        operation=pgtrigger.Insert,
        referencing=pgtrigger.Referencing(new="added"),
    )


def head_moves() -> list[pgtrigger.Trigger]:
    """The triggers of chain heads: never removed, and moved only by an added entry."""
    return [
        Executes(
            name="head_moves",
            function="ledger_head_moves",
            level=pgtrigger.Row,
            when=pgtrigger.Before,
            operation=pgtrigger.Insert | pgtrigger.Update,
        ),
        Executes(
            name="head_stays",
            function="ledger_refuse",
            level=pgtrigger.Statement,
            when=pgtrigger.Before,
            operation=pgtrigger.Delete | pgtrigger.Truncate,
        ),
    ]
