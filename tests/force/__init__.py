"""Dama under force: its processes and its store are killed while people play."""
