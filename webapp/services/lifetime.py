"""How links end, and tables with them: new links, forgetting, and what was idle for long."""

from webapp.services import links
from webapp.services.ports import Bell, End, Gone, Ledger
from webapp.services.tables import CODE_LIFE


class Lifetime:
    """The ends of links and tables; `key` makes the links to watch. May raise ports.Unavailable."""

    def __init__(self, ledger: Ledger, bell: Bell, key: str) -> None:
        self._ledger = ledger
        self._bell = bell
        self._key = key

    def rotate_play(self, table_id: str, now: int) -> str | None:
        """
        Give the table a new link to play, and answer with its id; None without such a table.

        The join code led to the old link too, so it is another one. The link to watch stays.
        """
        to = links.new_table_id()
        with self._ledger.writing(table_id) as writing:
            if writing.kept is None:
                return None
            writing.move(to, links.new_code(), now + CODE_LIFE)
        self._bell.ring(table_id)
        return to

    def rotate_watch(self, table_id: str) -> bool:
        """Give the table a new link to watch. False without such a table."""
        with self._ledger.writing(table_id) as writing:
            if writing.kept is None:
                return False
            generation = writing.kept.generation + 1
            writing.rewatch(links.watch_id(self._key, table_id, generation))
        self._bell.ring(table_id)
        return True

    def forget(self, table_id: str) -> bool:
        """Delete the table for good. False without such a table."""
        with self._ledger.writing(table_id) as writing:
            if writing.kept is None:
                return False
            writing.forget(End.FORGOTTEN)
        self._bell.ring(table_id)
        return True

    def forget_idle(self, before: int) -> bool:
        """Delete one table that has had no entry since then (ms). False when there is none."""
        table_id = self._ledger.forget_idle(before)
        if table_id:
            self._bell.ring(table_id)
        return table_id is not None

    def gone(self, link: str) -> Gone | None:
        """What became of a link that was one."""
        return self._ledger.gone(link)

    def moved(self, table_id: str, author: str | None) -> str | None:
        """Where the table of an ended link to play is now, for an author who has a seat there."""
        gone = self._ledger.gone(table_id) if author else None
        reading = self._ledger.read(gone.table_id, None) if gone and gone.table_id else None
        if reading is None:
            return None
        seats = reading.kept.table.seats
        return reading.kept.id if any(seat.holder == author for seat in seats) else None
