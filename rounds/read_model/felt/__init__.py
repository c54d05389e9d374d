"""The felt: what is on the layout, as plain values for `read_model/_felt.html`, for tablet, watcher and replay alike.

``felt`` has the whole, ``boxes`` each box with its wagers line by line, ``split_lines`` those of a split box,
``side_lines`` the side bets and ``spots`` their places; ``cloth`` is the table's own layout, ``tournament`` what a
session adds, and ``words`` what things are called. Nothing here counts cards, gives odds or favours a decision
(VIC03-17.5).
"""
