"""The long checks, a module for what each of them tries."""
