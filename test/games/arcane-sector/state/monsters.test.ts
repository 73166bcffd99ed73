// Monsters: homes, activity and storage. [AS-11]
import { describe, expect, it } from 'vitest'
import type { MonsterRecord } from '../../../../games/arcane-sector/state/monster.ts'
import { Monsters } from '../../../../games/arcane-sector/state/monsters.ts'
import {
  type Place,
  Terrain,
  terrainHeight,
  terrainWidth,
  tileKinds,
} from '../../../../games/arcane-sector/terrain/terrain.ts'
import { seededRandom } from '../../../../wire/util/random.ts'
import { at, lever, placedItems, SmallWorld, startPosition } from '../harness/small-world.ts'
import { maxRandom, monster, monsterWireId, Wilds } from '../harness/wilds.ts'

const here = at(220, 430)
const distance = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y)
const home = ({ home: [x, y] }: MonsterRecord) => at(x, y)

describe('monster homes', () => {
  const kinds = new Uint8Array(terrainWidth * terrainHeight).fill(tileKinds.grass)
  kinds.fill(tileKinds.water, 0, 100 * terrainWidth)
  kinds.fill(tileKinds.mountain, 150 * terrainWidth, 160 * terrainWidth)
  const terrain = new Terrain(kinds)
  const opened = (seed: string) =>
    new Monsters(undefined, terrain, { ...startPosition, facing: 2 }, { random: seededRandom(seed) })
  const saved = (seed: string) => opened(seed).save() as unknown as MonsterRecord[]

  it('[AS-11.1] exist once per 400 tiles of outdoor land, but not within 28 tiles of the start', () => {
    const homes = saved('one').map(home)
    let land = 0
    for (let y = 0; y < 512; y++) {
      for (let x = 0; x < terrainWidth; x++)
        if (!terrain.blocks(x, y) && distance(at(x, y), startPosition) > 28) land++
    }
    expect(homes).toHaveLength(Math.floor(land / 400))
    for (const place of homes) {
      expect(terrain.blocks(place.x, place.y)).toBe(false)
      expect(place.y).toBeLessThan(512)
      expect(distance(place, startPosition)).toBeGreaterThan(28)
    }
  })

  it('[AS-11.1] have monsters with 15 to 30 hp, a name and a picture', () => {
    const all = saved('two')
    expect(new Set(all.map(({ hp }) => hp)).size).toBe(16)
    expect(Math.min(...all.map(({ hp }) => hp))).toBe(15)
    expect(Math.max(...all.map(({ hp }) => hp))).toBe(30)
    expect(all.every((each) => distance(home(each), at(...each.place)) === 0)).toBe(true)
    for (const each of opened('two').alive) {
      expect(each.id).toBe(monsterWireId(each.index))
      expect(each.pictureName).toBe(each.id % 2 === 0 ? '3d_mob_drow_f' : '3d_mob_drow_m')
      expect(each.name).toMatch(/^Drow [A-Z][a-z]+$/)
    }
  })

  it('[AS-11.1] are determined by the random stream', () => {
    expect(saved('three')).toEqual(saved('three'))
    expect(saved('three')).not.toEqual(saved('four'))
  })

  it('[AS-11.1] do not exist on a small island', () => {
    const kinds = new Uint8Array(terrainWidth * terrainHeight)
    kinds.fill(tileKinds.grass, 0, 399)
    const none = new Monsters(
      undefined,
      new Terrain(kinds),
      { ...startPosition, facing: 2 },
      { random: seededRandom('') },
    )
    expect(none.save()).toEqual([])
  })
})

describe('the activity of monsters', () => {
  it('[AS-11.2] is limited to 12 tiles around a living player: other monsters do not even draw random numbers', () => {
    const far = Array.from({ length: 300 }, (_, n) => monster(at(161 + (n % 60), 401)))
    const wilds = new Wilds([...far, monster(at(220, 455)), monster(at(220, 442))])
    wilds.join(1, here)
    let draws = 0
    const random = seededRandom('awake')
    wilds.random = () => {
      draws++
      return random()
    }
    const before = wilds.monsters()
    wilds.pass(60_000)
    const changed = wilds
      .monsters()
      .flatMap((now, n) => (String(now.place) === String(before[n]!.place) ? [] : [n]))
    expect(changed).toEqual([301])
    // A monster draws a random number for a decision every half second, and sometimes one for a direction.
    expect(draws).toBeLessThan(60 * 2 * 2)
  })

  it('[AS-11.2] does not start near dead or disconnected players', () => {
    const wilds = new Wilds([monster(at(225, 430))])
    const client = wilds.join(1, here)
    client.leave()
    wilds.pass(60_000)
    expect(wilds.places()).toEqual([at(225, 430)])
  })
})

describe('a dead monster', () => {
  it('[AS-11.9] reappears at its home after 90 s, with new hp, visible to nearby players', () => {
    const wilds = new Wilds([monster(at(222, 430), { hp: 1, home: at(224, 430) })])
    const client = wilds.join(1, here, 3)
    client.player.mana = 60
    wilds.random = maxRandom
    client.cast(0x4a, 0x5a)
    wilds.tick()
    client.received()
    wilds.pass(89_800)
    expect(client.received()).toEqual([])
    expect(wilds.hpOf(0)).toBe(0)
    wilds.tick()
    expect(wilds.hpOf(0)).toBe(30)
    expect(client.mobsSeen).toEqual([{ id: monsterWireId(0), x: 223, y: 430, name: 'Drow Huntress' }])
  })

  it('[AS-11.9] reappears at its stored time, also after a restart', () => {
    const now = 1_000_000_000
    const dead = [70_000, 20_000, 45_000].map((ms, n) => monster(at(220 + n, 410), { hp: 0, back: now + ms }))
    const wilds = new Wilds(dead)
    wilds.join(1, at(165, 455))
    const back = () => wilds.monsters().map(({ hp }) => hp > 0)
    wilds.pass(19_900)
    expect(back()).toEqual([false, false, false])
    wilds.tick()
    expect(back()).toEqual([false, true, false])
    wilds.restart()
    wilds.join(1, at(165, 455))
    wilds.pass(25_000)
    expect(back()).toEqual([false, true, true])
    wilds.restart()
    wilds.join(1, at(165, 455))
    wilds.now += 3_600_000
    wilds.tick()
    expect(back()).toEqual([true, true, true])
  })
})

