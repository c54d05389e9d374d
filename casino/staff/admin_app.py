"""The app config of the house's admin. It is separate from `site`, which needs the models: this is read before they
exist."""

from django.contrib.admin.apps import AdminConfig


class SetUpConfig(AdminConfig):
    default_site = "casino.staff.site.SetUpSite"
