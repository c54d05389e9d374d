"""Opening and closing a table, and the change of its dealer.

A table opens when its set-up is one that the book allows, its cards have been checked, and the dealer has confirmed
what the book asks for (`casino.rulebooks.house`), with the layout's inscriptions and every notice that its elections
need. It closes when the cards have been counted and are complete, or at once if the book requires no count. Each
step is an entry in the table's chain, under the clause of the table's own book. Times are passed in: nothing here
reads a clock.

    house      what the table's book requires
    packs      the check of the cards before gaming
    held_back  a check that nobody sees before the other is given
    checklist  what the dealer confirms: layout, inscriptions, sign, notices
    opening    what still bars the opening, and the opening itself
    dealing    whether cards may be dealt there now
    closing    the closing: the count of the cards, that of the float, the end
    dealers    the change of dealer
    checks     what has been done so far, as the table's row keeps it
"""
