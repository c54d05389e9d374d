from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "rounds"
    label = "rounds"
    verbose_name = "Rounds"
    default = True
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the rounds hear of what happens at the tables, and check the record against replay."""
        from casino.ledger.signals import appended
        from casino.ledger.verify import register_check
        from casino.staff.signals import staff_changed
        from casino.staff.two_people import register_rounds as register_parts_in
        from rounds import push
        from rounds.play import participants as of_rounds
        from rounds.play import service  # noqa: F401 — service registers with the approvals
        from rounds.play.equipment_failures import entries_added, tell_the_round
        from rounds.play.readers.check import wrong_reports
        from rounds.play.signals import approval_asked, played
        from rounds.read_model import replay_check
        from rounds.read_model.session_tallies import dealt
        from rounds.read_model.tournament_entries import entries_won
        from rounds.simulation.edge import edge
        from tables.bets.equipment import register_heard
        from tables.bets.scales import register_entries
        from tables.bets.theo import register_main_edges
        from tables.float.tallies import register_rounds
        from tables.signals import changed

        played.connect(push.after_play, dispatch_uid="rounds.push")
        approval_asked.connect(push.after_asking, dispatch_uid="rounds.push")
        changed.connect(push.table_changed, dispatch_uid="rounds.push")
        staff_changed.connect(push.staff_changed, dispatch_uid="rounds.push")
        appended.connect(push.entries_added, dispatch_uid="rounds.push")
        appended.connect(entries_added, dispatch_uid="rounds.play.equipment_failures")
        register_check("rows", replay_check.wrong_rows)
        register_check("reports", wrong_reports)
        register_entries(entries_won)
        register_heard(tell_the_round)
        register_main_edges(edge)
        register_parts_in(of_rounds.in_rounds, of_rounds.since)
        register_rounds(dealt)


class RoundsOnPaper(AppConfig):
    """The room for commands that only compute: no models, so neither a database nor the server is loaded,
    and ``manage.py play`` answers at once."""

    name = "rounds"
    label = "rounds"
    default = False

    def import_models(self) -> None:
        self.models = {}
