"""A whole shift at one table in fast time: opening, rounds, people, money, mishaps, closing.

Everything is done through the services that the screens use, at times passed to them: eight hours pass in the seconds
that the work takes. The same seed repeats the same shift. At the end the books are closed and compared
(`rounds.simulation.shift.balance`).
"""

from rounds.simulation.shift.balance import Outcome
from rounds.simulation.shift.house import Crew, Place, set_up
from rounds.simulation.shift.working import Shift, ShiftStopped

__all__ = ["Crew", "Outcome", "Place", "Shift", "ShiftStopped", "set_up"]
