from django.apps import AppConfig


class StaffConfig(AppConfig):
    name = "casino.staff"
    label = "staff"
    verbose_name = "Staff"
    default_auto_field = "django.db.models.BigAutoField"
