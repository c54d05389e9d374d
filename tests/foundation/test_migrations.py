"""Migrations leave a house open: a worker of the version before goes on with the tables as a new one has made them."""

import pytest
from django_migration_linter.migration_linter import MigrationLinter
from django_migration_linter.sql_analyser import analyse_sql_statements, get_sql_analyser_class

LAST_BEFORE = {"ledger": 6, "rounds": 8, "staff": 7, "tables": 24}
"""The last migration of each app that was there when this rule came: those before it are as they are."""
ENGINE = "django.db.backends.postgresql"


def refused(*statements: str) -> set[str]:
    errors, _, _ = analyse_sql_statements(get_sql_analyser_class(ENGINE), list(statements), [])
    return {error.code for error in errors}


@pytest.mark.django_db
@pytest.mark.parametrize("app", sorted(LAST_BEFORE))
def test_a_worker_of_the_version_before_can_live_with_every_new_migration(
    app: str, capsys: pytest.CaptureFixture[str]
) -> None:
    linter = MigrationLinter(no_cache=True, analyser_string="postgresql", ignore_initial_migrations=True)
    new = [
        migration
        for label, name in linter.migration_loader.disk_migrations
        if label == app and int(name[:4]) > LAST_BEFORE[app]
        for migration in [linter.migration_loader.disk_migrations[label, name]]
    ]
    for migration in new:
        linter.lint_migration(migration)
    assert linter.nb_total == len(new)
    assert not linter.has_errors, capsys.readouterr().out


def test_what_would_stop_the_version_before_is_refused() -> None:
    assert refused('ALTER TABLE "t" ADD COLUMN "c" text NOT NULL') == {"NOT_NULL"}
    assert refused('ALTER TABLE "t" DROP COLUMN "c" CASCADE') == {"DROP_COLUMN"}
    assert refused('ALTER TABLE "t" RENAME COLUMN "c" TO "d"') == {"RENAME_COLUMN"}
    assert refused('DROP TABLE "t" CASCADE') == {"DROP_TABLE"}
    assert refused('ALTER TABLE "t" ADD COLUMN "c" text DEFAULT \'\' NOT NULL') == set()
    assert refused('ALTER TABLE "t" ADD COLUMN "c" text NULL') == set()
