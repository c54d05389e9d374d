"""The people of the house: the page of the staff, on which two people sign every change."""
