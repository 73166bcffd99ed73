// [DM-6] Doors and lifts: ids, states, automatic return, and messages to clients.
import { describe, expect, it } from 'vitest'
import { type Mover, Movers } from '../../../../../games/doom-2077/map/movers.ts'
import { MatchHarness, matchOf, type TestPlayer } from '../../match-harness.ts'
import { type BorderSpec, corridor, type RawMap, things } from './small-maps.ts'

const second = 1000
/** Door 0 returns after 4 s, door 1 stays open, door 2 starts open and returns after 30 s; lift 0 after 3 s. */
const map = {
  ...corridor(
    [
      { width: 512 },
      { width: 64, ceiling: 0 },
      {},
      { tag: 1, ceiling: 0 },
      {},
      { tag: 2 },
      {},
      { tag: 3, floor: 64 },
      {},
    ],
    [
      { special: 1 },
      { special: 1, isReversed: true },
      { special: 2, tag: 1 },
      {},
      { special: 16, tag: 2 },
      {},
      { special: 88, tag: 3 },
    ] satisfies BorderSpec[],
  ),
  things: things('100,60,0,11 100,200,0,11'),
}

function started(raw: RawMap = map): [room: MatchHarness, ann: TestPlayer, bob: TestPlayer] {
  const match = matchOf(['ann', 'bob'], { maps: { MAP01: raw } })
  match[0].startMatch()
  return match
}

const doors = (room: MatchHarness, client: TestPlayer) =>
  room.world.repeatableState(client.player).find(({ kind }) => kind === 'doors')
const moved = (client: TestPlayer) =>
  client.takeEvents().filter(({ kind }) => kind === 'door' || kind === 'lift')

