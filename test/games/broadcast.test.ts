import { describe, expect, test } from 'vitest'
import { maxBroadcastLength } from '../../games/broadcast.ts'
import { games } from '../../games/index.ts'
import { transliterate } from '../../games/shared/transliterate.ts'
import { createIslandWithPlayer, join } from './arcane-sector/harness/island-world.ts'
import { TestRoom } from './archipelago/test-client.ts'
import { Town } from './crossfire/harness/room-harness.ts'
import { createRoomWithPlayers } from './doom-2077/test-client.ts'

const longest = '㎢'.repeat(maxBroadcastLength)

test('all games with chat show messages of the host', () => {
  const withChat = games.filter(({ broadcast }) => broadcast).map(({ slug }) => slug)
  expect(withChat.sort()).toEqual(['arcane-sector', 'archipelago', 'crossfire', 'doom-2077'])
})

describe('a message of the host', () => {
  test('reaches all players of Arcane Sector as ASCII, wherever they are', async () => {
    const { room, player } = await createIslandWithPlayer()
    const other = await join(room, 2)
    expect(room.harness.host.actions.broadcast('Zoë: back in 5 minutes ~ 😀')).toBe(2)
    room.tick()
    for (const one of [player, other])
      expect(one.expect('TEXT')).toMatchObject({ text: '\x13Host: Zoe: back in 5 minutes - ?' })
    expect(room.harness.host.actions.broadcast(longest)).toBe(2)
  })

  test('reaches all players of Crossfire as UTF-8, in both dialects', async () => {
    const town = await Town.open()
    const clients = [await town.joined('Ann'), await town.joinLegacy('Bob')]
    expect(town.room.harness.host.actions.broadcast('schön')).toBe(2)
    town.room.pass(1)
    for (const client of clients) {
      client.look()
      expect(client.texts.at(-1)).toContain('Host: sch\u00c3\u00b6n')
    }
    expect(town.room.harness.host.actions.broadcast(longest)).toBe(2)
  })

  test('reaches all players of DOOM-2077 as Latin-1', async () => {
    const [room, ann, bob] = await createRoomWithPlayers('ann', 'bob')
    for (const one of [ann, bob]) one.takeDatagrams()
    expect(room.harness.host.actions.broadcast('Zoë 😀')).toBe(2)
    room.advance(100)
    for (const one of [ann, bob])
      expect(one.takeMessagesOf('TELL')).toMatchObject([{ flags: 1, msg: 'Host: Zoë ?' }])
    expect(room.harness.host.actions.broadcast(longest)).toBe(2)
    room.advance(100)
    expect(ann.takeMessagesOf('TELL')[0]!.msg).toHaveLength(255)
  })

  test('reaches all players of Archipelago as chat of the server', async () => {
    const [room, ann] = await TestRoom.with(['Ann', 'Timespinner'], 'links-6p', { password: null })
    ann.takePackets()
    expect(room.harness.host.actions.broadcast('dinner 😀')).toBe(1)
    room.advance(100)
    expect(ann.expect('PrintJSON')).toMatchObject({ type: 'ServerChat', message: 'Host: dinner 😀' })
  })
})

test.each([
  ['plain ~', 0x7e, 'plain ~'],
  ['Zoë', 0x7e, 'Zoe'],
  ['Zoë', 0xff, 'Zoë'],
  ['Ł', 0x7e, '?'],
  ['ﬁn', 0x7e, 'fin'],
  ['日本 😀', 0xff, '?? ?'],
  ['', 0x7e, ''],
] as const)('%j in a charset with codes up to %i becomes %j', (text, max, said) => {
  expect(transliterate(text, max)).toBe(said)
})
