"""An irregularity or a correction for the screens: its fields, the plan to put it right, and both layouts compared."""
