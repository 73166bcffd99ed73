// Players against monsters. [AS-11]
import { describe, expect, it } from 'vitest'
import type { ItemKind } from '../../../../games/arcane-sector/items/items.ts'
import { tileKinds } from '../../../../games/arcane-sector/terrain/terrain.ts'
import { at, blocker, type Client, createSmallWorld, lever, placedItems } from '../harness/small-world.ts'
import { maxRandom, minRandom, monster, monsterWireId, Wilds } from '../harness/wilds.ts'

const here = at(220, 430)
const dagger: ItemKind = { type: 'dagger' }
const east = 3
const leftHand = 8
const rightHand = 9

/** The player has full mana, faces east, and has a dagger (item 0) on the tile. */
function fight(
  monsters: Parameters<typeof monster>[],
  settings: ConstructorParameters<typeof Wilds>[1] = {},
) {
  const wilds = new Wilds(
    monsters.map((each) => monster(...each)),
    { ...settings, items: [...placedItems(here, dagger), ...(settings.items ?? [])] },
  )
  const client = wilds.join(1, here, east)
  client.player.mana = 60
  return { wilds, client }
}

function take(client: Client, id: number, slot: number): void {
  client.put(id, slot)
  client.received()
}

describe('melee', () => {
  it.each([
    ['fist', minRandom, undefined, 1],
    ['fist', maxRandom, undefined, 3],
    ['dagger in the left hand', minRandom, leftHand, 4],
    ['dagger in the right hand', maxRandom, rightHand, 9],
    ['fist, because a dagger in a slot does not count', maxRandom, 0, 3],
  ])(
    '[AS-11.5] strikes instead of moving if the player walks into a monster: %s',
    (_, random, slot, damage) => {
      const { wilds, client } = fight([[at(221, 430)]])
      if (slot !== undefined) take(client, 0, slot)
      wilds.random = random
      client.walk('E')
      expect(client.received()).toEqual([`TEXT You hit the Drow Huntress for ${damage}.`])
      expect(wilds.hpOf(0)).toBe(20 - damage)
      expect(client.player.place).toEqual(here)
    },
  )

  it('[AS-11.5] is limited to one strike a second; further moves and dagger uses within that second are ignored', () => {
    const { wilds, client } = fight([[at(221, 430)]])
    wilds.random = maxRandom
    take(client, 0, leftHand)
    client.walk('EEEEEEEEEE')
    client.use(0)
    expect(client.received()).toEqual(['TEXT You hit the Drow Huntress for 9.'])
    wilds.now += 100
    client.walk('E')
    expect(client.received()).toEqual(['TEXT You hit the Drow Huntress for 9.'])
    expect(client.player.place).toEqual(here)
  })

  it.each([
    ['on the same tile', here],
    ['on the tile ahead', at(221, 430)],
  ])('[AS-11.6] with a dagger in a hand hits a monster %s', (_, place) => {
    const { wilds, client } = fight([[place]])
    wilds.random = minRandom
    take(client, 0, rightHand)
    client.use(0)
    expect(client.texts()).toEqual(['You hit the Drow Huntress for 4.'])
    expect(wilds.hpOf(0)).toBe(16)
  })

  it('[AS-11.6] with a dagger hits a monster on the player’s own tile rather than one ahead', () => {
    const { wilds, client } = fight([[at(221, 430)], [here]])
    take(client, 0, leftHand)
    client.use(0)
    expect(wilds.hpOf(0)).toBe(20)
    expect(wilds.hpOf(1)).toBeLessThan(20)
  })

  it('[AS-11.6] with a dagger hits no monster behind or beside the player, or two tiles ahead', () => {
    const { wilds, client } = fight([[at(219, 430)], [at(220, 429)], [at(220, 431)], [at(222, 430)]])
    take(client, 0, leftHand)
    client.use(0)
    expect(client.texts()).toEqual(['There is nobody to strike.'])
    expect(wilds.monsters().map(({ hp }) => hp)).toEqual([20, 20, 20, 20])
  })

  it.each([
    ['on the ground', undefined],
    ['in a slot', 7],
  ])('[AS-11.6] is refused if the dagger is %s', (_, slot) => {
    const { wilds, client } = fight([[at(221, 430)]])
    if (slot !== undefined) take(client, 0, slot)
    client.use(0)
    expect(client.texts()).toEqual(['Take the dagger into a hand first.'])
    expect(wilds.hpOf(0)).toBe(20)
  })

  it('[AS-11.13] with a dagger does nothing while the option `monsters` is off', () => {
    const { client } = createSmallWorld({ items: placedItems(here, dagger) }, 1, here)
    take(client, 0, leftHand)
    client.use(0)
    expect(client.received()).toEqual([])
  })
})

