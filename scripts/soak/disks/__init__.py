"""Disks on which calls of the C library go wrong, and what has to hold of what is kept on them."""
