"""Measurements of the whole program, started by `./dama bench`."""
