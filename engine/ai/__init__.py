"""The computer player: what it values (configuration), how it thinks (search), how well it plays (levels)."""
