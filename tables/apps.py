from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    label = "tables"
    verbose_name = "Tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the tables to the signals that say who deals, and answer the staff room's questions about tables."""
        from casino.ledger.archives.keeping import register_need
        from casino.ledger.rows import register_rows
        from casino.ledger.verify import register_check
        from casino.staff import signals
        from tables import archive_needs
        from tables.approved_rules.check import wrong_documents
        from tables.audited_rows import AUDITED
        from tables.bets import shown as bets_shown
        from tables.disputes import shown as disputes_shown
        from tables.float.check import wrong_floats
        from tables.float.policy import policy
        from tables.floor import dealers, take_overs
        from tables.floor import shown as floor_shown
        from tables.forms.showed import register_facts
        from tables.hours import shown as hours_shown
        from tables.house import shown as house_shown
        from tables.opening import shown as opening_shown
        from tables.signs import check as signs_check
        from tables.signs import shown as signs_shown
        from tables.tournaments.check import wrong_tournaments

        signals.take_over_asked.connect(take_overs.ask, dispatch_uid="tables.floor.take_overs")
        signals.take_over.connect(take_overs.asked, dispatch_uid="tables.floor.take_overs")
        signals.dealer_changed.connect(dealers.dealer_changed, dispatch_uid="tables.floor.dealers")
        register_rows(*AUDITED)
        register_check("approved_rules", wrong_documents)
        register_check("signs", signs_check.wrong_signs)
        register_check("floats", wrong_floats)
        register_check("tournaments", wrong_tournaments)
        register_need("tables", archive_needs.open_tables)
        register_need("disputes", archive_needs.open_disputes)
        register_need("tournaments", archive_needs.open_tournaments)
        for shown in (signs_shown, bets_shown, floor_shown, opening_shown, disputes_shown):
            register_facts(shown.FACTS, shown.NEEDED)
        register_facts(hours_shown.FACTS)
        register_facts(house_shown.FACTS)
        policy()  # a wrong set-up is reported at the start
        for question in (
            "table_codes", "pits", "dealer_of", "dealer_beside", "place_of", "every_place", "deals_at",
        ):  # fmt: skip
            getattr(signals, question).connect(
                getattr(dealers, question), dispatch_uid="tables.floor.dealers"
            )
