from django.apps import AppConfig


class StaffConfig(AppConfig):
    name = "casino.staff"
    label = "staff"
    verbose_name = "Staff"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register with the record the people, the tablets' tables and the approvals. Of a PIN's hash only the
        digest is kept; the counts of `Guard`, which last an hour, are not."""
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