describe('[DM-6.1] a door', () => {
  it('[DM-6.4] opens on request and closes automatically after its move and wait, and everybody is notified', () => {
    const [room, ann, bob] = started()
    room.world.door(ann.player, 0, true)
    for (const client of [ann, bob]) expect(moved(client)).toEqual([{ kind: 'door', id: 0, open: true }])
    room.advance(4400)
    expect(moved(bob)).toEqual([])
    room.advance(200)
    expect(moved(bob)).toEqual([{ kind: 'door', id: 0, open: false }])
    room.advance(60 * second)
    expect(moved(bob)).toEqual([])
  })

  it('that starts open closes on request, and opens again after 30 s', () => {
    const [room, ann] = started()
    room.world.door(ann.player, 2, true)
    expect(moved(ann)).toEqual([])
    room.world.door(ann.player, 2, false)
    expect(moved(ann)).toEqual([{ kind: 'door', id: 2, open: false }])
    room.advance(30_600)
    expect(moved(ann)).toEqual([{ kind: 'door', id: 2, open: true }])
  })

  it('without automatic return stays open', () => {
    const [room, ann] = started()
    room.world.door(ann.player, 1, true)
    moved(ann)
    room.advance(600 * second)
    expect(moved(ann)).toEqual([])
    expect(doors(room, ann)).toEqual({ kind: 'doors', open: [false, true, true] })
  })

  it('moves only from rest, because clients repeat requests from an outdated view', () => {
    const [room, ann, bob] = started()
    room.world.door(ann.player, 0, false)
    room.world.door(ann.player, 0, true)
    moved(bob)
    for (const ms of [0, 300, 1000, 3000]) {
      room.advance(ms)
      room.world.door(ann.player, 0, true)
      room.world.door(ann.player, 0, false)
    }
    expect(moved(bob)).toEqual([])
    room.advance(300)
    expect(moved(bob)).toEqual([{ kind: 'door', id: 0, open: false }])
    room.world.door(ann.player, 0, true)
    expect(moved(bob)).toEqual([])
    room.advance(600)
    room.world.door(ann.player, 0, true)
    expect(moved(bob)).toEqual([{ kind: 'door', id: 0, open: true }])
  })

  it('with an unknown id is ignored', () => {
    const [room, ann, bob] = started()
    for (const id of [3, -1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
      room.world.door(ann.player, id, true)
      room.world.lift(ann.player, id, false)
    }
    expect(moved(bob)).toEqual([])
  })
})

describe('[DM-6.1] doors of one tag', () => {
  const tagged = { tag: 1, ceiling: 0 }
  const triple = {
    ...corridor([{ width: 512 }, tagged, {}, tagged, {}, tagged, {}], [{ special: 90, tag: 1 }]),
    things: things('100,60,0,11 100,200,0,11'),
  }

  it('open together on a request for the last of them, which is the only one that the original client requests', () => {
    const [room, ann, bob] = started(triple)
    room.world.door(ann.player, 2, true)
    const opened = [2, 1, 0].map((id) => ({ kind: 'door', id, open: true }))
    expect([moved(ann), moved(bob)]).toEqual([opened, opened])
    room.world.door(ann.player, 1, true)
    expect(moved(bob)).toEqual([])
    room.advance(4600)
    expect(moved(bob)).toHaveLength(3)
  })

  it('open with a requested door of a higher id, as in the original client when the room’s message arrives', () => {
    const [room, ann] = started(triple)
    room.world.door(ann.player, 1, true)
    expect(moved(ann).map((event) => 'id' in event && event.id)).toEqual([1, 0])
    room.world.door(ann.player, 2, true)
    expect(moved(ann).map((event) => 'id' in event && event.id)).toEqual([2])
  })
})

describe('[DM-6.2] a lift', () => {
  it('goes down on request, and up automatically', () => {
    const [room, ann, bob] = started()
    room.world.lift(ann.player, 0, true)
    room.world.lift(ann.player, 0, false)
    expect(moved(bob)).toEqual([{ kind: 'lift', id: 0, high: false }])
    room.advance(3600)
    expect(moved(bob)).toEqual([{ kind: 'lift', id: 0, high: true }])
  })

  it('also moves the lifts of its tag that come before it', () => {
    const high = { tag: 1, floor: 64 }
    const double = {
      ...corridor([{ width: 512 }, high, {}, high, {}], [{ special: 88, tag: 1 }]),
      things: things('100,60,0,11 100,200,0,11'),
    }
    const [room, ann] = started(double)
    room.world.lift(ann.player, 1, false)
    expect(moved(ann)).toEqual([1, 0].map((id) => ({ kind: 'lift', id, high: false })))
  })
})

describe('[DM-6.3] the states', () => {
  const mover: Mover = { homeState: false, travelMs: 500, waitMs: 4000, neverReturns: false }

  it('are current, except that a door that returns within half a second counts as returned', () => {
    const movers = new Movers([mover, { ...mover, homeState: true }, { ...mover, neverReturns: true }])
    for (const [id, { homeState }] of [mover, { homeState: true }, mover].entries())
      movers.move(id, !homeState, 0)
    expect(movers.states(0)).toEqual([true, false, true])
    expect(movers.states(3999)).toEqual([true, false, true])
    expect(movers.states(4000)).toEqual([false, true, true])
    movers.returnDue(4500)
    expect(movers.states(4500)).toEqual([false, true, true])
  })

  it('[DM-6.4] count as both open and closed, for walking and sight, while a client may still see the move', () => {
    const movers = new Movers([mover])
    expect(movers.state(0, 0)).toBe(false)
    movers.move(0, true, 0)
    expect([movers.state(0, 0), movers.state(0, 799), movers.state(0, 800)]).toEqual([
      undefined,
      undefined,
      true,
    ])
    movers.returnDue(4500)
    expect([movers.state(0, 4500), movers.state(0, 5299), movers.state(0, 5300)]).toEqual([
      undefined,
      undefined,
      false,
    ])
  })

  it('are reset by a change of map', () => {
    const twice = new MatchHarness({
      maps: { MAP01: map, MAP02: map },
      options: { matchSeconds: 5, pauseSeconds: 0 },
    })
    const [ann] = [twice.join('ann'), twice.join('bob')]
    twice.world.door(ann.player, 1, true)
    expect(doors(twice, ann)).toEqual({ kind: 'doors', open: [false, true, true] })
    twice.advance(10_300)
    expect(twice.world.map).toBe('MAP02')
    expect(doors(twice, ann)).toEqual({ kind: 'doors', open: [false, false, true] })
  })
})

describe('walking through a door', () => {
  it('is accepted while the door is open, and refused while the door is closed', () => {
    const [room, ann] = started()
    room.walkPlayerTo(ann, 490, 128)
    ann.walk(40, 0)
    expect(ann.player.position.x).toBe(490_000)
    ann.confirmPosition()
    room.world.door(ann.player, 0, true)
    room.advance(400)
    ann.walk(40, 0)
    expect(ann.player.position.x).toBe(530_000)
    room.advance(10 * second)
    ann.walk(-40, 0)
    expect(ann.player.position.x).toBe(490_000)
  })
})
