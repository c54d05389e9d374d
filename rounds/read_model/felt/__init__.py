"""The felt: what lies on the layout as plain values for `read_model/_felt.html`, for tablet, watcher and replay alike.

``felt`` is the whole, with ``dealer`` and ``boxes``; on a box lie ``lines`` (a wager each), ``split_lines`` where it
was split, and ``side_lines`` on their ``spots``. ``faces`` are the cards, ``plaques`` what the layout says, ``words``
what things are called. Nothing here counts cards, gives odds or favours a decision (VIC03-17.5).
"""
