// Damage, regeneration, death and revival. [AS-11]
import { describe, expect, it } from 'vitest'
import {
  at,
  type Client,
  createSmallWorld,
  flask,
  herb,
  placedItems,
  ring,
  SmallWorld,
  startPosition,
} from '../harness/small-world.ts'
import { maxRandom, minRandom, monster, Wilds } from '../harness/wilds.ts'

const here = at(220, 430)
const healing = { options: { regeneration: true } }
/** The hp and mana in each INFO that the client has received. */
const infos = (client: Client) =>
  client.received().flatMap((packet) => /^INFO (\d+) \d+ (\d+)/.exec(packet)?.slice(1).join(' ') ?? [])

describe('regeneration', () => {
  it('[AS-11.11] adds one mana every 3 s up to the maximum', () => {
    const { small, client } = createSmallWorld(healing, 1)
    small.tick()
    client.received()
    small.pass(2900)
    expect(infos(client)).toEqual([])
    small.tick()
    expect(infos(client)).toEqual(['40 11'])
    small.pass(30_000)
    expect(client.player.mana).toBe(21)
    small.pass(3000 * 60)
    expect(client.player.mana).toBe(60)
    client.received()
    small.pass(30_000)
    expect(infos(client)).toEqual([])
  })

  it('[AS-11.11] adds one hp every 4 s', () => {
    const { small, client } = createSmallWorld(healing, 1)
    Object.assign(client.player, { hp: 30, mana: 60 })
    small.tick()
    client.received()
    small.pass(3900)
    expect(infos(client)).toEqual([])
    small.tick()
    expect(infos(client)).toEqual(['31 60'])
    small.pass(4000 * 20)
    expect(client.player.hp).toBe(40)
  })

  it('[AS-11.11] starts its interval at the first loss', () => {
    const { small, client } = createSmallWorld(healing, 1)
    client.player.mana = 60
    small.pass(10_000)
    client.cast(0x41)
    small.pass(2900)
    expect(client.player.mana).toBe(55)
    small.tick()
    expect(client.player.mana).toBe(56)
  })

  it('[AS-11.11] sends one INFO for hp and mana together', () => {
    const { small, client } = createSmallWorld(healing, 1)
    client.player.hp = 20
    small.tick()
    client.received()
    small.pass(12_000)
    expect(infos(client)).toEqual(['20 11', '21 11', '21 12', '22 12', '22 13', '23 14'])
  })

  it('[AS-11.11] of hp, but not of mana, pauses for 8 s after the player hits or is hit', () => {
    const wilds = new Wilds([monster(at(221, 430), { hp: 30 })], healing)
    const client = wilds.join(1, here, 3)
    wilds.random = minRandom
    wilds.tick()
    expect(client.player.hp).toBe(38)
    client.player.mana = 60
    // The monster dies a second later, so the last hit is the player's.
    wilds.pass(1000)
    wilds.random = maxRandom
    for (let n = 0; n < 3; n++) client.cast(0x4a, 0x5a)
    expect(wilds.hpOf(0)).toBe(0)
    client.received()
    wilds.pass(7900)
    expect(infos(client)).toEqual(['38 31', '38 32'])
    wilds.tick()
    expect(infos(client)).toEqual(['39 32'])
    wilds.pass(4000)
    expect(client.player.hp).toBe(40)
  })

  it('[AS-11.13] starts as soon as the option `regeneration` is on', () => {
    const { small, client } = createSmallWorld({}, 1)
    client.player.hp = 5
    small.pass(60_000)
    expect(client.player).toMatchObject({ hp: 5, mana: 10 })
    expect(client.received()).toEqual([])
    small.world.applyOptions({ ...small.options, regeneration: true })
    small.pass(4000)
    expect(client.player).toMatchObject({ hp: 6, mana: 11 })
  })

  it('[AS-11.11] is not accelerated by reconnects', () => {
    const small = new SmallWorld(healing)
    let client = small.join(1)
    small.tick()
    for (let n = 0; n < 20; n++) {
      small.tick()
      client.leave()
      client = small.logIn(1)
    }
    expect(client.player.mana).toBe(10)
    small.restart()
    client = small.logIn(1)
    small.tick()
    expect(client.player.mana).toBe(10)
  })
})

function doomed() {
  const boundRing = { type: 'teleport_ring', bound: here } as const
  const wilds = new Wilds([monster(at(221, 430))], {
    items: placedItems(here, flask(), herb(), boundRing, ring()),
  })
  const client = wilds.join(1, here, 3)
  client.put(0, 4)
  Object.assign(client.player, { hp: 1, mana: 33 })
  wilds.random = minRandom
  client.received()
  return { wilds, client }
}

