from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    label = "tables"
    verbose_name = "Tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the tables hear who deals, and the staff room which tables there are."""
        from casino.ledger.rows import register_rows
        from casino.ledger.verify import register_check
        from casino.staff.places import register as register_places
        from casino.staff.presence import register_dealers
        from casino.staff.signals import dealer_changed
        from casino.staff.tablets import register_tables
        from tables.audited_rows import KEPT
        from tables.float.check import wrong_floats
        from tables.float.policy import policy
        from tables.floor import dealers
        from tables.models import Table
        from tables.signs import check as signs_check

        dealer_changed.connect(dealers.dealer_changed, dispatch_uid="tables.floor.dealers")
        register_rows(*KEPT)
        register_check("signs", signs_check.wrong_signs)
        register_check("floats", wrong_floats)
        policy()  # a house that is set up wrongly is told at the start
        register_dealers(dealers.dealer_of)
        register_places(dealers.pits, dealers.place_of, dealers.deals_at, dealers.every_place)
        register_tables(lambda: Table.objects.values_list("code", flat=True))
