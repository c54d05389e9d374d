"""The function of the triggers on rows that stand for signed steps."""

from typing import ClassVar

from django.db import migrations

from casino.ledger import triggers


class Migration(migrations.Migration):
    dependencies: ClassVar[list[tuple[str, str]]] = [("ledger", "0002_initial")]
    operations: ClassVar[list[migrations.RunSQL]] = [
        migrations.RunSQL(triggers.KEEPS, triggers.DROP_KEEPS)
    ]
