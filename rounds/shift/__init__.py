"""A whole shift at one table in fast time: opening, rounds, people, money, what goes wrong, closing.

Everything is done through the services that the screens use, at times that are handed to them: eight hours pass in
the seconds that the work takes. The same seed works the same shift. At the end the books are closed and compared
(`rounds.shift.balance`).
"""

from rounds.shift.balance import Outcome
from rounds.shift.house import Crew, Place, set_up
from rounds.shift.working import Shift, ShiftStopped

__all__ = ["Crew", "Outcome", "Place", "Shift", "ShiftStopped", "set_up"]
