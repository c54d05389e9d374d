"""How the entries lie in the database: a partition a month, and few, small indexes.

Plain SQL rather than a library: what Django's ecosystem has for partitions (django-postgres-extra, psqlextra's schema
editor) wants a database backend of its own and cannot give a partition the triggers and the unique index that the
record needs; two functions of the database can, and a role that owns nothing may call them.

- The partitions are in a schema of their own, `ledger_months`, where no role has any right: who may read and add
  entries does so through `ledger_entry` alone. Each has the triggers of the whole nevertheless, and a unique index of
  (chain, seq). Across months both are held by the trigger `ledger_extend`, which lets in the next number alone and no
  key twice.
- `ledger_prepare_month` makes the partition of a month. `append` asks for it where the process has not seen it yet, so
  nothing fails because one is missing; the sealing command and every worker make the next month's before the month
  begins. The partition is built beside and then attached: dealing goes on meanwhile.
- The partition of a month that is archived (`casino.ledger.archives`) has only the entries that the house works with.
- A chain is searched by its numbers: its times never step back, so `ledger_seq_from` finds the number of a moment.
- An index that is searched by time has the minute in it instead of the moment: the entries of one minute share one
  index tuple, which takes a third of the bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection, models, transaction

SCHEMA = "ledger_months"

# Fixed widths first, so that nothing is lost to alignment.
TABLE = f"""
CREATE SCHEMA {SCHEMA};
CREATE TABLE ledger_entry (
    seq bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    amount bigint NULL,
    round_no integer NULL,
    tap integer NOT NULL,
    folded boolean NOT NULL,
    chain varchar(16) NOT NULL,
    actor varchar(16) NOT NULL,
    role varchar(24) NOT NULL,
    acting_as varchar(24) NOT NULL,
    kind varchar(40) NOT NULL,
    key varchar(64) NOT NULL,
    clause varchar(40) NOT NULL,
    detail text NOT NULL,
    body text NOT NULL,
    digest bytea NOT NULL CHECK (octet_length(digest) = 32),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32)
) PARTITION BY RANGE (at);
"""

EPOCH = "1970-01-01 00:00:00+00"
MINUTE = f"date_bin('1 minute', at, '{EPOCH}')"
# The same minutes in other words, for the indexes that begin with something else: a search by person that is to be
# sorted by these cannot be answered by walking back through everybody's entries until enough are that person's.
EPOCH_WITHIN = "2000-01-01 00:00:00+00"
MINUTE_WITHIN = f"date_bin('1 minute', at, '{EPOCH_WITHIN}')"

FREQUENT = ("card", "drew", "paid", "phase", "stood", "took", "wager")
"""Six in seven entries of a busy table are of these kinds: the newest of them are found by the minute alone.
"""

# Without the unique index: PostgreSQL can only have it on each partition.
INDEXES = f"""
CREATE INDEX ledger_entry_minute ON ledger_entry ({MINUTE});
CREATE INDEX ledger_entry_actor ON ledger_entry (actor, {MINUTE_WITHIN});
CREATE INDEX ledger_entry_kind ON ledger_entry (kind, {MINUTE_WITHIN}) WHERE kind NOT IN {FREQUENT};
CREATE INDEX ledger_entry_clause ON ledger_entry (clause varchar_pattern_ops, {MINUTE}) WHERE clause <> '';
CREATE INDEX ledger_entry_amount ON ledger_entry (amount) WHERE amount IS NOT NULL;
CREATE INDEX ledger_entry_round ON ledger_entry (chain, round_no) WHERE round_no IS NOT NULL;
CREATE INDEX ledger_entry_key ON ledger_entry (hashtext(key)) WHERE key <> '';
"""

DROP_TABLE = f"""
DROP TABLE ledger_entry;
DROP SCHEMA {SCHEMA} CASCADE;
"""

# Runs with the rights of the owner: the web role may add entries but not create tables.
PREPARE_MONTH = f"""
CREATE OR REPLACE FUNCTION ledger_prepare_month(moment timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_catalog, pg_temp AS $$
DECLARE
    first timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
    month text := 'entry_' || to_char(first, 'YYYY_MM');
    place text := format('{SCHEMA}.%I', month);
    from_at text := to_char(first, 'YYYY-MM-DD') || ' 00:00:00+00';
    to_at text := to_char(first + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00';
BEGIN
    IF to_regclass(place) IS NOT NULL THEN
        RETURN month;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('{SCHEMA}'));
    -- Another may have made it meanwhile: asked of the catalogue itself, since what to_regclass keeps may be older.
    IF EXISTS (SELECT FROM pg_class WHERE relname = month AND relnamespace = '{SCHEMA}'::regnamespace) THEN
        RETURN month;
    END IF;
    EXECUTE format('CREATE TABLE %s (LIKE public.ledger_entry INCLUDING ALL)', place);
    EXECUTE format('CREATE UNIQUE INDEX %I ON %s (chain, seq)', month || '_chain_seq', place);
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s '
        'FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse()', place);
    EXECUTE format('CREATE TRIGGER extend AFTER INSERT ON %s REFERENCING NEW TABLE AS added '
        'FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_extend()', place);
    EXECUTE format('ALTER TABLE public.ledger_entry ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)',
        place, from_at, to_at);
    RETURN month;
