from django.db import migrations, models


class Migration(migrations.Migration):
    """The rounds of a player, and what players have laid and won, are answered from the indexes alone. No tap writes to
    this table: dealing does not wait while they are built."""

    dependencies = [("rounds", "0008_desk_alerts_and_recorders")]

    operations = [
        migrations.AddIndex(
            "playedround",
            models.Index(
                fields=["table", "player", "-at"],
                include=["patron", "laid", "net"],
                name="rounds_played_by_mark",
            ),
        ),
        migrations.AddIndex(
            "playedround",
            models.Index(
                fields=["patron", "-at"],
                include=["table", "player", "laid", "net"],
                name="rounds_played_by_patron",
                condition=models.Q(("patron", ""), _negated=True),
            ),
        ),
        migrations.RemoveIndex("playedround", "rounds_played_player"),
        migrations.RemoveIndex("playedround", "rounds_played_patron"),
    ]
