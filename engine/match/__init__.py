"""Matches between configurations and programs: paired openings, both colours, Elo with error bars, SPRT."""
