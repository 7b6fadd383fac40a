"""Servers that share one PostgreSQL while it and they fail."""
