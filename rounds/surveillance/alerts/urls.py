"""URLs of the desk's alerts, under ``/alerts/``."""

from django.urls import URLPattern, path

from rounds.surveillance.alerts import views

urlpatterns: list[URLPattern] = [
    path("", views.alerts, name="alerts"),
    path("now", views.now, name="alerts_now"),
    path("new", views.new, name="alerts_new"),
    path("set", views.set_rule, name="alert_set"),
    path("rules/<int:number>/end", views.end_rule, name="alert_end"),
    path("<int:number>/seen", views.seen, name="alert_seen"),
]
