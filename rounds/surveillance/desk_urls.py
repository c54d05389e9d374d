"""URLs of the surveillance desk, under ``/desk/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from rounds.surveillance import replay
from rounds.surveillance.counts import counts
from rounds.surveillance.daily_log import views as daily_log
from rounds.surveillance.desk_settings import views as lists
from rounds.surveillance.disputes import views as disputes
from rounds.surveillance.incidents import views as incidents
from rounds.surveillance.notes import views as notes
from rounds.surveillance.retention import views as retention

urlpatterns: list[URLPattern] = [
    path("counts", counts, name="desk_counts"),
    path("notes/", notes.desk_notes, name="desk_notes"),
    path("notes/pit/", notes.to_pit, name="notes_to_pit"),
    path("notes/<int:note_id>/withdraw", notes.withdraw, name="desk_note_withdraw"),
    path("notes/<str:table>/<int:round_no>", replay.write_note, name="desk_note"),
    path("disputes/", disputes.disputes, name="desk_disputes"),
    path("incidents/", incidents.incidents, name="desk_incidents"),
    path("incidents/new", incidents.new, name="desk_incident_new"),
    path("incidents/<str:number>/", incidents.incident, name="desk_incident"),
    path("incidents/<str:number>/act", incidents.act, name="desk_incident_act"),
    path("incidents/<str:number>/attach", incidents.attach, name="desk_incident_attach"),
    path("incidents/<str:number>/file/<int:page>", incidents.attachment, name="desk_incident_file"),
    path("log/", daily_log.current, name="desk_log"),
    path("log/act", daily_log.act, name="desk_log_act"),
    path("log/<int:number>/", daily_log.of_number, name="desk_log_of"),
    path("keeping/", retention.keeping, name="desk_keeping"),
    path("keeping/act", retention.act, name="desk_keeping_act"),
    path("lists/", lists.house_lists, name="desk_lists"),
]
