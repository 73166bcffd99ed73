// [DM-3] Possible positions, forwarding of MOVEs, and positions that the server sets.
import { describe, expect, it } from 'vitest'
import { readFromClient } from '../../../../games/doom-2077/datagrams/datagram.ts'
import type { Position } from '../../../../games/doom-2077/map/position.ts'
import { corridor, things } from '../map/level/small-maps.ts'
import { arenaLevel, MatchHarness, matchOf, type TestPlayer } from '../match-harness.ts'
import { datagramsOf } from '../transcripts.ts'

/** A map with 1,024 units of floor, a step that is too high, and another 1,024 units of floor. */
const stepped = {
  ...corridor([{ width: 1024 }, { width: 1024, floor: 32, ceiling: 200 }, { width: 1024, floor: 48 }]),
  things: things('100,128,0,11 900,128,0,11'),
}

function walker(map = stepped, watched = true) {
  const [room, ann] = matchOf(['ann'], { maps: { MAP01: map } })
  const bob = watched ? room.join('bob') : ann
  if (watched) room.startMatch()
  room.walkPlayerTo(ann, 500, 128)
  room.advance(1000)
  ann.takeEvents()
  bob.takeEvents()
  return { room, ann, bob }
}

const at = (place: Position, dx: number, dy = 0, dz = 0): Position => ({
  ...place,
  x: place.x + dx * 1000,
  y: place.y + dy * 1000,
  z: place.z + dz * 1000,
})

describe('[DM-3.1] a MOVE', () => {
  it('is forwarded once to all other players, with the same integers', () => {
    const { ann, bob } = walker()
    const place = { x: 507_001, y: 127_999, z: 41_003, angle: -720_250_007 }
    ann.move(place)
    expect(bob.takeEvents()).toEqual([{ kind: 'moved', id: ann.player.id, place }])
    expect(ann.takeEvents()).toEqual([])
    ann.move(place)
    expect(bob.takeEvents()).toEqual([])
  })

  it('[DM-3.2] is sent to its own client only when the server sets the position', () => {
    const [room, ann] = matchOf(['ann'], { maps: { MAP01: corridor([{ width: 512 }]) } })
    room.walkPlayerTo(ann, 200, 128)
    ann.takeEvents()
    ann.walk(5, 0)
    expect(ann.takePositions()).toEqual([])
    room.advance(400)
    ann.walk(0, 0, 90)
    expect(ann.takePositions()).toEqual([ann.player.position])
  })

  it('from the recording of the original client is accepted if it is on the floor', () => {
    const moves = datagramsOf('original-client').flatMap(({ t, dir, bytes }) =>
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
      things: things('100,900,45,11 900,100,0,11'),
    }
    const { room, ann, bob } = walker(wide)
    const shift = ({ x, y, z, angle }: Position) => ({ x: x + 3_200_000, y: y - 1000, z, angle })
    room.walkPlayerTo(ann, 128, 767)
    let before = 600
    for (const move of walk.filter(({ z }) => z === 41_000)) {
      room.advance(move.t - before)
      before = move.t
      ann.move(shift(move))
      expect(ann.player.position).toEqual(shift(move))
    }
    expect(ann.takePositions()).toEqual([])
    expect(bob.takeEventsOf('moved').length).toBeGreaterThan(50)
  })
})

describe('[DM-3.3] speed', () => {
  const run = (unitsPerSecond: number, every: number, seconds = 2): TestPlayer => {
    const long = {
      ...corridor([{ width: 8192 }]),
      things: things('100,128,0,11 8000,128,0,11'),
    }
    const { room, ann } = walker(long, false)
    for (let ms = 0; ms < seconds * 1000; ms += every) {
      room.advance(every)
      ann.walk((unitsPerSecond * every) / 1000, 0)
    }
    return ann
  }

  it('may reach the speed of the client, with tolerance for lost and late MOVEs', () => {
    expect(run(300, 34, 10).takePositions()).toEqual([])
    expect(run(300, 1400, 10).takePositions()).toEqual([])
  })

  it('above the limit is refused, and a jump is refused at once', () => {
    expect(run(900, 34).takePositions().length).toBeGreaterThan(0)
    const { ann, bob } = walker()
    const { position } = ann.player
    ann.move(at(position, 451))
    expect(ann.player.position).toEqual(position)
    expect(bob.takeEvents()).toEqual([])
    for (const far of [1e9, 9e12, -9e12]) ann.move(at(position, far, far))
    expect(ann.player.position).toEqual(position)
  })
})

