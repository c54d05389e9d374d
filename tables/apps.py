from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    label = "tables"
    verbose_name = "Tables"
    default_auto_field = "django.db.models.BigAutoField"
