"""How much a check is to do."""

import random
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Work:
    """How much a check is to do."""

    share: float  # of the whole, 0...1
    seed: int
    folder: Path  # its own, empty

    def count(self, whole):
        return max(1, round(whole * self.share))

    def chance(self, name):
        return random.Random(f"{self.seed} {name}")
