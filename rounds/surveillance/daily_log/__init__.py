"""The daily log of surveillance: the lines of a shift, handed over from one shift to the next."""
