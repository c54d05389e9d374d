from django.apps import AppConfig


class RoundsConfig(AppConfig):
    name = "rounds"
    label = "rounds"
    verbose_name = "Rounds"
    default_auto_field = "django.db.models.BigAutoField"
