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
        from casino.ledger.rows import AuditedModel, register_rows
        from casino.ledger.verify import register_check
        from casino.staff.hashers import digest
        from casino.staff.models import STAFF_AUDITED, Approval, GuessAlert, Staff, StaffChange, Tablet
        from casino.staff.rights import foreign_rights

        register_rows(
            AuditedModel("staff", Staff, fields=STAFF_AUDITED, written_as={"password": digest}),
            AuditedModel("staff_change", StaffChange),
            AuditedModel("guess_alert", GuessAlert),
            AuditedModel("tablet", Tablet, chain="table_code"),
            AuditedModel("approval", Approval, chain="table_code"),
        )
        register_check("rights", foreign_rights)
