"""The daily log of surveillance: a shift's lines, handed over from one to the next."""
