import { describe, expect, it } from 'vitest'
import { directions } from '../../../../games/arcane-sector/terrain/directions.ts'
import { tileKinds } from '../../../../games/arcane-sector/terrain/terrain.ts'
import {
  at,
  blocker,
  caveArea,
  createSmallWorld,
  door,
  lever,
  placedItems,
  SmallWorld,
  scroll,
  sign,
  startPosition,
} from '../harness/small-world.ts'

const { north, south, west, east } = directions
const places = { [north]: at(185, 427), [south]: at(185, 429), [west]: at(184, 428), [east]: at(186, 428) }

/** A cell in the southern wall of a cave, for a door. */
const caveDoor = at(10, caveArea.bottom + 1)

describe('MOVE', () => {
  it.each([
    [north, [north, south, west, east]],
    [south, [south, north, east, west]],
    [west, [west, east, south, north]],
    [east, [east, west, north, south]],
  ])('[AS-3.1] steps forward, back, left and right relative to facing %i without turning', (facing, ways) => {
    ways.forEach((way, by) => {
      const { small, client } = createSmallWorld({}, 7, startPosition, facing)
      small.world.move(client.player, by)
      expect(client.player).toMatchObject({ place: places[way as 0], facing })
    })
  })

  it('[AS-3.1] with an unknown direction is ignored', () => {
    const { small, client } = createSmallWorld()
    for (const by of [4, 17, 255, -1, 0.5, Number.NaN]) small.world.move(client.player, by)
    expect(client.received()).toEqual([])
    expect(client.player.place).toEqual(startPosition)
  })

  it('[AS-3.5] sends POSI, GRND and MOBS to the player at once', () => {
    const { small, client } = createSmallWorld({ items: placedItems(at(179, 428), sign()) })
    const other = small.join(1)
    other.received()
    client.walk('W')
    expect(client.received()).toEqual([`POSI 184 428 ${west}`, 'GRND 179,428:0', 'MOBS 1@185,428'])
  })

  it.each([
    ['W', at(0, 700)],
    ['E', at(511, 700)],
    ['N', at(100, 0)],
    ['S', at(100, 767)],
  ])('[AS-3.3] is refused with a message at the %s edge of the map', (way, place) => {
    const { client } = createSmallWorld({ paint: { [tileKinds.grass]: [place] } }, 7, place)
    client.walk(way)
    expect(client.received()).toEqual(["TEXT Can't go there."])
    expect(client.player.place).toEqual(place)
  })

  it.each([
    ['nothing', false],
    ['grass', true],
    ['water', false],
    ['mountain', false],
    ['sand', true],
    ['forest', true],
    ['rocky', true],
    ['dirt', true],
    ['wall', false],
    ['wood', true],
  ] as const)(
    '[AS-3.4] onto a tile of %s moves the player: %s; a step that only the kind of the tile blocks gets no reply',
    (kind, free) => {
      const { client } = createSmallWorld({ paint: { [tileKinds[kind]]: [at(184, 428)] } })
      client.walk('W')
      expect(client.packets()).toEqual(free ? ['POSI', 'GRND', 'MOBS'] : [])
      expect(client.player.place).toEqual(free ? at(184, 428) : startPosition)
    },
  )

  it('[AS-3.3] gets a message from a blocker, even on a tile that is blocked anyway', () => {
    const { client } = createSmallWorld({
      items: placedItems(at(184, 428), blocker('gate')),
      paint: { [tileKinds.wall]: [at(184, 428)] },
    })
    client.walk('W')
    expect(client.received()).toEqual(['TEXT Way is blocked.'])
  })

  it('[AS-3.3] checks the items of a tile in order: a blocker blocks a door only if it comes before the door', () => {
    const inner = placedItems(at(10, 531), door('cave'))
    const [shut, open] = [
      [blocker('gate'), door('cave')],
      [door('cave'), blocker('gate')],
    ].map((items) => {
      const { client } = createSmallWorld({ items: [...placedItems(at(184, 428), ...items), ...inner] })
      client.walk('W')
      return client
    })
    expect(shut!.received()).toEqual(['TEXT Way is blocked.'])
    expect(open!.player.place).toEqual(at(10, 530))
  })

  it('[AS-3.3] passes signs, scrolls and open blockers', () => {
    const { client } = createSmallWorld({
      items: [
        ...placedItems(at(184, 428), sign(), scroll(), blocker('gate')),
        ...placedItems(startPosition, lever('gate')),
      ],
    })
    client.use(3)
    client.received()
    client.walk('W')
    expect(client.player.place).toEqual(at(184, 428))
  })

  it('[AS-3.5] is not blocked by mobs', () => {
    const small = new SmallWorld()
    small.join(1, at(184, 428))
    const client = small.join(7)
    client.walk('WW')
    expect(client.player.place).toEqual(at(183, 428))
  })

  it('[AS-3.6] runs at most ten times a second; ten more moves wait, and further ones are dropped', () => {
    const { small, client } = createSmallWorld()
    const made = () => client.packets().filter((packet) => packet === 'POSI').length
    const step = (count: number) => {
      for (let n = 0; n < count; n++) small.world.move(client.player, n % 2)
      return made()
    }
    expect(step(4)).toBe(4)
    small.now += 600
    expect(step(20)).toBe(6)
    small.pass(300)
    expect(made()).toBe(0)
    small.pass(100)
    expect(made()).toBe(4)
    small.pass(600)
    expect(made()).toBe(6)
    small.pass(5000)
    expect(made()).toBe(0)
  })

  it('[AS-3.6] keeps the order of waiting steps and turns', () => {
    const { small, client } = createSmallWorld()
    for (let n = 0; n < 12; n++) small.world.move(client.player, 0)
    client.face('N')
    small.world.move(client.player, 0)
    expect(client.player).toMatchObject({ place: at(175, 428), facing: 2 })
    small.pass(2000)
    expect(client.player).toMatchObject({ place: at(173, 427), facing: 0 })
  })

  it('[AS-3.6] that waits is dropped when the player leaves', () => {
    const { small, client } = createSmallWorld()
    for (let n = 0; n < 12; n++) small.world.move(client.player, 0)
    client.leave()
    const again = small.join(7)
    small.pass(2000)
    expect(again.player.place).toEqual(at(175, 428))
  })
})