describe('[DM-3.5] an impossible MOVE', () => {
  it('is not forwarded, and its client is set back once', () => {
    const { ann, bob } = walker()
    const { position } = ann.player
    for (let times = 0; times < 5; times++) ann.move(at(position, 0, 200))
    expect(bob.takeEvents()).toEqual([])
    expect(ann.takeEvents()).toEqual([{ kind: 'moved', id: ann.player.id, place: position }])
    ann.confirmPosition()
    ann.move(at(position, 5))
    expect(ann.player.position).toEqual(at(position, 5))
    expect(ann.takeEvents()).toEqual([])
  })

  it('is one that goes up a step that is too high', () => {
    const { room, ann } = walker()
    room.walkPlayerTo(ann, 1000, 128)
    const { position } = ann.player
    ann.move(at(position, 60))
    expect(ann.player.position).toEqual(position)
    expect(ann.takePositions()).toHaveLength(1)
  })

  it('[DM-3.6] is one below the floor or in the air, except a fall from a ledge', () => {
    const { room, ann } = walker()
    const { position } = ann.player
    ann.move(at(position, 5, 0, -33))
    expect(ann.player.position).toEqual(position)
    ann.confirmPosition()
    room.advance(400)
    ann.move(at(position, 5, 0, 200))
    expect(ann.player.position).toEqual(position)
    ann.confirmPosition()
    room.walkPlayerTo(ann, 1030, 128)
    ann.walk(-12, 0)
    ann.walk(0, 0, -11)
    ann.walk(0, 0, -21)
    expect(ann.player.position).toMatchObject({ x: 1_018_000, z: 41_000 })
    expect(ann.takePositions()).toHaveLength(2)
  })

  it('[DM-3.6] is one more than a step above the floor, however high the ceiling', () => {
    const { room, ann } = walker()
    const { position } = ann.player
    ann.move(at(position, 5, 0, 24))
    expect(ann.player.position).toMatchObject({ z: 65_000 })
    for (const up of [25, 60, 100]) {
      room.advance(400)
      ann.move(at(position, 5, 0, up))
      expect(ann.player.position).toMatchObject({ z: 65_000 })
      ann.confirmPosition()
    }
  })

  it('[DM-3.6] is one that continues a fall after 3 s: the server puts the player on the floor', () => {
    const { room, ann } = walker()
    room.walkPlayerTo(ann, 2060, 128)
    ann.walk(-14, 0)
    expect(ann.player.position).toMatchObject({ z: 89_000 })
    room.walkPlayerTo(ann, 1030, 128)
    ann.walk(-12, 0)
    for (let seconds = 0; seconds < 4; seconds++) {
      room.advance(1000)
      ann.walk(-3, 0)
    }
    const floor = ann.player.position.z
    expect([floor, ann.takePositions().at(-1)?.z]).toEqual([41_000, 41_000])
  })

  it('is not one that cuts a corner if the MOVEs around the corner were lost', () => {
    const { ann } = walker()
    ann.walk(100, 100)
    expect(ann.player.position).toMatchObject({ x: 600_000, y: 228_000 })
  })
})

describe('[DM-3.4] a set position', () => {
  it('is repeated each second until the client answers, at most five times', () => {
    const { room, ann } = walker()
    ann.player.placeAt(at(ann.player.position, 300), room.now)
    ann.answersPositions = false
    room.advance(20_000)
    expect(ann.takePositions()).toHaveLength(4)
    ann.move(at(ann.player.position, 20))
    room.advance(5000)
    expect(ann.takePositions()).toEqual([])
  })

  it('is repeated at most once a second while the client reports another position', () => {
    const { room, ann } = walker()
    const old = at(ann.player.position, -480)
    ann.player.placeAt(ann.player.position, room.now)
    ann.answersPositions = false
    room.advance(20_000)
    ann.takeEvents()
    for (let times = 0; times < 30; times++) {
      room.advance(100)
      ann.move(at(old, times))
    }
    expect(ann.takePositions()).toHaveLength(3)
    expect(ann.player.position.x).toBe(500_000)
  })

  it('is visible to other players only after the client has answered it', () => {
    const [room, ann, bob] = matchOf(['ann', 'bob'], { maps: { MAP01: stepped } })
    room.walkPlayerTo(ann, 500, 128)
    const old = ann.player.position
    ann.answersPositions = false
    while (ann.player.position === old) room.advance(34)
    bob.takeEvents()
    ann.move(at(old, 10))
    ann.move(at(old, 20))
    expect(bob.takeEventsOf('moved').map(({ place }) => place)).toEqual([at(old, 10), at(old, 20)])
    ann.answersPositions = true
    ann.confirmPosition()
    expect(bob.takeEventsOf('moved')).toEqual([
      { kind: 'moved', id: ann.player.id, place: ann.player.position },
    ])
    ann.takeEvents()
    ann.move(at(old, 30))
    expect([...bob.takeEventsOf('moved'), ...ann.takePositions()]).toEqual([])
    room.advance(400)
    ann.move(at(old, 30))
    expect(ann.takePositions()).toEqual([ann.player.position])
  })
})

describe('a client that walks in circles', () => {
  it("within 30 units of its start is never set back, and loses no MOVE at a match's start", () => {
    const room = new MatchHarness()
    const clients = Array.from({ length: 16 }, (_, index) => room.join(`load${index}`))
    const centres = new Map(clients.map((client) => [client, client.player.position]))
    for (const client of clients) {
      client.answersPositions = false
      client.takeEvents()
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
      room.advance(34)
      for (const client of clients)
        for (const event of client.takeEvents()) {
          if (event.kind !== 'moved') continue
          if (event.id === client.player.id) centres.set(client, event.place)
          else if (event.place.angle % 10 === 5 && event.place.angle < 3000) passed++
        }
    }
    expect(sent).toBe(16 * 15 * 240)
    expect(passed / sent).toBeGreaterThan(0.999)
    expect(arenaLevel.spawns.length).toBeGreaterThanOrEqual(16)
  })
})
