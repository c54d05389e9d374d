"""The steps of a tournament in the order in which they come: each module turns the commands of one part of the way into
events, or refuses them."""
