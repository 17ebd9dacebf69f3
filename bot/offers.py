"""Invitations in groups and in any chat: their card, and what their buttons do until there is a table."""

from collections.abc import Mapping
from dataclasses import dataclass

from aiogram.types import InlineKeyboardMarkup

from bot.buttons import Row, button, keyboard
from bot.cards import Card
from bot.menu import OFFERED
from bot.offer import Offer, OfferDeed, Offered, offered, turned
from bot.picture import Picture, look_for
from bot.report import report
from bot.texts import isolated, terms_line
from bot.visit import Visit
from engine.board import Position, Side
from engine.rules import rule_set
from hall.actions import Action, ActionKind, Code, Done, Opening, Refused
from hall.locales import Translator, translator
from hall.model import Person, Table
from hall.phrases import rules_name, time_name
from hall.ports import StoreDown

NOTE_S = 30 * 86_400
SETTINGS = frozenset({OfferDeed.SETTINGS, OfferDeed.RULES, OfferDeed.CLOCK, OfferDeed.RATED, OfferDeed.SIDE})


@dataclass(frozen=True, slots=True)
class Invited:
    """How an invitation is shown: `host` and `guest` by name (the guest's as HTML, '' for anybody), in a language."""

    host: str
    language: str
    secret: bytes
    guest: str = ""
    look: str = ""
    picture: bool = True


def offer_card(offer: Offer, how: Invited, *, settings: bool = False) -> Card:
    """The invitation, or its settings."""
    t = translator(how.language)
    if how.guest:
        said = t.gettext("%(name)s invites %(guest)s to a game of Dama.")
        said = said % {"name": isolated(how.host), "guest": how.guest}
    else:
        said = t.gettext("%(name)s wants to play Dama. Who sits down?") % {"name": isolated(how.host)}
    lines = [said, terms_line(offer.terms, t), _side_line(offer, t)]
    rows = _settings_rows(offer, how.secret, t) if settings else _rows(offer, how.secret, t)
    picture = Picture(Position.start(), look_for(how.language, how.look)) if how.picture else None
    return Card("\n".join(filter(None, lines)), rows, picture)


def _side_line(offer: Offer, t: Translator) -> str:
    if offer.wish.side is None:
        return ""
    if offer.wish.side is Side.BLACK:
        return t.gettext("The free seat has the white pieces and begins.")
    return t.gettext("The free seat has the black pieces.")


def _rows(offer: Offer, secret: bytes, t: Translator) -> InlineKeyboardMarkup | None:
    def one(deed: OfferDeed, label: str) -> Row:
        return [button(label, offered(deed, offer, secret))]

    sit, settings = one(OfferDeed.SIT, t.gettext("Sit down")), one(OfferDeed.SETTINGS, t.gettext("Settings"))
    watch, close = one(OfferDeed.WATCH, t.gettext("Watch")), one(OfferDeed.CALL_OFF, t.gettext("Call off"))
    return keyboard([sit, [*settings, *watch], close])


def _settings_rows(offer: Offer, secret: bytes, t: Translator) -> InlineKeyboardMarkup | None:
    labels: Mapping[OfferDeed, str] = {
        OfferDeed.RULES: f"\u21c4 {rules_name(offer.rules, t)}",
        OfferDeed.CLOCK: f"\u21c4 {t.gettext('Clock: %(time)s') % {'time': time_name(offer.terms.time, t)}}",
        OfferDeed.RATED: f"\u21c4 {t.gettext('Rated') if offer.terms.rated else t.gettext('Friendly')}",
        OfferDeed.SIDE: f"\u21c4 {_side_label(offer, t)}",
        OfferDeed.BACK: f"\u00ab {t.gettext('Back')}",
    }
    shown = [deed for deed in labels if deed is not OfferDeed.RATED or rule_set(offer.rules).rateable]
    return keyboard([[button(labels[deed], offered(deed, offer, secret))] for deed in shown])


def _side_label(offer: Offer, t: Translator) -> str:
    if offer.wish.side is None:
        return t.gettext("Sides: by lot")
    return t.gettext("Host: white, begins") if offer.wish.side is Side.WHITE else t.gettext("Host: black")


async def post_offer(visit: Visit, offer: Offer, guest: str = "") -> None:
    """Put an invitation into a group. `guest`: whom it is for, as HTML. Raises StoreDown."""
    await visit.services.preferences.meet(visit.person)
    if guest:
        await visit.services.notes.write(_guest_note(offer), guest, NOTE_S)
    visit.post(offer_card(offer, _how(visit, visit.person.name, guest, visit.reader.language)))


