"""Forms of the tables' pages: typed values read, a step taken once, what the page showed."""