describe('a locked door', () => {
  const locked = {
    items: [
      ...placedItems(at(186, 428), { type: 'door', group: 'house', locked: true }),
      ...placedItems(caveDoor, door('house')),
      ...placedItems(startPosition, { type: 'gold_key' }),
    ],
    paint: { [tileKinds.wall]: [at(186, 428), caveDoor] },
  } as const

  it('[AS-10.6] admits a player who carries a gold key, which is not consumed', () => {
    for (const slot of [undefined, 3, 9]) {
      const { client } = createSmallWorld(locked)
      client.walk('E')
      expect(client.texts()).toEqual(['The door is locked. A gold key would open it.'])
      expect(client.player.place).toEqual(startPosition)
      client.hold(2)
      if (slot !== undefined) client.drop(slot)
      client.walk('E')
      expect(client.player.place).toEqual(at(caveDoor.x, caveDoor.y - 1))
      expect([...client.player.slots, client.player.held].filter((item) => item)).toMatchObject([{ id: 2 }])
    }
  })

  it('[AS-10.6] lets any player out of the interior', () => {
    const { client } = createSmallWorld(locked, 7, at(caveDoor.x, caveDoor.y - 1))
    client.walk('S')
    expect(client.player.place).toEqual(at(186, 427))
  })
})

describe('DIRE', () => {
  it('[AS-3.2] turns, and sends POSI, GRND and MOBS to that player only', () => {
    const small = new SmallWorld()
    const [client, watcher] = [small.join(7), small.join(1)]
    small.tick()
    client.received()
    watcher.received()
    for (const facing of [north, south, west, east]) {
      small.world.face(client.player, facing)
      expect(client.received()).toEqual([`POSI 185 428 ${facing}`, 'GRND', 'MOBS 1@185,428'])
    }
    small.tick()
    expect(watcher.received()).toEqual([])
  })

  it('[AS-3.2] with a direction that is not 0 to 3 is ignored', () => {
    const { small, client } = createSmallWorld()
    for (const facing of [4, 255, -1]) small.world.face(client.player, facing)
    expect(client.received()).toEqual([])
    expect(client.player.facing).toBe(west)
  })
})