describe('pushing', () => {
  it('[AS-7.5] a monster with force ram moves it, but not onto a blocked tile', () => {
    const wilds = new Wilds([monster(at(214, 428)), monster(at(216, 428))])
    const client = wilds.join(1, at(214, 428), 3)
    client.player.mana = 60
    const ram = (index: number) => {
      client.cast(0x51, 0x51, 0x51)
      client.choose('mob', monsterWireId(index))
      return client.texts().at(-1)
    }
    expect(ram(1)).toBe('Only a target on your own tile can be rammed.')
    client.face('W')
    expect(ram(0)).toBe('There is no way to push it.')
    client.face('E')
    expect(ram(0)).toBe('A wall of force pushes it away.')
    expect(wilds.places()[0]).toEqual(at(215, 428))
    wilds.tick()
    expect(client.mobsSeen.map(({ id, x }) => [id, x])).toContainEqual([monsterWireId(0), 215])
  })
})

describe('saved monsters', () => {
  const meadow = () => [monster(at(224, 430)), monster(at(216, 436)), monster(at(226, 420), { hp: 7 })]

  it('[AS-11.14] have their saved positions and hp', () => {
    const wilds = new Wilds(meadow())
    const client = wilds.join(1, here)
    wilds.pass(3000)
    client.cast(0x4a, 0x5a)
    const before = wilds.monsters()
    wilds.restart()
    expect(wilds.monsters()).toEqual(before)
    expect(before).not.toEqual(meadow())
  })

  it('[AS-11.14] are placed when the world first opens, and loaded when it opens again', () => {
    const small = new SmallWorld({ options: { monsters: true } })
    small.world.save()
    const before = small.store.get('monsters') as unknown as MonsterRecord[]
    expect(before.length).toBeGreaterThan(3)
    small.restart()
    small.world.save()
    expect(small.store.get('monsters')).toEqual(before)
  })

  it('[AS-11.14] are deterministic for the same inputs', () => {
    const played = (seed: string) => {
      const wilds = new Wilds(meadow(), { random: seededRandom(seed), options: { regeneration: true } })
      const [one, two] = [wilds.join(1, here, 3), wilds.join(2, at(218, 434))]
      for (let n = 0; n < 60; n++) {
        one.walk('NESW'[n % 4]!)
        if (n % 9 === 0) one.cast(0x4a, 0x5a)
        two.walk('ENWS'[n % 4]!)
        wilds.tick(7)
      }
      return { monsters: wilds.monsters(), one: one.received(), two: two.received() }
    }
    expect(played('same')).toEqual(played('same'))
    expect(played('same')).not.toEqual(played('other'))
  })

  it('[AS-11.14] are not stored by ticks', () => {
    const wilds = new Wilds(meadow())
    wilds.join(1, here)
    wilds.tick()
    wilds.store.news()
    wilds.pass(10_000)
    expect(wilds.store.news()).toEqual([])
  })
})

describe('[AS-11.13] disabled monsters', () => {
  it('are invisible and inactive', () => {
    const wilds = new Wilds([monster(at(221, 430)), monster(at(219, 430))], { options: { monsters: false } })
    const client = wilds.join(1, here, 3)
    client.player.mana = 60
    wilds.pass(10_000)
    client.cast(0x4a, 0x5a)
    client.cast(0x51, 0x51, 0x51)
    client.choose('mob', monsterWireId(0))
    client.walk('E')
    expect(client.texts()).toEqual(['FIRE ARROW', 'Select whom to ram.', 'There is nobody there any more.'])
    expect(client.mobsSeen).toEqual([])
    expect(client.player).toMatchObject({ hp: 40, place: at(221, 430) })
    expect(wilds.places()).toEqual([at(221, 430), at(219, 430)])
  })

  it('appear and disappear as soon as the option changes', () => {
    const wilds = new Wilds([monster(at(222, 430))], { options: { monsters: false } })
    const client = wilds.join(1, here, 3)
    const seen = () => client.mobsSeen.map(({ id }) => id)
    wilds.world.applyOptions({ ...wilds.options, monsters: true })
    wilds.tick()
    expect(seen()).toEqual([monsterWireId(0)])
    wilds.world.applyOptions({ ...wilds.options, monsters: false })
    wilds.tick()
    expect(seen()).toEqual([])
  })
})

it('[AS-4.4] monsters cause at most one MOBS per player and tick', () => {
  const wilds = new Wilds([monster(at(224, 430)), monster(at(224, 432))], {
    items: placedItems(here, lever('a')),
  })
  const client = wilds.join(1, here)
  for (let n = 0; n < 50; n++) {
    wilds.tick()
    expect(client.packets().filter((packet) => packet === 'MOBS').length).toBeLessThanOrEqual(1)
    client.player.hp = 40
  }
})
