"""The rota: who is on shift, who has a break, who deals where and since when, and who relieves whom next."""
