"""A round's row keeps its figures bet by bet; those of rounds that are there already are worked out from the record."""

from typing import Any

from django.db import migrations, models


def work_out(apps: Any, schema_editor: Any) -> None:
    from rounds import engine
    from rounds.play.projection.bet_figures import by_bet, recorded

    entries = apps.get_model("ledger", "Entry").objects.filter(folded=True)
    for row in apps.get_model("rounds", "Round").objects.select_related("table").iterator(chunk_size=200):
        state = None
        bodies = entries.filter(chain=row.table.code, round_no=row.round_no).order_by("seq")
        for body in bodies.values_list("body", flat=True):
            state = engine.evolve(state, engine.decode_event(body))
        if state is not None:
            row.bets = recorded(state, by_bet(state))
            row.save(update_fields=["bets"])


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_initial"), ("rounds", "0001_initial")]

    operations = [
        migrations.AddField(model_name="round", name="bets", field=models.JSONField(default=dict)),
        migrations.RunPython(work_out, migrations.RunPython.noop),
    ]
