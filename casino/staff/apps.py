from django.apps import AppConfig


class StaffConfig(AppConfig):
    name = "casino.staff"
    label = "staff"
    verbose_name = "Staff"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have the record keep who the people are, which tablet is whose, and what was approved. Only the digest of a
        PIN's hash is kept, and not the counts of `Guard`, which end with their hour.
        """
        from casino.ledger.rows import Kept, register_rows
        from casino.ledger.verify import register_check
        from casino.staff.hashers import digest
        from casino.staff.models import STAFF_KEPT, Approval, GuessAlert, Staff, StaffChange, Tablet
        from casino.staff.rights import foreign_rights

        register_rows(
            Kept("staff", Staff, fields=STAFF_KEPT, told={"password": digest}),
            Kept("staff_change", StaffChange),
            Kept("guess_alert", GuessAlert),
            Kept("tablet", Tablet, chain="table_code"),
            Kept("approval", Approval, chain="table_code"),
        )
        register_check("rights", foreign_rights)
