"""Every key in the store, its type and its lifetime, on one screen.

| key | type | what it holds | lifetime |
|---|---|---|---|
| `{tN}:table:<id>` | hash | `v` version, `doc` document, `ops` 32 last operations, `due` deadline or '' | none |
| `{tN}:log:<id>` | stream | its last 32 events, each under the id `<version>-0` | none; a day after the end |
| `{tN}:due` | sorted set | table -> next deadline (ms): flags and first moves | while it is due |
| `{tN}:computers` | set | running tables at which a computer has to act | while it has to |
| `{tN}:out` | stream | the outbox: every event (`t` table, `v` version, `e` event) | the last 10,000 or so |
| `{work}:questions` | stream | what the workers shall think about; their group is `workers` | until answered |
| `{work}:answers:<asker>` | list | what they found, for one asking process | until fetched, or 2 minutes |
| `{tN}:told:<id>:<player>` | list | what this player said at the table lately, by digest | 10 seconds |
| `{pN}:social:<player>` | hash | `x:<player>` blocked since (ms), `muted` | none; a guest's a year |
| `{pN}:banned` | hash | player -> why the operator excluded them | until the ban is lifted |
| `{reports}:open` | hash | `<table>:<player>` -> a report of the other player, for the operator | until it is closed |
| `{reports}:made:<player>` | string | how many reports a player has made | a day |
| `{pool}:waiting` | hash | player -> their search for an opponent, or the pair that was found | 15 s; a pair 2 min |
| `{gN}:link:<digest>` | hash | `holds` whose one-time link it is, `by` the guest who took it | 10 minutes |
| `{tN}:here:<id>` | sorted set | who has the table open -> their last sign of life (ms) | 30 s after it |
| `{tN}:named:<id>` | hash | and their names | 30 s after it |
| `{people}:news` | stream | what has changed (`k`) for a player (`p`), at a table (`t`) | the last 10,000 or so |
| `{service}:alive` | string | when the service last gave a sign of life (ms) | none |
| `{service}:schemas` | hash | kind of document -> the latest schema it may be written in | none |
| `{service}:outages` | list | `from until` (ms) of the last times it gave none for 10 s | none; the last 16 |
| `{lN}:lease:<name>` | string | who alone may touch something just now, like a chat | seconds, unless renewed |
| `{tN}:chats:<id>` | hash | chat -> its message of the table, what was told there | none; 30 days after the end |
| `{tN}:unsettled` | set | tables with something left to tell in chats | until it is told |
| `{cN}:former:<chat>` | set | the numbers a chat had before it became a supergroup | none |
| `{tN}:ended` | sorted set | tables that are over -> since when (ms), to be archived | a day, then archived |
| `{tN}:game:<id>` | string | a finished table in its lasting form (archive_codec.py), instead of `table` | none |
| `{tN}:unpaid` | sorted set | finished tables to be paid -> when they ended (ms) | until they are settled |
| `{tN}:plan:<id>` | string | what a table will pay, frozen when its settlement began | until it is settled |
| `{pN}:player:<player>` | hash | candy, points, wins, badge, ratings, name, time zone | none; a guest's a year |
| `{pN}:day:<player>:<date>` | hash | `c` candy got that day, `x:<player>` games rewarded against them | 8 days |
| `{pN}:paid:<player>:<table>` | list | what a table paid this player | none; a day after it is settled |
| `{pN}:boards:<player>` | set | the leaderboards on which the player stands | none |
| `{pN}:inherited:<player>` | hash | what an account took over of each guest's candy (JSON) | none |
| `{pN}:prefs:<owner>` | string | what a person or a group has chosen for the chats with us (JSON) | none |
| `{pN}:met:<player>` | string | name and language of somebody met in chats (JSON) | 30 days |
| `{nN}:note:<name>` | string | `file:<picture>`, `pace:<bot>:<chat>`, `last:<player>` … | a minute; days |
| `{inbox}:waiting:<bot>:<slice>` | stream | updates and errands for the chats of a slice | until dealt with |
| `{inbox}:news:<bot>` | stream | in which slice something waits | the last 1,000 or so |
| `{inbox}:again:<bot>` | hash | `<slice>:<item>` -> how often it was begun again after a crash | until dealt with |
| `{inbox}:seen:<bot>:<n>` | string | that this update was taken in | 2 days |
| `{share}:wishes` | list | tables that players want to send into a chat (store/wishes.py) | until taken, or 5 s |
| `{share}:answer:<number>` | list | the message that was prepared for one of them | until fetched, or 5 s |
| `{inbox}:members:<bot>` | sorted set | bot process -> alive until (ms) | 10 s, unless one is alive |
| `{inbox}:slices:<bot>` | hash | slice of the chats -> the bot process that attends to it | as the members |
| `{bN}:board:<name>` | sorted set | player -> points: `all`, a month, `chat:<number>` | none; a month 62 days |
| `{bN}:ranked:<name>:<table>` | string | that a table's points are on the board, until all know | none; a day after |
| `{pN}:tables:<player>` | sorted set | table -> opened (ms): a player's running tables | while it runs |
| `{pN}:games:<player>` | list | a player's finished tables, the newest first | none; the last 1,000 |

N is a bucket: a fixed number of hash tags, so that all that a step of a table touches is in one slot of a cluster, and
so that a few streams tell about any number of tables. What lies in different slots is changed by repeatable steps.
"""