describe('death', () => {
  it.each([
    ['W', 1, 0, 'from behind'],
    ['W', -1, 0, 'from the front'],
    ['W', 0, 1, 'from the left'],
    ['W', 0, -1, 'from the right'],
    ['N', 0, -1, 'from the front'],
    ['N', -1, 0, 'from the left'],
    ['S', 1, 0, 'from the left'],
    ['E', 0, 1, 'from the right'],
    ['E', 0, 0, 'from the front'],
  ])(
    '[AS-11.10] a player who faces %s and is hit from (%i, %i) reads that the hit came %s',
    (facing, x, y, side) => {
      const wilds = new Wilds([monster(at(here.x + x, here.y + y))])
      const client = wilds.join(1, here)
      client.face(facing)
      wilds.random = minRandom
      wilds.tick()
      expect(client.texts()).toContain(`\x11The Drow Huntress hits you ${side} for 2.`)
    },
  )

  it('[AS-11.12] happens at 0 hp; 3 s later the player is at the start with half the hp and still has the item in a slot', () => {
    const { wilds, client } = doomed()
    wilds.tick()
    expect(client.received()).toEqual([
      'TEXT \x11The Drow Huntress comes at you from the front.',
      'TEXT \x11The Drow Huntress hits you from the front for 2.',
      'INFO 0 40 33 60',
      'TEXT \x11You have died.',
    ])
    expect(client.player.isDead).toBe(true)
    expect(wilds.events).toEqual([
      { kind: 'death', text: 'P1 was killed by the Drow Huntress', counts: { P1: { deaths: 1 } } },
    ])
    wilds.pass(2900)
    expect(client.received()).toEqual([])
    expect(client.player.place).toEqual(here)
    wilds.tick()
    expect(client.received()).toEqual([
      'POSI 185 428 2',
      'GRND',
      'MOBS',
      'INFO 20 40 33 60',
      'TEXT You wake where it all began.',
    ])
    expect(client.player.slots[4]).toMatchObject({ id: 0 })
  })

  it('[AS-11.17] permanently drops only the held item and the items in hands', () => {
    const { wilds, client } = doomed()
    const other = wilds.join(2, at(216, 430))
    client.put(1, 8)
    client.put(2, 9)
    client.hold(3)
    client.received()
    wilds.tick()
    expect(client.received().slice(3, 8)).toEqual([
      'TEXT \x11You have died.',
      'TEXT The things in your hands lie where you fell.',
      'INVT - - - - 0 - - - - -',
      'HLDI -',
      'GRND 220,430:1+2+3',
    ])
    expect(other.piles).toEqual([{ x: 220, y: 430, items: [1, 2, 3] }])
    wilds.restart()
    expect(wilds.logIn(1).slots).toEqual([...Array(4), 0, ...Array(5)])
    expect(wilds.store.get('ground/220,430')).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }])
  })

  it('[AS-11.17] leaves the player the items that do not fit on the ground', () => {
    const full = placedItems(here, ...Array.from({ length: 63 }, () => herb()))
    const wilds = new Wilds([monster(at(221, 430))], {
      items: [...full, ...placedItems(at(219, 430), flask(), ring())],
    })
    const client = wilds.join(1, at(219, 430))
    client.put(63, 8)
    client.hold(64)
    client.walk('E')
    client.player.hp = 1
    wilds.random = minRandom
    wilds.tick()
    expect(client.player.slots[8]).toBeUndefined()
    expect(client.heldId).toBe(64)
    expect(client.player.held).toMatchObject({ id: 64 })
  })

  it('[AS-11.12] cancels an open selection, the running use of a ring and a running ritual, without further messages', () => {
    for (const begin of [
      (client: Client) => client.use(0),
      (client: Client) => client.use(2),
      (client: Client) => {
        client.cast(0x76, 0x77, 0x78, 0x79)
        client.choose('item', 3)
      },
    ]) {
      const { wilds, client } = doomed()
      begin(client)
      wilds.tick()
      expect(client.player.isDead).toBe(true)
      client.received()
      wilds.pass(70_000)
      expect(client.texts()).toEqual(['You wake where it all began.'])
      expect(client.player.place).toEqual(startPosition)
      client.use(0)
      expect(client.packets()).toEqual(['TEXT', 'SLCT'])
    }
  })

  it('[AS-11.12] stops attacks on the player and hides the dead player from other players', () => {
    const { wilds, client } = doomed()
    const other = wilds.join(2, at(216, 430))
    wilds.pass(3100)
    expect(client.player.hp).toBe(20)
    expect(other.mobsSeen.map(({ id }) => id)).not.toContain(1)
  })

  it('[AS-11.12] ends with a revival even if the player reconnects or the room restarts meanwhile', () => {
    for (const restart of [false, true]) {
      const { wilds, client } = doomed()
      wilds.tick()
      client.leave()
      if (restart) wilds.restart()
      const again = wilds.logIn(1)
      expect(again.received()[0]).toEqual('INFO 0 40 33 60 P1')
      wilds.pass(3000)
      expect(again.player).toMatchObject({ hp: 20, place: startPosition })
    }
  })

  it('[AS-11.13] ends with a revival even if monsters are disabled meanwhile', () => {
    const { wilds, client } = doomed()
    wilds.tick()
    wilds.world.applyOptions({ ...wilds.options, monsters: false })
    wilds.pass(3000)
    expect(client.player).toMatchObject({ hp: 20, place: startPosition })
  })
})
