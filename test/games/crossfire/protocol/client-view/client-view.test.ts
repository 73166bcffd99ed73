import { describe, expect, it } from 'vitest'
import { putThing } from '../../../../../games/crossfire/model/things/move-things.ts'
import { createThing } from '../../../../../games/crossfire/model/things/thing.ts'
import { sounds } from '../../../../../games/crossfire/protocol/events/sounds.ts'
import { statNumbers } from '../../../../../games/crossfire/protocol/packets/index.ts'
import { spellCost } from '../../../../../games/crossfire/rules/magic/casting.ts'
import { builtinSpells } from '../../../../../games/crossfire/rules/magic/spells.ts'
import { defaultSetup, Town } from '../../harness/room-harness.ts'
import type { Client, ReceivedPacket } from '../../harness/test-client.ts'
import { walkTo } from '../../scenarios/bot-walking.ts'

describe('a client that enters the game', () => {
  it.each(['1997', 'today'] as const)(
    '[CF-8.2] [CF-17.10] a %s client receives its player once and each carried item once',
    async (dialect) => {
      const town = await Town.open()
      const ann = town.connect(dialect)
      const received = await comesIn(town, ann)
      const { tag, carriedWeight, face } = town.player(ann)
      expect(received).toContainEqual(
        expect.objectContaining({ type: 'player', tag, weight: carriedWeight, face, name: 'Ann' }),
      )
      const tags = received.flatMap((packet) =>
        (packet.type === 'item1' || packet.type === 'item2') && packet.location === tag
          ? packet.items.map((item) => item.tag)
          : [],
      )
      expect([...tags].sort()).toEqual(
        town
          .player(ann)
          .inventory.map((thing) => thing.tag)
          .sort(),
      )
      expect(new Set(tags).size).toBe(tags.length)
    },
  )

  it('[CF-5.7] has its player at width >> 1, height >> 1 of the view, and no faces outside the map', async () => {
    const town = await Town.open()
    for (const size of ['25x9', '10x12']) {
      const ann = await town.joined(`Ann${size}`, [], size)
      const player = town.player(ann)
      expect(ann.facesAt(ann.width >> 1, ann.height >> 1)).toContain(player.face)
      walkTo(town, ann, { x: 6, y: 23 })
      const { x, y } = player
      for (let column = 0; column < ann.width; column++) {
        for (let row = 0; row < ann.height; row++) {
          const inMap = player.level!.has(x + column - (ann.width >> 1), y + row - (ann.height >> 1))
          if (!inMap) expect(ann.facesAt(column, row)).toEqual([])
        }
      }
    }
  })
})

describe('[CF-8.6] stats', () => {
  it('[CF-8.5] current clients receive four values of each ability: maximum by race, natural value, bonus by equipment, and sum', async () => {
    const [town, ann] = await Town.with('Ann', ['race elf_player', 'class rogue_class', 'str 12'])
    // The chosen strength of 12 becomes 10, because the race and the class subtract 1 each.
    const strength = () => ['raceStr', 'baseStr', 'appliedStr', 'str'].map((stat) => ann.stats.get(stat))
    expect(strength()).toEqual([19, 10, 0, 10])
    const player = town.player(ann)
    const ring = createThing(9_999_999, 'ring_strength')
    putThing(ring, { in: 'cell', level: player.level!, x: player.x, y: player.y })
    ann.doAll('take ring', 'apply ring')
    ann.pass(130)
    expect(strength()).toEqual([19, 10, 2, 12])
  })

  it('only changed stats are sent', async () => {
    const [town, ann] = await Town.with('Ann')
    const stats = (received: readonly ReceivedPacket[]) =>
      received.flatMap((packet) => (packet.type === 'stats' ? packet.stats.map(({ stat }) => stat) : []))
    // Only hunger changes the stats of an idle player.
    expect(stats(ann.do('stay')).filter((stat) => stat !== 'food')).toEqual([])
    town.player(ann).experience += 10
    expect(stats(ann.pass(130)).filter((stat) => stat !== 'food')).toEqual(['exp64'])
  })

  it('1997 clients receive the stats numbered up to 26, and experience up to 2^31 - 1', async () => {
    const town = await Town.open()
    const bob = await town.joinLegacy('Bob')
    town.player(bob).experience = 2 ** 31 + 5
    bob.pass(130)
    expect(bob.stats.get('exp')).toBe(2 ** 31 - 1)
    expect(
      [...bob.stats.keys()].filter((stat) => (statNumbers as Record<string, number>)[stat]! > 26),
    ).toEqual([])
  })
})

