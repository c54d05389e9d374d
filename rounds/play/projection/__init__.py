"""The rows for a round's state: rounds, hands, wagers, the figures bet by bet, and the tile of the table.

Only `rows` writes them, in the transaction of the events.
"""
