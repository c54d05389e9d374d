"""Ambiguous clauses that leave a house nothing to choose: the reading taken, in words.

A clause whose readings differ in money, or in what is allowed at the table, is a setting instead (`OpenPoints`, the
fields of `Rules` and of `sidebets.SideBet` with more than one reading). The points here are decided for every house:
both readings come to the same, or the other one contradicts another clause, or it concerns something outside a
round.
"""

from typing import Final

READINGS: Final[dict[str, str]] = {
    # --- where a round begins
    "ACT96-T-B03": (
        "A round begins with the first card to a box: with the burn no wager could ever be placed."
    ),
    "ACT03-A-B15": (
        "A round begins with the first card to a box: with the burn no wager could ever be placed."
    ),
    "NZ-1.1-B37": "A round begins with the first card to a box, since 8.1 has the burn before it.",
    # --- the cutting card, the shuffle and the cut
    "ACT96-6.2(a)": (
        "A cutting card that comes first is followed by the shuffle; wagers are taken again before the call."
    ),
    "ACT96-6.2(c)": (
        "The last three rounds are those before the table closes: the cutting card itself ends a shoe."
    ),
    "VIC03-4.1.1(b)": (
        "Seen or drawn as the first card of a round; in mid-round the case of (c) would have no use."
    ),
    "NZ-7.1A(a)": (
        "The first game with pre-shuffled packs is the first round dealt from them, up to its first card."
    ),
    "NZ-7.3(b)": "Of several players on the box the seated one cuts, who decides for it.",
    "NZ-7.7": (
        "Pre-shuffled packs are accepted when no player has asked to inspect them before the first card."
    ),
    "NZ-8.8": (
        "The cutting card is no card of the game: the call is cancelled, and wagers are taken again "
        "after the shuffle."
    ),
    "ACT03-19.3(a)(i)": (
        "The cards taken out of the shoe are dealt from a manual one; between rounds there is nothing to "
        "finish."
    ),
    "ACT03-19.3(a)(ii)": "These cards serve for one round: they are cut, without a cutting card or a burn.",
    "ACT03-19.1-B02": (
        "Where cards give out in an automatic shoe the licensee decides under 16.4; nothing is shuffled in."
    ),
    # --- layouts, packs and devices
    "ACT96-P-B03": (
        "The diagrams carry no pictures: layouts are built from the words, and the letter goes on record."
    ),
    "NZ-3.3(a)": (
        "Six packs for Super Sevens are six in the set that is dealt from, not in both sets of a shuffler."
    ),
    "NZ-15A.6-T": "The garbled last line is $5 with 290 entries, as the range in the definitions confirms.",
    "VIC03-12.3.1": (
        "The cutting card that the clause names is for a manual shoe, as 3.1.1 has it everywhere."
    ),
    "VIC03-13.7.3": (
        "A reasonable time is what the operator sets, twenty minutes unless more is entered, as in 6.4."
    ),
    "VIC03-17.1": (
        "Devices are forbidden to players, as the sanctions show; the tablet shows no odds and no counts."
    ),
    "NZ-16.12-S1": (
        "The equipment is that of the bet; a controller that fails suspends every table that it serves."
    ),
    # --- what is elected, and what goes with what
    "NZ-11.6-S3": "Doubling on split hands may be barred by itself: 11.8 speaks of each change alike.",
    "NZ-18.1": (
        "No two of the four versions are dealt at one table: nothing says which would go before the other."
    ),
    "VIC03-11.5.3": "One bet for each wager that is accepted; it opens no further boxes to anybody.",
    "VIC03-13.5.3": "One bet for each original wager; it opens no further boxes to anybody.",
    "VIC03-15.4.3": "One bet for each valid wager; it opens no further boxes to anybody.",
    # --- the order of what is due at one moment
    "NZ-9.2(a)": (
        "Side bets of the initial deal and their choices come first, then insurance; the results are the "
        "same."
    ),
    "ACT03-18.14": (
        "The subsequent deal is named as what comes next; insurance and the interim settlement keep "
        "their place."
    ),
    "ACT96-23.9": (
        "Two suited sevens and a third of another suit are not three suited: 500 to 1, before further cards."
    ),
    "VIC03-15.6.2": (
        "A box that has one card when the others are settled is settled when its second has come."
    ),
    "NZ-19.3(e)": (
        "19.6 pays a five and under before the dealer draws, so a higher total of the dealer's never "
        "meets it."
    ),
    # --- irregularities
    "ACT96-18(h)-S1": (
        "In the initial deal the card fills the next place: refused, it would leave a box without the "
        "two due to it."
    ),
    "NZ-16.1": (
        "Only a card seen while it is in the shoe: every card is dealt face up, so one on its hand stays "
        "there."
    ),
    "NZ-16.4-S3": (
        "It becomes the dealer's next card; where the dealer's hand takes none it goes to the discards."
    ),
    "NZ-16.5(b)": (
        "The dealer's cards that are known stay and the rest are drawn: no clause lets that hand be void."
    ),
    "NZ-16.5-S5": (
        "It is for hands that could not be rebuilt: for others it would forbid the rebuilding that 16.5 "
        "wants."
    ),
    "NZ-16.7-S1": (
        "What is in the shoe is dealt out first; only the rack is shuffled, and the cut is offered."
    ),
    "NZ-16.10-S1": (
        "The shoe and the rack are shuffled together, as a cutting card needs whole packs; the round is "
        "finished."
    ),
    "NZ-16.13-S2": (
        "Of 16.5 only the duty to rebuild is put aside: no other clause says what becomes of cards and money."
    ),
    "NZ-21.9(a)-S1": (
        "The pair is put together again and the cards drawn are offered as the next ones (16.4)."
    ),
    # --- tournaments
    "VIC03-13.2.1-B02": "Entries come from version 1 alone, whose table grants them.",
    "VIC03-13.9.2": "Inside the tournament play is for tournament chips, which win no further entry.",
    "VIC03-13.9.3": "A tournament has one of the four sizes of Table 3; entries beyond it wait for the next.",
    "VIC03-13.9.4": "The entries are too few below 49, the smallest field of Table 3.",
    "VIC03-13.9.5(a)": "One bonus for each entry, to the player who won it.",
    "VIC03-13.9.5(c)": "The final has three shoes, as a heat has, unless the conditions say otherwise.",
    "VIC03-13.9.5(e)": (
        "A tie that a shoe does not break is broken by further hands: the reference is meant for (d)."
    ),
    "VIC03-13.9.5(f)": (
        "Places after the first are decided by further hands where their prizes differ: the reference is meant "
        "for (d)."
    ),
    "VIC03-13.9.6-T3-S98": (
        "A tie for the last place among other chip holders is broken as one of heat winners, by (d)."
    ),
    "VIC03-13.9.7(a)": "A substitute needs the tournament director's approval as everywhere (16.3.3).",
    "VIC03-16.1.2(a)": (
        "The tournament director is the person appointed here, or the deputy while that person is absent."
    ),
}
"""What a clause is taken to mean, by clause."""
