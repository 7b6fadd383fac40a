"""The parts that the long checks share: their failure, and the documented user of the apps' server."""

EMAIL, PASSWORD = "admin@dimaproject.it", "passwordSegret@130"


class Finding(Exception):
    """A rule that should hold and does not."""


def expect(holds, sentence):
    if not holds:
        raise Finding(sentence)
