"""What a role allows, limits or imposes (``permits``), and the seat that may be asked back (``seats``)."""
