// Hunting and roaming monsters. [AS-11.3]
import { describe, expect, it } from 'vitest'
import { type Place, tileKinds } from '../../../../games/arcane-sector/terrain/terrain.ts'
import { at, blocker, door, placedItems, type Settings, startPosition } from '../harness/small-world.ts'
import { maxRandom, minRandom, monster, Wilds } from '../harness/wilds.ts'

const here = at(220, 430)
const distance = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y)
const block = (left: number, top: number, right: number, bottom: number) => {
  const columns = right - left + 1
  const cells = Array.from({ length: columns * (bottom - top + 1) }, (_, n) => n)
  return cells.map((n) => at(left + (n % columns), top + Math.floor(n / columns)))
}

describe('a hunting monster', () => {
  it('[AS-11.3] follows a visible player within six tiles to the adjacent tile, one tile every half second', () => {
    const wilds = new Wilds([monster(at(226, 430))])
    const client = wilds.join(1, here)
    wilds.random = maxRandom
    const way: number[] = []
    for (let n = 0; n < 8; n++) {
      wilds.tick()
      way.push(wilds.places()[0]!.x)
      wilds.tick(4)
    }
    expect(way.slice(0, 5)).toEqual([225, 224, 223, 222, 221])
    expect(way.at(-1)).toBe(221)
    expect(client.player.hp).toBeLessThan(40)
  })

  it.each([
    [minRandom, 2],
    [maxRandom, 6],
  ])('[AS-11.3] hits at once, then every 1.5 s', (random, damage) => {
    const wilds = new Wilds([monster(at(221, 430))])
    const client = wilds.join(1, here)
    wilds.random = random
    for (let hits = 1; hits <= 4; hits++) {
      wilds.tick()
      expect(client.player.hp).toBe(40 - hits * damage)
      expect(client.packets().slice(-2)).toEqual(['TEXT', 'INFO'])
      wilds.tick(14)
      expect(client.player.hp).toBe(40 - hits * damage)
    }
    expect(wilds.places()[0]!).toEqual(at(221, 430))
  })

  it('[AS-11.3] does not hit diagonally', () => {
    const wilds = new Wilds([monster(at(221, 431))])
    const client = wilds.join(1, here)
    wilds.tick()
    expect(client.player.hp).toBe(40)
    wilds.tick(5)
    expect(client.player.hp).toBeLessThan(40)
  })

  it('[AS-11.3] ignores players seven tiles away', () => {
    const wilds = new Wilds([monster(at(227, 430))])
    wilds.join(1, here)
    wilds.random = maxRandom
    wilds.pass(10_000)
    expect(wilds.places()).toEqual([at(227, 430)])
  })

  it.each<[string, Settings]>([
    ['a wall', { paint: { [tileKinds.wall]: block(223, 420, 223, 440) } }],
    ['the sea', { paint: { [tileKinds.water]: block(223, 420, 223, 440) } }],
    [
      'closed passages',
      { items: block(223, 420, 223, 440).flatMap((place) => placedItems(place, blocker('x'))) },
    ],
  ])('[AS-11.4] does not see through %s', (_, settings) => {
    const wilds = new Wilds([monster(at(224, 430))], settings)
    wilds.join(1, here)
    wilds.random = maxRandom
    wilds.pass(10_000)
    expect(wilds.places()).toEqual([at(224, 430)])
  })

  it('[AS-11.3] hunts the nearest player, and of two equally near players the one with the lower id', () => {
    const wilds = new Wilds([monster(at(223, 430))])
    const [two, one, far] = [
      wilds.join(2, at(224, 430)),
      wilds.join(1, at(222, 430)),
      wilds.join(0, at(228, 430)),
    ]
    wilds.tick()
    expect([far, one, two].map(({ player }) => player.hp < 40)).toEqual([false, true, false])
  })

  it('[AS-11.3] walks around obstacles', () => {
    const wilds = new Wilds([monster(at(222, 431))], { items: placedItems(at(221, 431), blocker('x')) })
    const client = wilds.join(1, at(220, 429))
    wilds.pass(5000)
    expect(client.player.hp).toBeLessThan(40)
  })

  it('[AS-11.3] stays within 24 tiles of home', () => {
    const wilds = new Wilds([monster(at(224, 440), { home: at(224, 412) })])
    const client = wilds.join(1, at(224, 442))
    wilds.random = maxRandom
    wilds.pass(20_000)
    expect(client.player.hp).toBe(40)
  })
})

