"""Every address of the house, by room."""

from django.contrib import admin
from django.urls import include, path

from casino.watching.page import metrics
from casino.web import installable, screen_faults, script_words, server_errors
from casino.web.health import healthz, readyz
from rounds.pages import clauses

handler400 = "casino.web.error_pages.bad_request"
handler403 = "casino.web.error_pages.permission_denied"
handler404 = "casino.web.error_pages.page_not_found"
handler500 = "casino.web.server_errors.server_error"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("unanswered", server_errors.unanswered, name="unanswered"),
    path("screen-fault", screen_faults.report, name="screen_fault"),
    path("words.js", script_words.serve, name="script_words"),
    path("manifest.webmanifest", installable.manifest, name="manifest"),
    path("service-worker.js", installable.service_worker, name="service_worker"),
    path("offline/", installable.offline, name="offline"),
    path("admin/", admin.site.urls),
    path("pit/irregular/", include("rounds.pit.irregularities.urls")),
    path("pit/", include("rounds.pit.urls")),
    path("float/", include("rounds.pit.reports.urls")),
    path("float/", include("tables.float.urls")),
    path("cards/", include("tables.opening.urls")),
    path("staff/", include("tables.house.staff.urls")),
    path("house/floor/", include("tables.house.set_up.urls")),
    path("house/", include("tables.house.urls")),
    path("readers/", include("tables.readers.urls")),
    path("tournaments/", include("tables.tournaments.urls")),
    path("reader/", include("rounds.play.readers.urls")),
    path("table/", include("rounds.tablet.urls")),
    path("rules/approved/", include("tables.approved_rules.urls")),
    path("rules/", include("rounds.pages.rules_urls")),
    path("clauses/<path:name>/", clauses.clause, name="clause"),
    path("find/", include("rounds.surveillance.find.urls")),
    path("desk/", include("rounds.surveillance.desk_urls")),
    path("alerts/", include("rounds.surveillance.alerts.urls")),
    path("video/", include("rounds.surveillance.video.urls")),
    path("compare/", include("rounds.surveillance.compare.urls")),
    path("audit/round/", include("rounds.surveillance.replay_urls")),
    path("audit/", include("rounds.surveillance.audit_urls")),
    path("", include("casino.staff.urls")),
]