describe('fire arrows', () => {
  const shoot = (client: Client) => {
    client.received()
    client.cast(0x4a, 0x5a)
    return client.texts()
  }

  it.each([
    [minRandom, 8],
    [maxRandom, 14],
  ])('[AS-11.7] send INFO, FIRE ARROW, then the hit', (random, damage) => {
    const { wilds, client } = fight([[at(225, 430)]])
    wilds.random = random
    client.cast(0x4a, 0x5a)
    expect(client.received()).toEqual([
      'INFO 40 40 50 60',
      'TEXT FIRE ARROW',
      `TEXT You hit the Drow Huntress for ${damage}.`,
    ])
    expect(wilds.hpOf(0)).toBe(20 - damage)
  })

  it.each([
    ['on the same tile', 0, 0],
    ['ahead', 1, 0],
    ['five tiles ahead', 5, 0],
    ['at the edge of the quarter', 3, 3],
    ['at the other edge of the quarter', 3, -3],
    ['five tiles aslant', 4, 3],
  ])('[AS-11.7] hit %s', (_, x, y) => {
    const { client } = fight([[at(220 + x, 430 + y)]])
    expect(shoot(client)).toHaveLength(2)
  })

  it.each([
    ['six tiles ahead', 6, 0],
    ['further than five aslant', 5, 1],
    ['more beside than ahead', 2, 3],
    ['beside', 0, -1],
    ['behind', -1, 0],
  ])('[AS-11.7] miss %s', (_, x, y) => {
    const { wilds, client } = fight([[at(220 + x, 430 + y)]])
    expect(shoot(client)).toEqual(['FIRE ARROW'])
    expect(wilds.hpOf(0)).toBe(20)
  })

  it.each([
    ['N', 0, -4],
    ['S', 0, 4],
    ['W', -4, 0],
  ])('[AS-11.7] fly only in the direction that the player faces: %s', (facing, x, y) => {
    const { client } = fight([[at(220 + x, 430 + y)]])
    expect(shoot(client)).toEqual(['FIRE ARROW'])
    client.face(facing)
    expect(shoot(client)).toHaveLength(2)
  })

  it.each([tileKinds.wall, tileKinds.mountain, tileKinds.water, tileKinds.nothing])(
    '[AS-11.4] stop at a tile of the kind %i',
    (kind) => {
      const { client } = fight([[at(224, 430)]], { paint: { [kind]: [at(222, 430)] } })
      expect(shoot(client)).toEqual(['FIRE ARROW'])
    },
  )

  it('[AS-11.4] stop at a closed passage but not at an open one', () => {
    const items = [...placedItems(here, lever('a')), ...placedItems(at(222, 430), blocker('a'))]
    const { client } = fight([[at(224, 430)]], { items })
    expect(shoot(client)).toEqual(['FIRE ARROW'])
    client.use(1)
    expect(shoot(client)).toHaveLength(2)
  })

  it('[AS-11.7] hit the nearest visible monster', () => {
    const { wilds, client } = fight([[at(225, 430)], [at(223, 432)], [at(222, 430)]], {
      paint: { [tileKinds.water]: [at(221, 430)] },
    })
    shoot(client)
    expect(wilds.monsters().map(({ hp }) => hp < 20)).toEqual([false, true, false])
  })

  it('[AS-11.7] hurt no players', () => {
    const { wilds, client } = fight([])
    const other = wilds.join(2, at(221, 430))
    expect(shoot(client)).toEqual(['FIRE ARROW'])
    client.walk('E')
    expect(other.player.hp).toBe(40)
    expect(client.player.place).toEqual(at(221, 430))
  })
})

describe('the death of a monster', () => {
  it('[AS-11.9] is reported to the killer, and visible to all players nearby in the next tick', () => {
    const { wilds, client } = fight([[at(222, 430), { hp: 8 }]])
    const other = wilds.join(2, at(225, 430))
    wilds.random = maxRandom
    client.cast(0x4a, 0x5a)
    expect(client.texts()).toEqual([
      'FIRE ARROW',
      'You hit the Drow Huntress for 14.',
      'You have slain the Drow Huntress.',
    ])
    expect(wilds.hpOf(0)).toBe(0)
    wilds.tick()
    expect(client.mobsSeen.map(({ id }) => id)).toEqual([2])
    expect(other.mobsSeen.map(({ id }) => id)).toEqual([1])
    client.walk('EE')
    expect(client.player.place).toEqual(at(222, 430))
  })
})

it('[AS-1.6] nearby players see a monster with an id above the ids of all players', () => {
  const { wilds, client } = fight([[at(221, 430)], [at(222, 430)]])
  wilds.tick()
  client.face('E')
  expect(client.mobsSeen).toEqual([
    { id: monsterWireId(0), x: 221, y: 430, name: 'Drow Huntress' },
    { id: monsterWireId(1), x: 222, y: 430, name: 'Drow Marauder' },
  ])
})
