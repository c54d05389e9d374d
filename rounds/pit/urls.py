"""URLs of the pit dashboard, under ``/pit/``."""

from django.urls import URLPattern, path

from rounds.pit import bulk_actions, rota, table_page, to_round, views
from rounds.pit.alerts import views as alert_views
from tables.demonstration import link
from tables.disputes import views as dispute_views
from tables.hours import views as hours_views

urlpatterns: list[URLPattern] = [
    path("", views.dashboard, name="pit"),
    path("hours/", hours_views.gaming_hours, name="gaming_hours"),
    path("rota/", rota.page, name="rota"),
    path("now", views.now, name="pit_now"),
    path("charts", views.charts, name="pit_charts"),
    path("several/", bulk_actions.page, name="bulk_actions"),
    path("several/act", bulk_actions.act, name="act_at_tables"),
    path("ask/<int:approval_id>/", views.decide, name="pit_decide"),
    path("guesses/<int:alert_id>/acknowledge", alert_views.acknowledge_guesses, name="acknowledge_guesses"),
    path("staff/<int:change_id>/seen", views.staff_seen, name="staff_seen"),
    path("table/<str:code>/", table_page.table, name="pit_table"),
    path("table/<str:code>/act", table_page.act, name="pit_act"),
    path("table/<str:code>/acknowledge", alert_views.acknowledge, name="acknowledge"),
    path("table/<str:code>/round/<int:round_no>/", to_round.to_round, name="pit_round"),
    path("table/<str:code>/disputes", dispute_views.of_table, name="disputes"),
    path("table/<str:code>/disputes/act", dispute_views.act, name="dispute_act"),
    path("demo-tablet/<str:code>/", link.demo_tablet, name="demo_tablet"),
    path("<str:code>/", views.dashboard, name="pit_of"),
]