async def press_offer(visit: Visit, press: Offered) -> None:
    """A button of an invitation. Raises StoreDown."""
    offer, hall = press.offer, visit.services.hall
    table = await hall.load(hall.lots.table_id(offer.op(visit.services.bot.id)))
    is_host = visit.person.id == offer.host_id
    if table is not None:
        await _at_the_table(visit, press, table)
    elif press.deed is OfferDeed.SIT:
        await _sit(visit, offer)
    elif press.deed is OfferDeed.WATCH:
        await visit.say(visit.t.gettext("The game has not begun yet. It will be shown right here."))
    elif not is_host:
        await visit.say(visit.t.gettext("Only who made this invitation can do that."))
    elif press.deed is OfferDeed.CALL_OFF:
        await _call_off(visit, offer)
    else:
        await visit.answer()
        changed = turned(offer, press.deed, OFFERED)
        guest = await visit.services.notes.read(_guest_note(offer)) or "" if offer.to else ""
        how = _how(visit, visit.person.name, guest, visit.reader.language)
        visit.rewrite(offer_card(changed, how, settings=press.deed in SETTINGS))


async def _at_the_table(visit: Visit, press: Offered, table: Table) -> None:
    """The invitation has become a table already: whatever was pressed, it is shown now."""
    if press.deed is OfferDeed.SIT and _may_sit(press.offer, visit):
        await _take_seat(visit, table)
        return
    await visit.answer(visit.t.gettext("The game has moved on. This is how it stands now."))
    await _show(visit, table)


async def _sit(visit: Visit, offer: Offer) -> None:
    if visit.person.id == offer.host_id:
        await visit.refuse(Refused(Code.ALREADY_SEATED))
        return
    if not _may_sit(offer, visit):
        await visit.say(visit.t.gettext("This invitation is for somebody else. /play makes one of your own."))
        return
    opened = await _open(visit, offer)
    if opened is not None:
        await _take_seat(visit, opened)


def _may_sit(offer: Offer, visit: Visit) -> bool:
    number = int(visit.person.id.partition(":")[2])
    return offer.is_for(number, visit.username)


async def _open(visit: Visit, offer: Offer) -> Table | None:
    """The invitation's table, opened in its host's name; None, and a sentence, where that cannot be."""
    services = visit.services
    host = await services.preferences.met(offer.host_id) or Person(offer.host_id, "?", visit.person.language)
    opening = Opening(offer.terms, offer.wish.side, None, offer.op(services.bot.id))
    answer = await services.hall.open(host, opening)
    if isinstance(answer, Done):
        return answer.table
    if answer.code == Code.STORE_DOWN:
        raise StoreDown
    if answer.code == Code.TOO_MANY_TABLES:
        await visit.say(visit.t.gettext("Who made this invitation has too many games going on. Try again later."))
    else:
        await visit.refuse(answer)
    return None


async def _take_seat(visit: Visit, table: Table) -> None:
    action = Action(ActionKind.SIT, table.id, None, table.version, visit.op)
    answer = await visit.services.hall.act(visit.person, action)
    toast = ""
    if isinstance(answer, Done):
        white = Side.WHITE in answer.table.sides_of(visit.person.id)
        said = visit.t.gettext("You play white and begin.") if white else visit.t.gettext("You play black.")
        toast = f"{said} {visit.t.gettext('Your board is in your chat with me; the button below leads there.')}"
    await report(visit, answer, toast)
    shown = answer.table or table
    await _show(visit, shown)
    await visit.services.living.refresh(shown)


async def _call_off(visit: Visit, offer: Offer) -> None:
    """A table that is opened and called off at once: nobody can sit down by an old copy of the button."""
    opened = await _open(visit, offer)
    if opened is None:
        return
    action = Action(ActionKind.ABORT, opened.id, None, opened.version, visit.op)
    answer = await visit.services.hall.act(visit.person, action)
    if isinstance(answer, Refused):
        await visit.refuse(answer)
    await _show(visit, answer.table or opened)


async def _show(visit: Visit, table: Table) -> None:
    """The table in the place of its invitation."""
    await visit.services.living.show(table, visit.reader, adopt=visit.message, photo=visit.photo)


def _how(visit: Visit, host: str, guest: str, language: str) -> Invited:
    return Invited(
        host=host,
        language=language,
        secret=visit.services.secret,
        guest=guest,
        look=visit.here.look,
        picture=not visit.inline,
    )


def _guest_note(offer: Offer) -> str:
    return f"guest:{offer.host}:{offer.nonce}"
