"""Mutants: changes of logic, one place at a time, that tests should notice."""
