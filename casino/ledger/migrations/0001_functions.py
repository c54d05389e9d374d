"""The trigger functions of the record; the triggers that execute them come with the tables."""

from typing import ClassVar

from django.db import migrations

from casino.ledger import triggers


class Migration(migrations.Migration):
    dependencies: ClassVar[list[tuple[str, str]]] = []
    operations: ClassVar[list[migrations.RunSQL]] = [
        migrations.RunSQL(triggers.CREATE_FUNCTIONS, triggers.DROP_FUNCTIONS)
    ]
