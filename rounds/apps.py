from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "rounds"
    label = "rounds"
    verbose_name = "Rounds"
    default = True
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the rounds to the signals of tables, and register the checks of the record against replay."""
        from casino.ledger import DESK
        from casino.ledger.archives.keeping import register_keeper, register_need
        from casino.ledger.rows import AuditedModel, register_rows
        from casino.ledger.signals import appended
        from casino.ledger.verify import register_check
        from casino.staff import signals as of_staff
        from rounds import push
        from rounds.models import AlertRule, DeskAlert, FeedDevice, RulesEdition
        from rounds.pit.alerts import watch as alert_watch
        from rounds.play import approval, archived_rounds, dual_control, participants
        from rounds.play.equipment_failures import report_elsewhere, tell_the_round
        from rounds.play.readers.check import wrong_reports
        from rounds.play.signals import approval_asked, played, suspended
        from rounds.read_model import replay_check
        from rounds.read_model.hands_played import last_hands
        from rounds.read_model.session_tallies import dealt
        from rounds.read_model.tournament_entries import entries_won, won_for_series
        from rounds.read_model.tournament_sessions import counted
        from rounds.simulation.edge import edge_of
        from rounds.surveillance.record import digest
        from rounds.tablet import player_views
        from tables import signals as of_tables
        from tables.disputes import signals as of_disputes
        from tables.float import signals as of_float
        from tables.forms.showed import register_facts
        from tables.tournaments import signals as of_tournaments

        played.connect(push.after_play, dispatch_uid="rounds.push")
        approval_asked.connect(push.after_asking, dispatch_uid="rounds.push")
        of_tables.changed.connect(alert_watch.wake, dispatch_uid="rounds.pit.alerts")
        of_tables.changed.connect(push.table_changed, dispatch_uid="rounds.push")
        of_staff.staff_changed.connect(push.staff_changed, dispatch_uid="rounds.push")
        appended.connect(push.entries_added, dispatch_uid="rounds.push")
        suspended.connect(report_elsewhere, dispatch_uid="rounds.play.equipment_failures")
        register_rows(
            AuditedModel("rules_edition", RulesEdition),
            AuditedModel("feed_device", FeedDevice),
            AuditedModel("alert_rule", AlertRule, written_as={"facts": digest}, of=DESK),
            AuditedModel("desk_alert", DeskAlert, written_as={"facts": digest, "subject": digest}, of=DESK),
        )
        register_facts(player_views.FACTS)
        register_check("rows", replay_check.wrong_rows, replay_check.codes)
        register_check("reports", wrong_reports)
        register_keeper("rounds", archived_rounds.keeper)
        register_need("rounds in hand", archived_rounds.rounds_in_hand)
        register_need("search for rounds", archived_rounds.rounds_not_indexed)
        of_tables.entries_won.connect(entries_won, dispatch_uid="rounds.read_model.tournament_entries")
        of_tournaments.entries_of_series.connect(
            won_for_series, dispatch_uid="rounds.read_model.tournament_entries"
        )
        of_tournaments.session_counted.connect(counted, dispatch_uid="rounds.read_model.tournament_sessions")
        of_staff.approval_deciding.connect(approval.lock_first, dispatch_uid="rounds.play.approval")
        of_staff.approval_checking.connect(
            dual_control.another_person, dispatch_uid="rounds.play.dual_control"
        )
        of_staff.approval_decided.connect(approval.after_decision, dispatch_uid="rounds.play.approval")
        of_tables.equipment_reported.connect(tell_the_round, dispatch_uid="rounds.play.equipment_failures")
        of_disputes.last_hands.connect(last_hands, dispatch_uid="rounds.read_model.hands_played")
        of_tables.main_edge.connect(edge_of, dispatch_uid="rounds.simulation.edge")
        of_float.rounds_dealt.connect(dealt, dispatch_uid="rounds.read_model.session_tallies")
        of_staff.part_in_rounds.connect(participants.in_rounds, dispatch_uid="rounds.play.participants")
        of_staff.part_since.connect(participants.since, dispatch_uid="rounds.play.participants")


class RoundsOnPaper(AppConfig):
    """The app without models, for commands that only compute: neither a database nor the server is loaded, so
    ``manage.py play`` starts at once."""

    name = "rounds"
    label = "rounds"
    default = False

    def import_models(self) -> None:
        self.models = {}