describe('a hunted player', () => {
  const warnings = (texts: readonly string[]) => texts.filter((text) => text.includes('comes at you'))

  it('[AS-11.16] gets one message with the direction, and another message only after 30 s without a hunter', () => {
    const wilds = new Wilds([monster(at(226, 430))])
    const client = wilds.join(1, here)
    wilds.random = maxRandom
    wilds.pass(5000)
    expect(warnings(client.texts())).toEqual(['\x11The Drow Huntress comes at you from behind.'])
    for (const [away, again] of [
      [20_000, 0],
      [31_000, 1],
    ] as const) {
      client.leave()
      wilds.now += away
      const back = wilds.join(1, here)
      wilds.pass(3000)
      expect(warnings(back.texts())).toHaveLength(again)
      back.leave()
    }
  })

  it('[AS-11.16] gets a message even if another player is hunted at the same time', () => {
    const far = at(228, 460)
    const wilds = new Wilds([monster(at(228, 458)), monster(at(228, 459))], {
      start: { ...at(165, 405), facing: 0 },
    })
    const [ann, bob] = [wilds.join(1, far), wilds.join(2, at(228, 457))]
    wilds.random = maxRandom
    wilds.pass(1000)
    expect(warnings([...ann.texts(), ...bob.texts()])).toHaveLength(2)
  })

  it('[AS-11.15] is hunted by only one monster at a time within 48 tiles of the start, and by any number farther away', () => {
    for (const [x, hunters] of [
      [165, 2],
      [185, 1],
    ] as const) {
      const wilds = new Wilds([monster(at(221, 430)), monster(at(219, 430))], {
        start: { x, y: 428, facing: 2 },
      })
      const client = wilds.join(1, here)
      wilds.random = minRandom
      wilds.pass(3000)
      expect([x, warnings(client.texts()).length, 40 - client.player.hp]).toEqual([x, hunters, hunters * 4])
    }
  })

  it('[AS-11.15] is hunted by the next monster when the first one dies', () => {
    const wilds = new Wilds([monster(at(221, 430), { hp: 1 }), monster(at(219, 430))])
    const client = wilds.join(1, here)
    wilds.random = minRandom
    wilds.pass(200)
    expect(warnings(client.texts())).toHaveLength(1)
    client.walk('E')
    wilds.pass(2000)
    expect(warnings(client.texts())).toHaveLength(1)
  })
})

describe('a roaming monster', () => {
  it('[AS-11.3] takes occasional steps within eight tiles of home', () => {
    const camp = at(220, 430)
    // A player behind walls keeps the monster active but is not visible to it.
    const walls = block(219, 429, 221, 431).filter(({ x, y }) => x !== camp.x || y !== camp.y)
    const wilds = new Wilds([monster(at(223, 430), { home: camp })], { paint: { [tileKinds.wall]: walls } })
    wilds.join(1, camp)
    const paces: number[] = []
    let last = wilds.places()[0]!
    for (let n = 0; n < 600; n++) {
      wilds.tick(5)
      const place = wilds.places()[0]!
      expect(distance(place, camp)).toBeLessThanOrEqual(8)
      paces.push(distance(place, last))
      last = place
    }
    expect(Math.max(...paces)).toBe(1)
    const steps = paces.filter((pace) => pace === 1).length
    expect(steps).toBeGreaterThan(600 / 8)
    expect(steps).toBeLessThan(600 / 3)
  })

  it('[AS-11.3] steps back towards its home when it is more than eight tiles away', () => {
    const wilds = new Wilds([monster(at(228, 430), { home: at(214, 420) })])
    wilds.join(1, at(228, 440))
    wilds.pass(8000)
    expect(distance(wilds.places()[0]!, at(214, 420))).toBeLessThan(distance(at(228, 430), at(214, 420)))
  })

  it('[AS-11.1] never enters the safe zone or hunts players there', () => {
    const wilds = new Wilds([monster(at(210, 428)), monster(at(214, 430))])
    const client = wilds.join(1, at(209, 428))
    for (let n = 0; n < 200; n++) {
      wilds.tick(5)
      for (const place of wilds.places()) expect(distance(place, startPosition)).toBeGreaterThan(24)
    }
    expect(client.player.hp).toBe(40)
  })

  it('[AS-11.3] never enters blocked tiles, closed passages, doors or another monster’s tile', () => {
    const pen = block(212, 412, 228, 428).filter(
      ({ x, y }) => x === 212 || x === 228 || y === 412 || y === 428,
    )
    const items = [...placedItems(at(219, 420), blocker('x')), ...placedItems(at(221, 420), door('d'))]
    const flock = Array.from({ length: 12 }, (_, n) => monster(at(214 + n, 422), { home: at(220, 420) }))
    const wilds = new Wilds(flock, { paint: { [tileKinds.water]: pen }, items })
    wilds.join(1, at(220, 431))
    for (let n = 0; n < 300; n++) {
      wilds.tick(5)
      const now = wilds.places()
      for (const { x, y } of now) expect(x > 212 && x < 228 && y > 412 && y < 428).toBe(true)
      expect(new Set(now.map(({ x, y }) => `${x},${y}`)).size).toBe(12)
      expect(now).not.toContainEqual(at(219, 420))
      expect(now).not.toContainEqual(at(221, 420))
    }
  })
})
