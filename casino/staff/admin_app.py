"""The admin as this house runs it. Apart from `site`, which needs the models: this is read before there are any."""

from django.contrib.admin.apps import AdminConfig


class SetUpConfig(AdminConfig):
    default_site = "casino.staff.site.SetUpSite"
