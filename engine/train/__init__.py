"""Learning values from play: games against itself, and fitting values to their results. numpy is needed only here."""