END $$
"""  # noqa: S608  our own name
DROP_PREPARE_MONTH = "DROP FUNCTION IF EXISTS ledger_prepare_month(timestamptz)"


def build(month: str, first: datetime, after: datetime) -> None:
    """Create a table that can become a month's partition: like those of `ledger_prepare_month`, but not
    attached and without the unique index and the triggers, which `finish` adds once it is filled. Its entries
    are from `first` on and before `after`."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {SCHEMA}.{month} (LIKE public.ledger_entry INCLUDING ALL)")
        # Checked as they come in, so that they need not be read again when the table is attached.
        cursor.execute(
            f"ALTER TABLE {SCHEMA}.{month} ADD CONSTRAINT within CHECK (at >= '{first.isoformat()}' AND at < "
            f"'{after.isoformat()}')"
        )


def finish(month: str) -> None:
    """Add what the parent table's trigger does not enforce; from here on the table cannot be changed."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE UNIQUE INDEX {month}_chain_seq ON {SCHEMA}.{month} (chain, seq)")
        cursor.execute(
            f"CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {SCHEMA}.{month} "
            "FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_refuse()"
        )
        cursor.execute(
            f"CREATE TRIGGER extend AFTER INSERT ON {SCHEMA}.{month} REFERENCING NEW TABLE AS added "
            "FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_extend()"
        )
        cursor.execute(f"ANALYZE {SCHEMA}.{month}")


def put_in_place(
    month: str, built: str, first: datetime, after: datetime, recheck: Callable[[str], None]
) -> None:
    """Detach the partition `month` and attach the table `built` in its place and under its name. The old one
    is dropped if `recheck`, called with its name, raises nothing."""
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE public.ledger_entry DETACH PARTITION {SCHEMA}.{month}")
        recheck(month)
        cursor.execute(f"DROP TABLE {SCHEMA}.{month}")
        cursor.execute(f"ALTER TABLE {SCHEMA}.{built} RENAME TO {month}")
        cursor.execute(f"ALTER INDEX {SCHEMA}.{built}_chain_seq RENAME TO {month}_chain_seq")
        cursor.execute(
            f"ALTER TABLE public.ledger_entry ATTACH PARTITION {SCHEMA}.{month} "
            f"FOR VALUES FROM ('{first.isoformat()}') TO ('{after.isoformat()}')"
        )
        cursor.execute(f"ALTER TABLE {SCHEMA}.{month} DROP CONSTRAINT within")


# Volatile, so that a caller who has waited for the chain's lock sees what was committed meanwhile; a function, so that
# the plan over all months is made once a connection. The key alone is looked up, whatever the statistics of a month say
# that has just begun: its index has one entry for it, while a chain has many.
SEQ_OF_KEY = """
CREATE OR REPLACE FUNCTION ledger_seq_of_key(in_chain text, wanted text) RETURNS bigint
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
BEGIN
    RETURN (
        SELECT min(seq) FROM (
            SELECT chain, seq FROM ledger_entry
                WHERE hashtext(key) = hashtext(wanted) AND key = wanted AND key <> '' OFFSET 0
        ) of_key WHERE chain = in_chain
    );
END $$
"""
DROP_SEQ_OF_KEY = "DROP FUNCTION IF EXISTS ledger_seq_of_key(text, text)"


# A binary search over the index of (chain, seq): some twenty steps for millions of entries.
SEQ_FROM = """
CREATE OR REPLACE FUNCTION ledger_seq_from(in_chain text, moment timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
DECLARE
    low bigint := (SELECT min(seq) FROM ledger_entry WHERE chain = in_chain);
    high bigint := (SELECT max(seq) + 1 FROM ledger_entry WHERE chain = in_chain);
    middle bigint;
BEGIN
    WHILE low < high LOOP
        middle := (low + high) / 2;
        IF (SELECT at FROM ledger_entry WHERE chain = in_chain AND seq >= middle ORDER BY seq LIMIT 1) >= moment THEN
            high := middle;
        ELSE
            low := middle + 1;
        END IF;
    END LOOP;
    RETURN coalesce(low, 1);
END $$
"""
DROP_SEQ_FROM = "DROP FUNCTION IF EXISTS ledger_seq_from(text, timestamptz)"


class Minute(models.Func):
    """The minute of a moment, as the indexes store it."""

    template = f"date_bin('1 minute', %(expressions)s, '{EPOCH}')"
    output_field = models.DateTimeField()


class MinuteWithin(Minute):
    """The same, as the indexes that begin with a person or a kind store it."""

    template = f"date_bin('1 minute', %(expressions)s, '{EPOCH_WITHIN}')"


class SeqFrom(models.Func):
    """The number of the first entry of a chain at or after a moment; one more than the last if all are
    earlier."""

    function = "ledger_seq_from"
    output_field = models.BigIntegerField()


_seen: dict[str, set[str]] = {}
"""The months whose partitions this process knows to be committed, by database."""


def prepare(at: datetime) -> None:
    """Make sure that the month of `at` has its partition. Costs a query only for a month that this process
    has not seen."""
    month = f"{at.astimezone(UTC):entry_%Y_%m}"
    seen = _seen.setdefault(str(connection.settings_dict["NAME"]), set())
    if month in seen:
        return
    if not seen:
        # This process has created nothing yet, so whatever it can see is committed.
        seen.update(months())
        if month in seen:
            return
    with connection.cursor() as cursor:
        cursor.execute("SELECT ledger_prepare_month(%s)", [at])
    transaction.on_commit(lambda: seen.add(month))


def prepare_ahead(now: datetime) -> None:
    """Make sure that this month and the next have their partitions."""
    for at in (now, now.astimezone(UTC).replace(day=28) + timedelta(days=7)):
        prepare(at)


def months() -> list[str]:
    """The names of the attached partitions, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid "
            "WHERE inhparent = 'ledger_entry'::regclass ORDER BY relname"
        )
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return [name for (name,) in rows]