describe('a door', () => {
  const houseDoor = at(180, 424)
  /** A house of nine tiles with a door in its south wall. The second door of the pair is in the cave. */
  const house = {
    items: [...placedItems(houseDoor, door('cave')), ...placedItems(caveDoor, door('cave'))],
    paint: { [tileKinds.wall]: [179, 180, 181].flatMap((x) => [422, 423, 424].map((y) => at(x, y))) },
  }

  it('[AS-3.7] in a wall leads to the free side of the other door of its pair, and the player faces away from that door', () => {
    const { small, client } = createSmallWorld(house, 7, at(180, 425))
    const watchers = [small.join(1, at(180, 430)), small.join(2, at(caveArea.left, 525))]
    small.tick()
    client.received()
    for (const watcher of watchers) watcher.received()
    client.walk('N')
    expect(client.received()).toEqual([`POSI 10 530 ${north}`, 'GRND 10,531:1', 'MOBS'])
    small.tick()
    // Both other players see the move: one is near the old position, one near the new position.
    expect(watchers.map((watcher) => watcher.received())).toEqual([['MOBS'], ['MOBS']])
    client.walk('S')
    expect(client.received()[0]).toEqual(`POSI 180 425 ${south}`)
  })

  it('[AS-3.7] leads to the first free side of the other door, in the order north, south, west, east', () => {
    const around = placedItems(at(200, 440), door('b'))
    const entry = placedItems(at(184, 428), door('b'))
    const sides = [
      [at(200, 439), north],
      [at(200, 441), south],
      [at(199, 440), west],
      [at(201, 440), east],
    ] as const
    for (let blocked = 0; blocked < 4; blocked++) {
      const paint = { [tileKinds.wall]: sides.slice(0, blocked).map(([place]) => place) }
      const { client } = createSmallWorld({ items: [...entry, ...around], paint })
      client.walk('W')
      const [{ x, y }, facing] = sides[blocked]!
      expect(client.received()[0]).toBe(`POSI ${x} ${y} ${facing}`)
    }
  })

  it('[AS-3.7] does not lead onto a closed blocker', () => {
    const { client } = createSmallWorld({
      items: [
        ...placedItems(at(184, 428), door('b')),
        ...placedItems(at(200, 440), door('b')),
        ...placedItems(at(200, 439), blocker('g')),
      ],
    })
    client.walk('W')
    expect(client.player.place).toEqual(at(200, 441))
  })

  it('[AS-3.7] in a group of several doors leads to the last door that is not next to the player', () => {
    const doors = [at(184, 428), at(200, 440), at(210, 440)]
    const { small, client } = createSmallWorld({
      items: doors.flatMap((place) => placedItems(place, door('b'))),
    })
    client.walk('W')
    expect(client.player.place).toEqual(at(210, 439))
    small.now += 1000
    client.walk('S')
    expect(client.player.place).toEqual(at(200, 439))
  })

  it('[AS-3.7] leads nowhere and sends no reply if there is no other door, or if the other door has no free side', () => {
    const { client } = createSmallWorld({
      items: [
        ...placedItems(at(184, 428), door('alone')),
        ...placedItems(at(186, 428), door('b')),
        ...placedItems(at(200, 440), door('b')),
      ],
      paint: { [tileKinds.wall]: [at(200, 439), at(200, 441), at(199, 440), at(201, 440)] },
    })
    client.walk('WE')
    expect(client.received()).toEqual([])
    expect(client.player.place).toEqual(startPosition)
  })
})
