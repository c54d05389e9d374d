"""The steps of a tournament in order: each module turns the commands of one phase into events, or refuses them."""
