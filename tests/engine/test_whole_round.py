"""One round on seven boxes with everything in it, worked out by hand."""

from tests.engine.story import deal


def test_a_full_table() -> None:
    """Signs 10 to 1,000, chips from 50 cents. The dealer ends with A, 5, 4: 20.

    box 1  A 20, B 10 behind, 8 and 8 split by A; B rides on the first hand. 8+T = 18 and 8+3 doubled for 20
           with a T = 21. Against 20: hand 1 A −20, B −10; hand 2 A +40.
    box 2  C 50 with a Blackjack, insured for 25: the insurance loses 25, the Blackjack wins 75.
    box 3  D 40 with a Blackjack takes even money: +40.
    box 4  E 30 on T and 6 draws a 9 and breaks: −30.
    box 5  F 15 on 9 and 2 doubles for 10 and draws a 9: 20 and 20, void.
    box 6  G 5, under the minimum for the first time, 19: −5, and warned.
    box 7  H 1,200, over the maximum, T and K: 20, void; 1,000 are in play.
    """
    story = deal(minimum=10, maximum=1000, chips=("0.50", 1, 5, 25, 100))
    story.shared(1, A=20, B=10).bet(2, "C", 50).bet(3, "D", 40).bet(4, "E", 30).bet(5, "F", 15)
    story.bet(6, "G", 5).bet(7, "H", 1200).call()
    story.initial("Ad", "8s 8h", "As Kh", "Ac Qh", "Ts 6h", "9s 2h", "Ts 9h", "Td Kd")
    story.insure(2, "C", 25).even_money(3, "D").asked()
    assert story.items == [("pay", 3, "D", 40)]
    story.settle()
    story.split(1).cards("Tc").stand(1).cards("3c").double(1, hand=2).cards("Th")
    story.hit(4).cards("9c").settle()
    story.double(5, F=10).cards("9d")
    story.stand(6).stand(7)
    assert (story.action, story.due.box) == ("card", 0)
    story.cards("5c")
    assert story.items == [("take", 2, "C", 25)]
    story.settle().cards("4c")
    assert story.items == [
        ("take", 1, "A", 20),
        ("take", 1, "B", 10),
        ("take", 6, "G", 5),
        ("pay", 1, "A", 40),
        ("pay", 2, "C", 75),
    ]
    story.end()
    assert {player: story.net(player) for player in "ABCDEFGH"} == {
        "A": 20, "B": -10, "C": 50, "D": 40, "E": -30, "F": 0, "G": -5, "H": 0,
    }  # fmt: skip
    assert story.state.carry.warned == ("G",)
    # The house: −20 + 10 − 50 − 40 + 30 + 5 = −65.
    assert sum(result.takes - result.pays for result in story.state.results) == -65_00
