// [DM-3] Who may be where, what is passed on, and being put somewhere.
import { describe, expect, it } from 'vitest'
import { readFromClient } from '../../../../games/doom-2077/datagrams/datagram.ts'
import type { Place } from '../../../../games/doom-2077/map/place.ts'
import { corridor } from '../map/small-maps.ts'
import { arena, type Client, MatchRoom } from '../match-room.ts'
import { sentIn } from '../transcripts.ts'

/** 1,024 units of floor, a step too high, and 1,024 more. */
const stepped = {
  ...corridor([{ width: 1024 }, { width: 1024, floor: 32, ceiling: 200 }, { width: 1024, floor: 48 }]),
  things: [
    [100, 128, 0, 11],
    [900, 128, 0, 11],
  ],
}

/** In a match, or alone. */
function walker(map = stepped, watched = true) {
  const room = new MatchRoom({ maps: { MAP01: map } })
  const ann = room.join('ann')
  const bob = watched ? room.join('bob') : ann
  if (watched) room.start()
  room.place(ann, 500, 128)
  room.pass(1000)
  ann.heard()
  bob.heard()
  return { room, ann, bob }
}

const at = (place: Place, dx: number, dy = 0, dz = 0): Place => ({
  ...place,
  x: place.x + dx * 1000,
  y: place.y + dy * 1000,
  z: place.z + dz * 1000,
})

describe('[DM-3.1] a MOVE', () => {
  it('is passed on to all others just as it came, its integers too', () => {
    const { ann, bob } = walker()
    const place = { x: 507_001, y: 127_999, z: 41_003, angle: -720_250_007 }
    ann.move(place)
    expect(bob.heard()).toEqual([{ kind: 'moved', id: ann.player.id, place }])
    expect(ann.heard()).toEqual([])
    ann.move(place)
    expect(bob.heard()).toEqual([])
  })

  it('[DM-3.2] is told to its own client only where it was put', () => {
    const room = new MatchRoom({ maps: { MAP01: corridor([{ width: 512 }]) } })
    const ann = room.join('ann')
    room.place(ann, 200, 128)
    ann.heard()
    ann.walk(5, 0)
    expect(ann.set()).toEqual([])
    room.pass(400)
    ann.walk(0, 0, 90)
    expect(ann.set()).toEqual([ann.player.place])
  })

  it('of the original client is believed, every one that was recorded on a floor of ours', () => {
    const moves = sentIn('original-client').flatMap(({ t, dir, bytes }) =>
      dir === 'c2s'
        ? readFromClient(bytes).messages.flatMap((m) => (m.type === 'MOVE' ? [{ t, ...m }] : []))
        : [],
    )
    const walk = moves.filter(({ t }) => t > 600 && t < 9000)
    expect(walk.length).toBeGreaterThan(50)
    const wide = {
      ...corridor([{ width: 1024 }]),
      vertexes: [
        [0, 0],
        [0, 1024],
        [1024, 0],
        [1024, 1024],
      ] as const,
    }
    const { room, ann, bob } = walker({
      ...wide,
      things: [
        [100, 900, 45, 11],
        [900, 100, 0, 11],
      ],
    })
    const shift = ({ x, y, z, angle }: Place) => ({ x: x + 3_200_000, y: y - 1000, z, angle })
    room.place(ann, 128, 767)
    let before = 600
    for (const move of walk.filter(({ z }) => z === 41_000)) {
      room.pass(move.t - before)
      before = move.t
      ann.move(shift(move))
      expect(ann.player.place).toEqual(shift(move))
    }
    expect(ann.set()).toEqual([])
    expect(bob.heardOf('moved').length).toBeGreaterThan(50)
  })
})

describe('[DM-3.3] speed', () => {
  const run = (unitsPerSecond: number, every: number, seconds = 2): Client => {
    const long = {
      ...corridor([{ width: 8192 }]),
      things: [
        [100, 128, 0, 11],
        [8000, 128, 0, 11],
      ],
    }
    const { room, ann } = walker(long, false)
    for (let ms = 0; ms < seconds * 1000; ms += every) {
      room.pass(every)
      ann.walk((unitsPerSecond * every) / 1000, 0)
    }
    return ann
  }

  it('is that of the client, with room for lost and late MOVEs', () => {
    expect(run(300, 34, 10).set()).toEqual([])
    expect(run(300, 1400, 10).set()).toEqual([])
  })

  it('of more is refused, and of a jump at once', () => {
    expect(run(900, 34).set().length).toBeGreaterThan(0)
    const { ann, bob } = walker()
    const { place } = ann.player
    ann.move(at(place, 451))
    expect(ann.player.place).toEqual(place)
    expect(bob.heard()).toEqual([])
    for (const far of [1e9, 9e12, -9e12]) ann.move(at(place, far, far))
    expect(ann.player.place).toEqual(place)
  })
})