from zlib import crc32

from hall.model import PlayerId, TableId

BUCKETS = 16
"""Written into every key: changing it loses every table."""
OPS_KEPT = 32
LOG_TAIL = 32
OUTBOX_LENGTH = 10_000
LOG_AFTER_END_S = 86_400
GAMES_KEPT = 1_000
GAMES_LOOKED_AT = 64
"""So many of a player's newest finished tables are compared before another is put in front."""
DAY_KEPT_S = 8 * 86_400
MEMORY_S = 86_400
"""So long after a settlement its players and leaderboards remember it."""
GUEST_KEPT_S = 365 * 86_400
"""As long as a guest's token is good."""
MONTH_KEPT_S = 62 * 86_400
MET_KEPT_S = 30 * 86_400


def table_bucket(table_id: TableId) -> str:
    """The hash tag of a table."""
    return f"{{t{crc32(table_id.encode()) % BUCKETS}}}"


def buckets() -> list[str]:
    """The hash tags of all tables."""
    return [f"{{t{number}}}" for number in range(BUCKETS)]


def table_key(table_id: TableId) -> str:
    """The table itself."""
    return f"{table_bucket(table_id)}:table:{table_id}"


def log_key(table_id: TableId) -> str:
    """The tail of its events."""
    return f"{table_bucket(table_id)}:log:{table_id}"


def due_key(bucket: str) -> str:
    """The deadlines of a bucket."""
    return f"{bucket}:due"


def computers_key(bucket: str) -> str:
    """The tables of a bucket at which a computer has to act."""
    return f"{bucket}:computers"


def outbox_key(bucket: str) -> str:
    """The events of a bucket."""
    return f"{bucket}:out"


def here_key(table_id: TableId) -> str:
    """Who has a table open."""
    return f"{table_bucket(table_id)}:here:{table_id}"


def here_names_key(table_id: TableId) -> str:
    """The names of those who have it open."""
    return f"{table_bucket(table_id)}:named:{table_id}"


REPORTS_KEY = "{reports}:open"
"""What players have reported to the operator."""


def reported_key(player_id: PlayerId) -> str:
    """How many reports a player has made."""
    return f"{{reports}}:made:{player_id}"


def link_key(digest: str) -> str:
    """A one-time link, by the digest of its secret."""
    return f"{{g{crc32(digest.encode()) % BUCKETS}}}:link:{digest}"


POOL_KEY = "{pool}:waiting"
"""Who seeks an opponent."""
NEWS_KEY = "{people}:news"
"""What all processes shall hear of players."""
ALIVE_KEY = "{service}:alive"
"""The service's last sign of life."""
OUTAGES_KEY = "{service}:outages"
"""When it was down."""
OUTAGES_KEPT = 16
SCHEMAS_KEY = "{service}:schemas"
"""In which schemas documents may be written."""

WORK_KEY = "{work}:questions"
"""What the workers shall think about."""


def answers_key(asker: str) -> str:
    """What the workers found, for one process that asked."""
    return f"{{work}}:answers:{asker}"


def lease_key(name: str) -> str:
    """A lease."""
    return f"{{l{crc32(name.encode()) % BUCKETS}}}:lease:{name}"


def chats_key(table_id: TableId) -> str:
    """The chats a table is shown in."""
    return f"{table_bucket(table_id)}:chats:{table_id}"


def former_key(chat: int) -> str:
    """The numbers a chat had before."""
    return f"{{c{crc32(str(chat).encode()) % BUCKETS}}}:former:{chat}"


def unsettled_key(bucket: str) -> str:
    """The tables of a bucket that have something to tell in chats."""
    return f"{bucket}:unsettled"