describe('updates during play', () => {
  it.each(['1997', 'today'] as const)(
    '[CF-7.5] a %s client receives the removal of things',
    async (dialect) => {
      const town = await Town.open()
      const ann = dialect === 'today' ? await town.joined('Ann') : await town.joinLegacy('Ann')
      const { tag } = ann.thing('loaf of bread')
      const received = ann.do('drop bread')
      expect(received).toContainEqual(expect.objectContaining({ type: 'delitem', tags: [tag] }))
    },
  )

  it('[CF-11.8] beat gets no answer', async () => {
    const [, ann] = await Town.with('Ann')
    expect(ann.send({ type: 'beat' })).toEqual([])
    expect(ann.peer.closed).toBeUndefined()
  })

  it.each([
    [0, 0, 100],
    [1, -1, 93],
    [-5, 2, 65],
    [12, 0, 16],
    [13, 20, 10],
  ])('[CF-11.11] a sound at %i, %i cells has volume %i and no direction', async (x, y, volume) => {
    const [town, ann] = await Town.with('Ann')
    town.player(ann).playSound(sounds.openDoor, x, y)
    const received = ann.pass(130).filter(({ type }) => type === 'sound2')
    expect(received).toMatchObject([{ x, y, volume, direction: 0 }])
  })

  it('[CF-11.13] a player who quits receives goodbye', async () => {
    const [, ann] = await Town.with('Ann')
    const received = ann.send({ type: 'ncom', packet: 1, repeat: -1, text: 'quit' })
    expect(received.map(({ type }) => type)).toContain('goodbye')
    expect(ann.peer.closed).toBe('bye')
  })

  it('[CF-14.2] the client receives changed spell costs', async () => {
    const [town, merlin] = await Town.with('Merlin', ['class wizard_class'])
    const player = town.player(merlin)
    putThing(createThing(9_999_999, 'mail'), { in: 'cell', level: player.level!, x: player.x, y: player.y })
    merlin.do('take mail')
    const received = [...merlin.do('apply mail'), ...merlin.pass(130)]
    const updates = received.filter(({ type }) => type === 'updspell')
    const known = [...builtinSpells().values()].filter(({ id }) => player.spells.has(id))
    expect(updates).toHaveLength(known.length)
    for (const spell of known)
      expect(updates).toContainEqual(
        expect.objectContaining({ tag: spell.tag, mana: spellCost(player, spell).sp }),
      )
  })

  it('[CF-17.15] no quests are sent before a quest begins, and stats of golems are never sent', async () => {
    const [town, ann] = await Town.with('Ann')
    const answered = town.setUp(ann, { notifications: '2', mapsize: '11x11' })
    expect(answered).toContainEqual(
      expect.objectContaining({ settings: expect.arrayContaining([{ key: 'notifications', value: '2' }]) }),
    )
    const received = [...ann.doAll('east', 'drop bread', 'take bread', 'say hello'), ...ann.pass(2000)]
    const types = new Set(received.map(({ type }) => type))
    for (const type of ['addquest', 'updquest', 'addknowledge'] as const) expect(types).not.toContain(type)
    for (const stat of ['golemHp', 'golemMaxHp']) expect(ann.stats.has(stat), stat).toBe(false)
  })
})

/** Logs Ann in, and returns the packets that arrive after her last login packet. */
async function comesIn(town: Town, ann: Client): Promise<ReceivedPacket[]> {
  if (ann.dialect === 'today') {
    ann.send({ type: 'version', cs: 1023, sc: 1029, info: 'test' })
    town.setUp(ann, { ...defaultSetup, mapsize: '11x11' })
    ann.send({ type: 'accountnew', name: 'smiths', password: 'secret' })
    await town.passwordsChecked(ann)
    const received = ann.send({ type: 'createplayer', name: 'Ann', password: 'secret', choices: [] })
    return [...received, ...ann.pass(130)]
  }
  ann.send({ type: 'version', cs: 1021, sc: 1022, info: 'X11 C Client' })
  ann.send({ type: 'addme' })
  ann.send({ type: 'reply', text: 'Ann' })
  for (let times = 0; times < 2; times++) {
    ann.send({ type: 'reply', text: 'secret' })
    await town.passwordsChecked(ann)
  }
  ann.send({ type: 'reply', text: 'n' })
  return [...ann.send({ type: 'reply', text: 'd' }), ...ann.pass(130)]
}

it.each([
  ['short', 'Hello.', ['Hello.']],
  ['of 4,000 characters', 'x'.repeat(4000), ['x'.repeat(4000)]],
  ['of many lines', `${'a'.repeat(3000)}\n${'b'.repeat(3000)}`, ['a'.repeat(3000), 'b'.repeat(3000)]],
  [
    'with a character of UTF-8 at the limit',
    `${'x'.repeat(3999)}\u00c3\u00a9`,
    ['x'.repeat(3999), '\u00c3\u00a9'],
  ],
  ['of one long line', 'c'.repeat(9000), ['c'.repeat(4000), 'c'.repeat(4000), 'c'.repeat(1000)]],
])(
  '[CF-10.1] [CF-1.6] a text %s reaches a client of 1997 in packets that fit its buffer',
  async (_, text, parts) => {
    const town = await Town.open()
    const ann = await town.joinLegacy('Ann')
    putThing(createThing(9_000_001, 'book', 1, { text }), { in: 'pack', player: town.player(ann) })
    const before = ann.texts.length
    ann.do('apply book')
    expect(ann.texts.slice(before)).toEqual(parts)
  },
)