describe('[DM-3.5] a MOVE that cannot be', () => {
  it('is not passed on, and its client is put back where it was, once', () => {
    const { ann, bob } = walker()
    const { place } = ann.player
    for (let times = 0; times < 5; times++) ann.move(at(place, 0, 200))
    expect(bob.heard()).toEqual([])
    expect(ann.heard()).toEqual([{ kind: 'moved', id: ann.player.id, place }])
    ann.answer()
    ann.move(at(place, 5))
    expect(ann.player.place).toEqual(at(place, 5))
    expect(ann.heard()).toEqual([])
  })

  it('is one through walls, up a step that is too high, or out of the map', () => {
    const { room, ann } = walker()
    room.place(ann, 1000, 128)
    const { place } = ann.player
    ann.move(at(place, 60))
    expect(ann.player.place).toEqual(place)
    expect(ann.set()).toHaveLength(1)
  })

  it('[DM-3.6] is one in the ground or in the air; but down from a ledge one falls', () => {
    const { room, ann } = walker()
    const { place } = ann.player
    ann.move(at(place, 5, 0, -33))
    expect(ann.player.place).toEqual(place)
    ann.answer()
    room.pass(400)
    ann.move(at(place, 5, 0, 200))
    expect(ann.player.place).toEqual(place)
    ann.answer()
    room.place(ann, 1030, 128)
    ann.walk(-12, 0)
    ann.walk(0, 0, -11)
    ann.walk(0, 0, -21)
    expect(ann.player.place).toMatchObject({ x: 1_018_000, z: 41_000 })
    expect(ann.set()).toHaveLength(2)
  })

  it('[DM-3.6] is none higher than a step above the floor, however high the ceiling', () => {
    const { room, ann } = walker()
    const { place } = ann.player
    ann.move(at(place, 5, 0, 24))
    expect(ann.player.place).toMatchObject({ z: 65_000 })
    for (const up of [25, 60, 100]) {
      room.pass(400)
      ann.move(at(place, 5, 0, up))
      expect(ann.player.place).toMatchObject({ z: 65_000 })
      ann.answer()
    }
  })

  it('[DM-3.6] is none in the air after 3 s: who does not fall is put on the floor', () => {
    const { room, ann } = walker()
    room.place(ann, 2060, 128)
    ann.walk(-14, 0)
    expect(ann.player.place).toMatchObject({ z: 89_000 })
    room.place(ann, 1030, 128)
    ann.walk(-12, 0)
    for (let seconds = 0; seconds < 4; seconds++) {
      room.pass(1000)
      ann.walk(-3, 0)
    }
    const floor = ann.player.place.z
    expect([floor, ann.set().at(-1)?.z]).toEqual([41_000, 41_000])
  })

  it('may be a corner that was cut because MOVEs between were lost', () => {
    const { ann } = walker()
    ann.walk(100, 100)
    expect(ann.player.place).toMatchObject({ x: 600_000, y: 228_000 })
  })
})

describe('[DM-3.4] who is set somewhere', () => {
  it('is told again each second until he answers, five times in all', () => {
    const { room, ann } = walker()
    ann.player.set(at(ann.player.place, 300), room.now)
    ann.obeys = false
    room.pass(20_000)
    expect(ann.set()).toHaveLength(4)
    ann.move(at(ann.player.place, 20))
    room.pass(5000)
    expect(ann.set()).toEqual([])
  })

  it('is told anew for what he says from elsewhere, once a second', () => {
    const { room, ann } = walker()
    const old = at(ann.player.place, -480)
    ann.player.set(ann.player.place, room.now)
    ann.obeys = false
    room.pass(20_000)
    ann.heard()
    for (let times = 0; times < 30; times++) {
      room.pass(100)
      ann.move(at(old, times))
    }
    expect(ann.set()).toHaveLength(3)
    expect(ann.player.place.x).toBe(500_000)
  })

  it('is shown on his old way for as long as he cannot have heard of it, and then where he is', () => {
    const room = new MatchRoom({ maps: { MAP01: stepped } })
    const [ann, bob] = [room.join('ann'), room.join('bob')]
    room.place(ann, 500, 128)
    const old = ann.player.place
    ann.obeys = false
    while (ann.player.place === old) room.pass(34)
    bob.heard()
    ann.move(at(old, 10))
    ann.move(at(old, 20))
    expect(bob.heardOf('moved').map(({ place }) => place)).toEqual([at(old, 10), at(old, 20)])
    ann.obeys = true
    ann.answer()
    expect(bob.heardOf('moved')).toEqual([{ kind: 'moved', id: ann.player.id, place: ann.player.place }])
    ann.heard()
    ann.move(at(old, 30))
    expect([...bob.heardOf('moved'), ...ann.set()]).toEqual([])
    room.pass(400)
    ann.move(at(old, 30))
    expect(ann.set()).toEqual([ann.player.place])
  })
})

describe('a client that walks in circles', () => {
  it('of 30 units around its start, the first step at once, is never put back, nor is a MOVE lost at a match’s start', () => {
    const room = new MatchRoom()
    const clients = Array.from({ length: 16 }, (_, index) => room.join(`load${index}`))
    const centres = new Map(clients.map((client) => [client, client.player.place]))
    for (const client of clients) {
      client.obeys = false
      client.heard()
    }
    let sent = 0
    let passed = 0
    for (let slot = 0; slot < 30 * 8; slot++) {
      for (const client of clients) {
        const { x, y, z } = centres.get(client)!
        const turn = slot * 0.12
        sent += 15
        client.move({
          x: Math.trunc(x + 30_000 * Math.cos(turn)),
          y: Math.trunc(y + 30_000 * Math.sin(turn)),
          z,
          angle: slot * 10 + 5,
        })
      }
      room.pass(34)
      for (const client of clients)
        for (const event of client.heard()) {
          if (event.kind !== 'moved') continue
          if (event.id === client.player.id) centres.set(client, event.place)
          else if (event.place.angle % 10 === 5 && event.place.angle < 3000) passed++
        }
    }
    expect(sent).toBe(16 * 15 * 240)
    expect(passed / sent).toBeGreaterThan(0.999)
    expect(arena.spawns.length).toBeGreaterThanOrEqual(16)
  })
})
