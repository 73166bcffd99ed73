import { describe, expect, it } from 'vitest'
import { WatchedField } from '../../../../games/soaprun/browser/watched-field.ts'
import { SoaprunSpectatorFeed } from '../../../../games/soaprun/protocol/spectator-feed.ts'
import { enter, logIn, nodes, type SoaprunRoom, walk, worldARoom } from '../fixture-room.ts'
import { canvasTile, formatNodes, type Place, SmallWorld } from '../small-world.ts'

const spawn: Place = [30, 22]
const now = 0

const feedOf = (room: SoaprunRoom) => room.harness.host.views.spectatorFeed!

function watching(room: SoaprunRoom): WatchedField {
  const field = new WatchedField()
  field.onFrames(feedOf(room).snapshot(now), now)
  return field
}

/** In tiles. */
const places = ({ figures }: WatchedField) =>
  [...figures.others.values()].map(({ goal }) => [goal.x / 16, goal.y / 16])
const units = ({ figures }: WatchedField) => [...figures.units.values()]

describe('[SR-4.18] a spectator', () => {
  it('sees the same ground as players, and every unit and player on the map', async () => {
    const room = await worldARoom()
    walk(enter(room), spawn)
    const field = watching(room)
    const { width, height } = field.board!
    expect([width, height]).toEqual([61, 46])
    const known = logIn(room).ask({ type: 'Room', x: 1, y: 1 }, 'Room').tiles
    expect(field.board!.room(1, 1)).toEqual(known)
    expect(places(field)).toEqual([[30, 22]])
    expect(units(field).length).toBe(16)
  })

  it('does not see players before their first move or after they have left', async () => {
    const room = await worldARoom()
    const player = logIn(room)
    const field = watching(room)
    expect(places(field)).toEqual([])
    walk(player, spawn)
    field.onFrames(feedOf(room).delta(now), now)
    expect(places(field)).toEqual([[30, 22]])
    player.hangUp()
    field.onFrames(feedOf(room).delta(now), now)
    expect(places(field)).toEqual([])
  })

  it('sees all painted tiles, however many there are', () => {
    const cells = Array.from({ length: 300 }, (_, n) => ({ x: 25 + (n % 20), y: 17 + Math.floor(n / 20) }))
    const small = new SmallWorld([], {
      tiles: { [canvasTile]: formatNodes(cells) },
      maxDrawsPerSecond: 0,
      maxWorldDrawsPerSecond: 0,
    })
    const feed = new SoaprunSpectatorFeed(small.world)
    const field = new WatchedField()
    field.onFrames(feed.snapshot(), now)
    const painter = small.enter()
    for (const { x, y } of cells) {
      painter.trail.restart({ x, y })
      small.world.draw(painter, [], x, y, canvasTile + 2)
    }
    field.takeChanged()
    field.onFrames(feed.delta(), now)
    expect(field.takeChanged().length).toBe(300)
    for (const { x, y } of cells) expect(field.board!.tile(x, y)).toBe(canvasTile + 2)
  })

  it('sees the walks of players', async () => {
    const room = await worldARoom()
    const player = enter(room)
    walk(player, spawn)
    const field = watching(room)
    walk(player, [30, 22], [31, 22])
    field.advance(1000)
    field.onFrames(feedOf(room).delta(1000), 1000)
    const [runner] = [...field.figures.others.values()]
    expect(runner!.place.x).toBe(30 * 16)
    // The drawn figure moves at the pace of a client: two pixels in 17 ms.
    field.advance(1000 + 4 * 17)
    expect([runner!.place.x, field.figures.isMoving]).toEqual([30.5 * 16, true])
    field.advance(1000 + 9 * 17)
    expect([runner!.place.x, field.figures.isMoving]).toEqual([31 * 16, false])
  })

  it('gets the full state when joining later, and earlier spectators miss nothing', async () => {
    const room = await worldARoom()
    const player = enter(room)
    walk(player, spawn)
    const first = watching(room)
    walk(player, [30, 22], [31, 22])
    const news = feedOf(room).delta(now)
    const second = watching(room)
    first.onFrames(news, now)
    expect(places(second)).toEqual(places(first))
    const shown = (field: WatchedField) =>
      units(field).map(({ type, status, goal }) => ({ type, status, goal }))
    expect(shown(second)).toEqual(shown(first))
  })

  it('sees all 63 players', async () => {
    const room = await worldARoom({ options: { maxPeersPerAddress: 0, maxLoginsPerMinute: 0 } })
    for (let n = 0; n < 63; n++) walk(enter(room), spawn)
    expect(watching(room).figures.others.size).toBe(63)
  })

  it('does not affect what players receive', async () => {
    const received = async (watched: boolean) => {
      const room = await worldARoom()
      const player = enter(room)
      const fields = []
      for (let n = 0; n < 20; n++) {
        room.tick()
        if (watched) feedOf(room).delta(now)
        fields.push(player.ask({ type: 'myPo', nodes: nodes([30, 22]) }, 'Flds'))
      }
      return fields
    }
    expect(await received(true)).toEqual(await received(false))
  })
})
