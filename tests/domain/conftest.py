"""Domain tests say what always holds; how long a busy machine needs for it is no failure."""

from hypothesis import settings

settings.register_profile("domain", deadline=None, max_examples=80)
settings.load_profile("domain")
