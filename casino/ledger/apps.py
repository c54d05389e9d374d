from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "casino.ledger"
    label = "ledger"
    verbose_name = "Ledger"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have `verify` rebuild the rows that the rooms register."""
        from casino.ledger.archives.months import ROW
        from casino.ledger.models import ArchivedMonth
        from casino.ledger.rows import AuditedModel, register_rows, wrong_rows
        from casino.ledger.verify import register_check

        register_check("kept rows", wrong_rows)
        register_rows(AuditedModel(ROW, ArchivedMonth))
