"""Dama's referee and player: rules, notation, games, clocks, search. Pure: no network, no clock of its own, no unseeded chance."""
