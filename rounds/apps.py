from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "rounds"
    label = "rounds"
    verbose_name = "Rounds"
    default = True
    default_auto_field = "django.db.models.BigAutoField"


class RoundsOnPaper(RoundsConfig):
    """The room for commands that only compute: no models, so neither a database nor the server is loaded,
    and ``manage.py play`` answers while a dealer's hand is still on the card."""

    default = False

    def import_models(self) -> None:
        self.models = {}
