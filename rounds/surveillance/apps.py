from django.apps import AppConfig


class SurveillanceConfig(AppConfig):
    name = "rounds.surveillance"
    label = "surveillance"
    verbose_name = "Surveillance desk"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the desk's rows with the record's verification, and what the desk still needs with the
        archives."""
        from casino.ledger.archives.keeping import register_need
        from casino.ledger.rows import register_rows
        from casino.ledger.verify import register_check
        from rounds.surveillance.audited_rows import AUDITED
        from rounds.surveillance.find.small_felt import small_felt
        from rounds.surveillance.incidents.check import wrong_files
        from rounds.surveillance.retention.archive_needs import held_rounds
        from rounds.surveillance.shown import FACTS
        from tables import signals
        from tables.forms.showed import register_facts

        register_rows(*AUDITED)
        register_facts(FACTS)
        signals.small_felt.connect(small_felt, dispatch_uid="rounds.surveillance.find")
        register_check("attachments", wrong_files)
        register_need("legal holds", held_rounds)
