from django.urls import path

from casino.ledger.export import JsonLines
from rounds.surveillance import audit_views

urlpatterns = [
    path("", audit_views.audit, name="audit"),
    path("tail", audit_views.tail, name="audit_tail"),
    path("chain", audit_views.chain, name="audit_chain"),
    path("export.csv", audit_views.export, name="audit_export"),
    path("export.jsonl", audit_views.export, {"form": JsonLines}, name="audit_export_lines"),
]
