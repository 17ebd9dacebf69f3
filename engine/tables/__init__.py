"""Endgame tables: the value of every position with few pieces, by retrograde analysis, for the rule sets that carry on.

`probe` answers for Python, `flat` for the search; `build`, `pack` and `verify` make the files, `files` reads them.
"""
