import { describe, expect, it } from 'vitest'
import { WatchedMatch } from '../../../../games/doom-2077/browser/spectator/watched-match.ts'
import { EventEncoder } from '../../../../games/doom-2077/datagrams/event-encoder.ts'
import { DoomSpectatorFeed } from '../../../../games/doom-2077/protocol/spectator-feed.ts'
import { createMapPlan, drawPlan } from '../../../../games/doom-2077/view/map-plan.ts'
import { isSame } from '../../pictures.ts'
import { corridor, rawLumps, wadOf } from '../map/level/small-maps.ts'
import { arenaLevel, MatchHarness, matchOf } from '../match-harness.ts'
import { DoomTestRoom } from '../test-client.ts'

const later = Number.POSITIVE_INFINITY

function watched(room: MatchHarness) {
  const show = new DoomSpectatorFeed(room.world, new EventEncoder())
  const match = new WatchedMatch()
  match.handleFrames(show.snapshot(), 0)
  return { show, match }
}

const ids = (match: WatchedMatch) => match.drawnPlayers(later).map(({ id }) => id)

describe('[DM-9.14] a spectator', () => {
  it("sees everybody's position and health, and the score", () => {
    const [room, ann, bob] = matchOf(['Ann', 'Bob'])
    room.walkPlayerTo(ann, 0, 0, 90_000)
    bob.player.health = 0
    const { match } = watched(room)
    expect(match.map).toBe('MAP01')
    expect(match.drawnPlayers(later)).toEqual([
      { id: ann.player.id, position: ann.player.position, health: 100_000 },
      { id: bob.player.id, position: bob.player.position, health: 0 },
    ])
    expect(match.scores.map(({ name, kills }) => `${name} ${kills}`)).toEqual(['Ann 0', 'Bob 0'])
  })

  it('sees players join, walk, shoot, die and leave', () => {
    const [room, ann] = matchOf(['Ann'])
    const { show, match } = watched(room)
    const bob = room.join('Bob')
    match.handleFrames(show.delta(), 0)
    expect(ids(match)).toEqual([ann.player.id, bob.player.id])
    room.advance(60_000)
    room.walkPlayerTo(ann, 0, 0, 0)
    room.world.fire(ann.player, 1)
    room.world.damage(ann.player, bob.player.id, 1, 200_000)
    match.handleFrames(show.delta(), 1000)
    expect(match.shots(1000)).toHaveLength(1)
    expect([match.shots(2000), match.isMoving(9000)]).toEqual([[], false])
    room.leave(bob)
    match.handleFrames(show.delta(), 2000)
    expect(ids(match)).toEqual([ann.player.id])
  })

  it('receives each position at a bounded rate, however often a player moves', () => {
    const [room, ann] = matchOf(['Ann'])
    const { show } = watched(room)
    show.delta()
    for (let step = 0; step < 20; step++) {
      ann.walk(1, 0)
      room.advance(34)
    }
    expect(show.delta().length).toBeLessThan(5)
  })

  it('receives nothing after the feed ends', () => {
    const room = new MatchHarness()
    const { show } = watched(room)
    show.onNoSpectators()
    room.join('Ann')
    expect(show.delta()).toEqual([])
  })

  it('gets each map of the room from the endpoints, because a film shows earlier maps', async () => {
    const [first, second] = [
      ['MAP01', corridor([{}, {}])] as const,
      ['MAP02', corridor([{}, {}, {}])] as const,
    ]
    const wad = wadOf(...[first, second].map(([name, map]) => [name, rawLumps(map)] as const))
    const { harness } = await DoomTestRoom.create({}, wad)
    const from = { url: '', createdAt: 0, publicIds: {}, ports: [] }
    for (const endpoint of ['plan', 'geometry']) {
      const read = (map: string) => harness.host.views.readEndpoint(endpoint, { map }, from)
      for (const [name, { lines }] of [first, second])
        expect(JSON.parse(read(name)!).lines).toHaveLength(lines.length)
      expect(read('MAP03')).toBeUndefined()
    }
  })

  it('gets the map from an endpoint, and draws the same walls from it', () => {
    const room = new MatchHarness()
    const plan = JSON.parse(JSON.stringify(room.world.mapPlan('MAP01')))
    expect(isSame(drawPlan(plan), drawPlan(createMapPlan(arenaLevel)))).toBe(true)
  })
})
