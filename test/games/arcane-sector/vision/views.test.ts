import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Pile } from '../../../../games/arcane-sector/items/ground.ts'
import { EncodedViews } from '../../../../games/arcane-sector/protocol/client-screen.ts'
import { SpatialIndex } from '../../../../games/arcane-sector/terrain/spatial-index.ts'
import { type Place, tileKinds } from '../../../../games/arcane-sector/terrain/terrain.ts'
import { assertProperty } from '../../../property.ts'
import {
  at,
  createSmallWorld,
  door,
  herb,
  placedItems,
  SmallWorld,
  scroll,
  sign,
  startPosition,
} from '../harness/small-world.ts'

describe('GRND', () => {
  it('[AS-4.2] lists the piles up to five tiles away in x and y by rows, items in order of arrival', () => {
    const places = [
      at(190, 433),
      at(180, 423),
      at(191, 428),
      at(185, 434),
      at(190, 423),
      at(184, 423),
      at(180, 433),
    ]
    const { small, client } = createSmallWorld({
      items: [
        ...places.flatMap((place) => placedItems(place, herb())),
        ...placedItems(startPosition, scroll(), sign()),
      ],
    })
    small.world.resendAll(client.player)
    expect(client.received()[1]).toEqual('GRND 180,423:1 184,423:5 190,423:4 185,428:7+8 180,433:6 190,433:0')
  })

  it('[AS-4.1] is sent after every POSI: for steps, turns, doors and other moves', () => {
    const small = new SmallWorld({
      items: [...placedItems(at(186, 428), door('d')), ...placedItems(at(10, 531), door('d'))],
      paint: { [tileKinds.wall]: [at(186, 428), at(10, 531)] },
    })
    const client = small.logIn(1)
    client.walk('WN')
    client.face('E')
    client.walk('SEE')
    small.world.resendAll(client.player)
    const packets = client.packets()
    const after = packets.flatMap((packet, n) => (packet === 'POSI' ? [packets.slice(n + 1, n + 3)] : []))
    expect(after).toEqual(Array(8).fill(['GRND', 'MOBS']))
  })

  it('[AS-4.2] lists nothing outside the map, and may be empty', () => {
    const corner = at(0, 0)
    const settings = { paint: { [tileKinds.grass]: [corner] }, items: placedItems(at(511, 1), herb()) }
    const { small, client } = createSmallWorld(settings, 7, corner)
    small.world.resendAll(client.player)
    expect(client.received()[1]).toEqual('GRND')
  })
})

describe('[AS-13.9] a ground change', () => {
  const around = [at(188, 426), at(189, 428), at(186, 430)]

  it('is charged to its player: for each receiver, two steps per item plus one', () => {
    const items = [
      ...around.flatMap((place) => placedItems(place, herb(), herb())),
      ...placedItems(startPosition, scroll()),
    ]
    const small = new SmallWorld({ items })
    const [ann] = [1, 2, 3, 4].map((id) => small.join(id))
    small.world.resendAll(ann!.player)
    const seen = ann!.piles.flatMap((pile) => pile.items)
    const [scrollId] = ann!.piles.find(({ x, y }) => x === startPosition.x && y === startPosition.y)!.items
    small.chargedSteps = 0
    ann!.hold(scrollId)
    expect(small.chargedSteps).toBe(3 * (1 + 2 * (seen.length - 1)))
    small.chargedSteps = 0
    ann!.drop(255)
    expect(small.chargedSteps).toBe(3 * (1 + 2 * seen.length))
  })

  it('encodes only the piles that it changes, once for all receivers', () => {
    const small = new SmallWorld({ items: placedItems(startPosition, scroll(), herb()) })
    const ann = small.join(1)
    const seen: (readonly Pile[])[] = []
    ann.ground = (piles) => void seen.push(piles)
    const views = new EncodedViews()
    const received = () => {
      small.world.resendAll(ann.player)
      return views.encodePile(seen.at(-1)![0]!)
    }
    const first = received()
    expect(received()).toBe(first)
    ann.hold(seen[0]![0]!.items[0]!.id)
    expect(received()).not.toBe(first)
    expect(received().items).toHaveLength(1)
  })
})

