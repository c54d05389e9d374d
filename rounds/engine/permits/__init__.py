"""What a role allows, limits or imposes (``permits``), and seats that a player may be asked to give up
(``seats``)."""
