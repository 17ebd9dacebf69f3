"""Tables and their documents, each read once: the text decides what it says, so remembering it cannot be wrong."""

from collections import OrderedDict

from hall.model import Table, TableId
from hall.store.codec import decode_table, encode_table

KEPT = 512


class Documents:
    """Writes and reads documents, and remembers the tables of the last few hundred it saw either way.

    Reading means playing a whole game over. With this a process does it once for a table it has not seen, and not
    again for every step and everybody who looks.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[TableId, str], Table] = OrderedDict()

    def write(self, table: Table) -> str:
        """The document of a table."""
        text = encode_table(table)
        self._remember(table, text)
        return text

    def read(self, table_id: TableId, text: str) -> Table:
        """The table of a document. Raises UnknownSchema for a document from the future."""
        known = self._known.get((table_id, text))
        if known is None:
            known = decode_table(table_id, text)
        self._remember(known, text)
        return known

    def _remember(self, table: Table, text: str) -> None:
        self._known[table.id, text] = table
        self._known.move_to_end((table.id, text))
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