describe('MOBS', () => {
  it('[AS-4.3] lists other mobs up to five tiles away in x and y by rows, never the receiver', () => {
    const { small, client } = createSmallWorld()
    const places = [
      at(190, 433),
      at(180, 423),
      at(191, 428),
      at(185, 422),
      at(186, 428),
      at(185, 428),
      at(186, 428),
    ]
    for (const [index, place] of places.entries()) small.join(10 + index, place)
    small.tick()
    expect(client.received()).toEqual(['MOBS 11@180,423 15@185,428 14@186,428 16@186,428 10@190,433'])
  })

  it('[AS-4.3] lists at most the 255 nearest mobs', () => {
    const { small, client } = createSmallWorld({}, 0)
    for (let id = 1; id < 256; id++) small.join(id, id <= 3 ? at(190, 433) : startPosition)
    small.tick()
    expect(client.mobsSeen).toHaveLength(255)
    expect(client.mobsSeen.at(-1)).toMatchObject({ id: 3, x: 190, y: 433 })
  })

  it('[AS-4.6] is sent once a tick to players within eight tiles of a mob’s old or new position', () => {
    const small = new SmallWorld()
    const mover = small.join(7)
    const [inView, outOfView, far] = [at(183, 428), at(177, 428), at(175, 428)].map((place, id) =>
      small.join(id, place),
    )
    small.tick()
    for (const each of [mover, inView!, outOfView!, far!]) each.received()
    mover.walk('WE')
    expect(mover.packets()).toEqual(['POSI', 'GRND', 'MOBS', 'POSI', 'GRND', 'MOBS'])
    expect([inView!, outOfView!, far!].flatMap((each) => each.received())).toEqual([])
    small.tick()
    expect([inView!, outOfView!, far!].map((each) => each.received())).toEqual([
      ['MOBS 7@185,428'],
      ['MOBS 2@175,428'],
      [],
    ])
    mover.walk('W')
    small.tick()
    expect(far!.packets()).toEqual([])
    mover.walk('W')
    small.tick()
    expect(far!.packets()).toEqual(['MOBS'])
    small.tick()
    expect(mover.packets().filter((packet) => packet === 'MOBS')).toHaveLength(2)
  })

  it('[AS-4.6] is not sent again to a player who has moved since', () => {
    const small = new SmallWorld()
    const [ann, bob] = [small.join(1), small.join(2)]
    small.tick()
    ann.received()
    bob.received()
    ann.walk('W')
    bob.walk('W')
    small.tick()
    expect(ann.packets()).toEqual(['POSI', 'GRND', 'MOBS', 'MOBS'])
    expect(bob.packets()).toEqual(['POSI', 'GRND', 'MOBS'])
  })

  it('[AS-4.6] is not sent in a tick without changes', () => {
    const small = new SmallWorld()
    const clients = [small.join(1), small.join(2)]
    small.tick()
    for (const client of clients) client.received()
    small.tick(100)
    expect(clients.flatMap((client) => client.received())).toEqual([])
  })
})

describe('the spatial index', () => {
  const place = fc.record({ x: fc.nat(60), y: fc.nat(60) })
  const step = fc.record({ who: fc.nat(9), to: fc.option(place) })

  it('finds the same mobs as a full scan', () => {
    assertProperty(
      fc.property(fc.array(step, { maxLength: 40 }), place, fc.nat(18), (steps, centre, tiles) => {
        const all = Array.from({ length: 10 }, (_, id) => ({ id, place: at(0, 0) as Place }))
        const nearby = new SpatialIndex<(typeof all)[0]>()
        for (const { who, to } of steps) {
          const each = all[who]!
          if (!to) nearby.delete(each)
          else if ([...nearby].includes(each)) nearby.move(each, to)
          else {
            each.place = to
            nearby.add(each)
          }
        }
        const ids = (found: Iterable<{ id: number }>) => [...found].map(({ id }) => id).sort()
        const off = ({ place: { x, y } }: { place: Place }) =>
          [Math.abs(x - centre.x), Math.abs(y - centre.y)] as const
        const within = [...nearby]
        expect(nearby.size).toBe(within.length)
        expect(ids(nearby.square(centre, tiles))).toEqual(
          ids(within.filter((each) => Math.max(...off(each)) <= tiles)),
        )
        expect(ids(nearby.circle(centre, tiles))).toEqual(
          ids(within.filter((each) => Math.hypot(...off(each)) <= tiles)),
        )
        const rows = nearby.square(centre, tiles).map((each) => each.place.y * 100 + each.place.x)
        expect(rows).toEqual(rows.toSorted((a, b) => a - b))
      }),
    )
  })
})
