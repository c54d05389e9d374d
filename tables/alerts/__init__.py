"""What on the floor a supervisor is to see to, until somebody has."""
