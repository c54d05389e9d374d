"""The supervisor's pages: an open irregularity to sign, and the payment that a dispute decision awards."""
