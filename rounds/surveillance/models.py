"""The models of the surveillance desk, each defined in its own room."""

from rounds.surveillance.daily_log.models import DailyLog, LogLine
from rounds.surveillance.desk_settings.models import HouseList
from rounds.surveillance.holds import Hold
from rounds.surveillance.incidents.models import Incident, Page
from rounds.surveillance.notes.models import Note
from rounds.surveillance.retention.models import Ending

__all__ = ["DailyLog", "Ending", "Hold", "HouseList", "Incident", "LogLine", "Note", "Page"]
