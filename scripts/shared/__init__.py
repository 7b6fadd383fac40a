"""The parts that scripts in Python share, once each."""
