"""What is kept of tables' messages in chats: the same in memory and in a real store."""

from dataclasses import replace

import pytest

from hall.model import TableId
from hall.ports import Store
from hall.store.chats import ChatRef, ChatStore, chats_beside

TABLE, OTHER = TableId("A" * 22), TableId("B" * 22)


@pytest.fixture
def chats(store: Store) -> ChatStore:
    return chats_beside(store)


async def test_a_chat_s_entry_is_read_as_it_was_written(chats: ChatStore) -> None:
    private = ChatRef(7, message=3, photo=True, told="turn=4", shown="x.y", language="tr")
    group = ChatRef(-1001, watching=True)
    for ref in (private, group):
        await chats.put(TABLE, ref)
    assert await chats.refs(TABLE) == {7: private, -1001: group}
    assert await chats.refs(OTHER) == {}


async def test_an_entry_is_replaced_by_the_next(chats: ChatStore) -> None:
    await chats.put(TABLE, ChatRef(7, message=3))
    await chats.put(TABLE, ChatRef(7, message=4, over=True))
    assert await chats.refs(TABLE) == {7: ChatRef(7, message=4, over=True)}


async def test_tables_are_listed_until_everything_is_told(chats: ChatStore) -> None:
    for table in (TABLE, OTHER):
        await chats.put(table, ChatRef(7))
    assert await chats.unsettled() == [TABLE, OTHER]
    await chats.settle(TABLE)
    assert await chats.unsettled() == [OTHER]
    assert await chats.refs(TABLE) == {7: ChatRef(7)}
    await chats.put(TABLE, ChatRef(7, message=1))
    assert await chats.unsettled() == [TABLE, OTHER]


async def test_who_asks_again_finds_the_same_chats(store: Store, chats: ChatStore) -> None:
    await chats.put(TABLE, replace(ChatRef(7), gone=True))
    assert await chats_beside(store).refs(TABLE) == {7: ChatRef(7, gone=True)}


async def test_a_chat_whose_number_has_changed_is_dropped_under_the_old_one(chats: ChatStore) -> None:
    await chats.put(TABLE, ChatRef(-5, topic=3))
    await chats.put(TABLE, ChatRef(-1005, topic=3))
    await chats.drop(TABLE, -5)
    assert await chats.refs(TABLE) == {-1005: ChatRef(-1005, topic=3)}


async def test_a_chat_s_former_numbers_are_remembered_however_often_they_are_told(chats: ChatStore) -> None:
    assert await chats.former(-1005) == []
    for _ in range(2):
        await chats.renumber(-5, -1005)
    assert await chats.former(-1005) == [-5]
    await chats.renumber(-1005, -1006)
    assert await chats.former(-1006) == [-1005, -5]
    await chats.renumber(-1006, -1006)
    assert await chats.former(-1006) == [-1005, -5]
