"""Casters under load: who serves, who reads, and what is measured of them."""
