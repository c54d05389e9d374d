"""Every address of the house, by room."""

from django.contrib import admin
from django.urls import include, path

from casino import screen_faults
from casino.health import healthz

handler400 = "casino.told.bad_request"
handler403 = "casino.told.permission_denied"
handler404 = "casino.told.page_not_found"
handler500 = "casino.failing.server_error"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("screen-fault", screen_faults.report, name="screen_fault"),
    path("admin/", admin.site.urls),
    path("pit/irregular/", include("rounds.irregular.urls")),
    path("pit/", include("tables.urls")),
    path("float/", include("tables.float.urls")),
    path("cards/", include("tables.opening.urls")),
    path("readers/", include("tables.readers.urls")),
    path("reader/", include("rounds.readers.urls")),
    path("table/", include("rounds.urls")),
    path("rules/", include("rounds.rules_urls")),
    path("audit/round/", include("rounds.replay_urls")),
    path("audit/", include("casino.ledger.urls")),
    path("", include("casino.staff.urls")),
]
