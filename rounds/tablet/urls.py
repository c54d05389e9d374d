"""URLs of the tablet and of its watchers, under ``/table/``."""

from django.urls import URLPattern, path

from rounds.pages import results_display
from rounds.tablet import (
    call_views,
    dispute_views,
    layout_preview,
    player_views,
    reader,
    take_over_views,
    views,
)
from rounds.tablet.corrections import views as corrections
from rounds.tablet.irregularities import views as irregular

urlpatterns: list[URLPattern] = [
    path("<str:code>/", views.tablet, name="tablet"),
    path("<str:code>/play", views.play, name="play"),
    path("<str:code>/sign", views.sign, name="sign"),
    path("<str:code>/withdraw", views.withdraw, name="withdraw"),
    path("<str:code>/call", call_views.call, name="supervisor_call"),
    path("<str:code>/take-over", take_over_views.answer, name="take_over_answer"),
    path("<str:code>/opening", views.open_or_close, name="opening"),
    path("<str:code>/wrong", irregular.listed, name="wrong"),
    path("<str:code>/wrong/<str:name>", irregular.report, name="wrong_one"),
    path("<str:code>/wrong/<str:name>/plan", irregular.plan, name="wrong_plan"),
    path("<str:code>/correct/<str:kind>", corrections.correction, name="correct_one"),
    path("<str:code>/correct/<str:kind>/plan", corrections.plan, name="correct_plan"),
    path("<str:code>/dispute", dispute_views.page, name="tablet_dispute"),
    path("<str:code>/dispute/record", dispute_views.record, name="tablet_dispute_record"),
    path("<str:code>/reader", reader.reader, name="reader_at_tablet"),
    path("<str:code>/people", player_views.of_table, name="people"),
    path("<str:code>/people/act", player_views.act, name="people_act"),
    path("<str:code>/now", views.now, name="now"),
    path("<str:code>/watch", views.watch, name="watch"),
    path("<str:code>/layout", layout_preview.preview, name="felt_preview"),
    path("<str:code>/results", results_display.results, name="results"),
]
