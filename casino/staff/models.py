from django.contrib.auth.models import AbstractUser


class Staff(AbstractUser):
    """Placeholder of the custom user, so that the project starts before the staff app is written."""
