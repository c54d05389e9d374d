"""Addresses of the tablet and of who only watches, under ``/table/``."""

from django.urls import URLPattern, path

from rounds import disputes_at_tablet, people_views, results_display, supervisor_call, views
from rounds.corrections import views as corrections
from rounds.irregular import views as irregular
from rounds.readers import at_tablet

urlpatterns: list[URLPattern] = [
    path("<str:code>/", views.tablet, name="tablet"),
    path("<str:code>/play", views.play, name="play"),
    path("<str:code>/sign", views.sign, name="sign"),
    path("<str:code>/withdraw", views.withdraw, name="withdraw"),
    path("<str:code>/call", supervisor_call.call, name="supervisor_call"),
    path("<str:code>/opening", views.open_or_close, name="opening"),
    path("<str:code>/wrong", irregular.listed, name="wrong"),
    path("<str:code>/wrong/<str:name>", irregular.one, name="wrong_one"),
    path("<str:code>/wrong/<str:name>/plan", irregular.plan, name="wrong_plan"),
    path("<str:code>/correct/<str:kind>", corrections.one, name="correct_one"),
    path("<str:code>/correct/<str:kind>/plan", corrections.plan, name="correct_plan"),
    path("<str:code>/dispute", disputes_at_tablet.page, name="tablet_dispute"),
    path("<str:code>/dispute/record", disputes_at_tablet.record, name="tablet_dispute_record"),
    path("<str:code>/reader", at_tablet.reader, name="reader_at_tablet"),
    path("<str:code>/people", people_views.of_table, name="people"),
    path("<str:code>/people/act", people_views.act, name="people_act"),
    path("<str:code>/now", views.now, name="now"),
    path("<str:code>/watch", views.watch, name="watch"),
    path("<str:code>/results", results_display.results, name="results"),
]
