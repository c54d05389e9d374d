"""The rows that a round's state gives: rounds, hands, wagers, the figures bet by bet and the tile of the table.

`rows` alone writes them, in the transaction of the events.
"""