def ended_key(bucket: str) -> str:
    """The tables of a bucket that are over and not archived yet."""
    return f"{bucket}:ended"


def game_key(table_id: TableId) -> str:
    """A finished table in its lasting form."""
    return f"{table_bucket(table_id)}:game:{table_id}"


def unpaid_key(bucket: str) -> str:
    """The finished tables of a bucket that are not settled yet."""
    return f"{bucket}:unpaid"


def plan_key(table_id: TableId) -> str:
    """What the table will pay, once its settlement has begun."""
    return f"{table_bucket(table_id)}:plan:{table_id}"


def player_bucket(player_id: PlayerId) -> str:
    """The hash tag of a player."""
    return f"{{p{crc32(player_id.encode()) % BUCKETS}}}"


def player_buckets() -> list[str]:
    """The hash tags of all players."""
    return [f"{{p{number}}}" for number in range(BUCKETS)]


def social_key(player_id: PlayerId) -> str:
    """Whom a player does not wish to meet."""
    return f"{player_bucket(player_id)}:social:{player_id}"


def banned_key(bucket: str) -> str:
    """The excluded players of a bucket."""
    return f"{bucket}:banned"


def told_key(table_id: TableId, who: str) -> str:
    """What somebody said at a table lately."""
    return f"{table_bucket(table_id)}:told:{table_id}:{who}"


def player_games_key(player_id: PlayerId) -> str:
    """The finished tables of a player."""
    return f"{player_bucket(player_id)}:games:{player_id}"


def player_tables_key(player_id: PlayerId) -> str:
    """The running tables of a player."""
    return f"{player_bucket(player_id)}:tables:{player_id}"


def player_key(player_id: PlayerId) -> str:
    """The player's own record."""
    return f"{player_bucket(player_id)}:player:{player_id}"


def day_key(player_id: PlayerId, day: str) -> str:
    """What a player got on one of the player's own days, named by its date."""
    return f"{player_bucket(player_id)}:day:{player_id}:{day}"


def paid_key(player_id: PlayerId, table_id: TableId) -> str:
    """The memory that a table has paid this player."""
    return f"{player_bucket(player_id)}:paid:{player_id}:{table_id}"


def boards_key(player_id: PlayerId) -> str:
    """The names of the leaderboards on which a player stands."""
    return f"{player_bucket(player_id)}:boards:{player_id}"


def inherited_key(player_id: PlayerId) -> str:
    """What an account has taken over of its guests' candy."""
    return f"{player_bucket(player_id)}:inherited:{player_id}"


def preferences_key(owner: str) -> str:
    """What a person (by the player's id) or a group (`chat:<number>`) has chosen."""
    return f"{player_bucket(PlayerId(owner))}:prefs:{owner}"


def met_key(player_id: str) -> str:
    """Who was met under this id."""
    return f"{player_bucket(PlayerId(player_id))}:met:{player_id}"


def inbox_key(name: str, number: int) -> str:
    """What was taken in for one slice."""
    return f"{{inbox}}:waiting:{name}:{number}"


def inbox_news_key(name: str) -> str:
    """Where something was taken in."""
    return f"{{inbox}}:news:{name}"


def inbox_again_key(name: str) -> str:
    """What was begun, and not dealt with by whoever began it."""
    return f"{{inbox}}:again:{name}"


def inbox_seen_key(name: str, number: int) -> str:
    """That it was taken in."""
    return f"{{inbox}}:seen:{name}:{number}"


WISHES_KEY = "{share}:wishes"
"""What players want to send into their chats."""


def wish_key(number: str) -> str:
    """What was prepared for such a wish."""
    return f"{{share}}:answer:{number}"


def members_key(name: str) -> str:
    """The processes that share a work."""
    return f"{{inbox}}:members:{name}"


def slices_key(name: str) -> str:
    """Which of them attends to which slice of it."""
    return f"{{inbox}}:slices:{name}"


def note_key(name: str) -> str:
    """Something small that is remembered for a while."""
    return f"{{n{crc32(name.encode()) % BUCKETS}}}:note:{name}"


def board_key(board: str) -> str:
    """A leaderboard."""
    return f"{_board_bucket(board)}:board:{board}"


def ranked_key(board: str, table_id: TableId) -> str:
    """The memory that a table's points are on the board."""
    return f"{_board_bucket(board)}:ranked:{board}:{table_id}"


def _board_bucket(board: str) -> str:
    return f"{{b{crc32(board.encode()) % BUCKETS}}}"
