"""The failure of a check."""


class Finding(Exception):
    """A rule that should hold and does not."""


def expect(holds, sentence):
    if not holds:
        raise Finding(sentence)
