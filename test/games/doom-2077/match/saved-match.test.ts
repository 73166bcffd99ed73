// [DM-10.4] A room that is lost at any moment and reopened from its records: players notice a short pause at most.
import { describe, expect, it } from 'vitest'
import { doom2077 } from '../../../../games/doom-2077/index.ts'
import { shiftDueTimes } from '../../../../games/shared/due-times.ts'
import { corridor } from '../map/level/small-maps.ts'
import { MatchHarness, matchOf, type TestPlayer } from '../match-harness.ts'

function running(): [room: MatchHarness, ann: TestPlayer, bob: TestPlayer] {
  const match = matchOf(['ann', 'bob'], { options: { matchSeconds: 60 } })
  match[0].startMatch()
  return match
}

describe('[DM-10.4] after a restart', () => {
  it('everybody is connected as before and receives no events', () => {
    const [room, ...clients] = running()
    room.world.save()
    const before = room.world.publicState()
    room.restart()
    expect(room.world.publicState()).toEqual(before)
    expect(room.world.players).toBe(2)
    for (const client of clients) {
      expect(client.takeEvents()).toEqual([])
      expect(room.world.otherPlayers(client.player)).toHaveLength(1)
    }
  })

  it('the name of an absent player is refused for only 15 s', () => {
    const [room] = running()
    room.world.save()
    // As in an imported room, no session resumes.
    room.restart([])
    const { world } = room
    expect(world.isOccupied).toBe(false)
    const refused = { kick: 'Name already in use.' }
    expect(world.join('ann', { onEvent() {} })).toEqual(refused)
    room.advanceEmpty(14_900)
    world.wake(room.now)
    expect([world.isOccupied, world.join('bob', { onEvent() {} })]).toEqual([false, refused])
    room.advanceEmpty(100)
    expect(world.wakeAt).toBe(room.now)
    world.wake(room.now)
    expect(world.wakeAt).toBeUndefined()
    expect(world.publicState()).toMatchObject({ phase: 'waiting', players: [] })
    expect(room.join('ann').player.name).toBe('ann')
  })

  it('[DM-2.16] the end of a match whose players are no longer expected is announced once', () => {
    const room = new MatchHarness()
    const [ann, bob] = ['ann', 'bob'].map((name) => room.join(name, name.padEnd(32))) as [
      TestPlayer,
      TestPlayer,
    ]
    room.startMatch()
    room.kill(ann, bob)
    room.world.save()
    room.advanceEmpty(15 * 60_000)
    const ends = () => room.announcements.filter(({ kind }) => kind === 'end')
    const view = { phase: 'waiting', players: [] }
    for (let openings = 0; openings < 2; openings++) {
      room.restart([])
      expect(room.world.publicState()).toMatchObject(view)
    }
    // An announcement outside of a transaction would be lost.
    expect(ends()).toEqual([])
    room.world.wake(room.world.wakeAt!)
    for (let openings = 0; openings < 2; openings++) {
      room.restart([])
      expect(room.world.wakeAt).toBeUndefined()
      expect(room.world.publicState()).toMatchObject({ ...view, leaders: [{ kills: 1, matches: 1 }, {}] })
    }
    expect(ends()).toHaveLength(1)
  })

  it('the match continues to its end with its score', () => {
    const [room, ann, bob] = running()
    room.kill(ann, bob)
    ann.takeEvents()
    room.restart()
    room.now += 3000
    room.advance(34)
    expect(ann.takeEventsOf('server-text')).toEqual([])
    expect(room.world.repeatableState(ann.player).find(({ kind }) => kind === 'scores')).toEqual({
      kind: 'scores',
      rows: [
        { name: 'ann', kills: 1, deaths: 0 },
        { name: 'bob', kills: 0, deaths: 1 },
      ],
    })
    room.advance(60_000 - 1000 - 3000 - 1000)
    expect(ann.takeTexts().filter((text) => text.startsWith('Game ending'))).toHaveLength(5)
    room.advance(2000)
    expect(room.world.publicState()).toMatchObject({
      phase: 'pause',
      results: [{ rows: [{ name: 'ann', kills: 1 }, {}] }],
    })
  })

  it('every match state continues and ends in time', () => {
    for (const [phase, ms, ends, next] of [
      ['waiting', 0, 0, 'countdown'],
      ['countdown', 2000, 5100, 'running'],
      ['running', 7000, 15_100, 'pause'],
      ['pause', 17_000, 25_200, 'countdown'],
    ] as const) {
      const [room] = matchOf(['ann'], { options: { matchSeconds: 10, pauseSeconds: 10 } })
      if (phase !== 'waiting') room.join('bob')
      room.advance(ms)
      expect(room.world.publicState()).toMatchObject({ phase })
      room.restart()
      expect(room.world.publicState()).toMatchObject({ phase })
      if (phase === 'waiting') room.join('bob')
      room.advance(Math.max(100, ends - ms))
      expect(room.world.publicState()).toMatchObject({ phase: next })
    }
  })

  it('a player whose death was announced is dead, and respawns after a second', () => {
    const [room, ann, bob] = running()
    room.kill(ann, bob)
    room.restart()
    expect(bob.player.health).toBe(0)
    room.advance(1100)
    expect(bob.player.health).toBe(100_000)
    expect(ann.takeEventsOf('health').at(-1)).toMatchObject({ id: bob.player.id, health: 100_000 })
  })

  it('health, doors and lifts are restored', () => {
    const [room, ann, bob] = running()
    room.walkPlayerTo(ann, -912, 16)
    room.walkPlayerTo(bob, -880, 16)
    ann.shoot(bob, 0)
    room.world.door(ann.player, 1, true)
    room.world.lift(ann.player, 0, false)
    room.world.save()
    const state = room.world.repeatableState(ann.player)
    room.restart()
    expect(room.world.repeatableState(ann.player)).toEqual(state)
    room.advance(3600)
    expect(ann.takeEventsOf('lift').at(-1)).toEqual({ kind: 'lift', id: 0, high: true })
  })

  it('a client continues from the place to which it has walked during the restart, even if that is far away', () => {
    const [room, ann] = running()
    room.walkPlayerTo(ann, -1000, 400)
    room.world.save()
    ann.walkTo(-700, 400)
    const { position } = ann.player
    room.restart()
    expect(ann.player.position.x).toBe(-1_000_000)
    ann.takeEvents()
    ann.move({ ...position, x: position.x + 10_000 })
    expect(ann.player.position.x).toBe(position.x + 10_000)
    expect(ann.takePositions()).toEqual([])
    ann.walk(0, 400)
    ann.walk(0, 400)
    expect(ann.takePositions()).toHaveLength(1)
  })

  it('a set position that the client has not answered is sent again', () => {
    const [room, ann] = running()
    ann.answersPositions = false
    ann.player.placeAt(ann.player.position, room.now)
    room.world.save()
    room.restart()
    ann.takeEvents()
    room.advance(34)
    expect(ann.takePositions()).toEqual([ann.player.position])
  })

  it('a player who is absent for 15 s has left, but until then counts, keeps the name and is visible', () => {
    const [room, ann, bob, cy] = matchOf(['ann', 'bob', 'cy'])
    room.startMatch()
    room.restart([ann])
    room.advance(14_000)
    expect(room.world.publicState()).toMatchObject({ phase: 'running' })
    expect(() => room.accept('bob')).toThrow('Name already in use.')
    const dan = room.join('dan')
    expect(dan.takeEventsOf('joined').map(({ name }) => name)).toEqual(['dan', 'bob', 'cy', 'ann'])
    expect(room.rejoin(cy, { ...room.world.resumeStateOf(cy.player), hasEntered: true })).toBe(true)
    room.advance(1100)
    const left = (client: TestPlayer) =>
      client.takeEvents().filter(({ kind }) => kind === 'left' || kind === 'server-text')
    for (const client of [ann, cy, dan])
      expect(left(client)).toContainEqual({ kind: 'left', id: bob.player.id })
    expect(room.rejoin(bob, { ...room.world.resumeStateOf(bob.player), hasEntered: true })).toBe(false)
    expect(room.world.players).toBe(3)
  })

  it('a player who is connected cannot resume a second time', () => {
    const [room, ann] = running()
    room.restart()
    expect(room.rejoin(ann, room.world.resumeStateOf(ann.player))).toBe(false)
    expect(room.world.players).toBe(2)
  })

  it('a session that has not entered the match keeps its state and position', () => {
    const [room] = running()
    const guest = room.accept('cy')
    const { id, position } = guest.player
    room.restart()
    expect(guest.player).toMatchObject({ id, position, hasEntered: false })
    expect(room.world.enter(guest.player)).toBeUndefined()
    expect(room.world.players).toBe(3)
  })

  it('a room to which nobody returns starts over', () => {
    const [room] = running()
    room.restart([])
    room.now += 86_400_000
    const ann = room.join('ann2')
    room.advance(16_000 + 60_000)
    expect(room.world.publicState()).toMatchObject({ players: [{ name: 'ann2' }] })
    room.join('bob2')
    room.advance(50_000)
    expect(ann.takeTexts()).toContain('Game starting in 5 seconds...')
    expect(room.world.publicState()).toMatchObject({ phase: 'running' })
  })
})

describe('[DM-5.7] [DM-10.4] between two maps', () => {
  const maps = { MAP01: corridor([{}]), MAP02: { ...corridor([{}, {}, {}]), things: [[600, 100, 0, 11]] } }

  it('a client that had not loaded the new map receives it again, and other clients do not', () => {
    const [room, ann, bob] = matchOf(['ann', 'bob'], { maps, options: { matchSeconds: 5, pauseSeconds: 0 } })
    room.advance(5100)
    ann.answersPositions = false
    room.advance(5000)
    expect(room.world.map).toBe('MAP02')
    const [mapEvent] = ann.takeEventsOf('map')
    bob.takeEvents()
    room.restart()
    expect(ann.player.position).toEqual(mapEvent!.place)
    expect(room.world.map).toBe('MAP02')
    expect([ann.player.hasLoadedMap, bob.player.hasLoadedMap]).toEqual([false, true])
    room.advance(3000)
    expect(ann.takeEventsOf('map').length).toBeGreaterThan(0)
    expect(bob.takeEventsOf('map')).toEqual([])
    ann.answersPositions = true
    ann.confirmPosition()
    expect(ann.takeEventsOf('joined').map(({ name }) => name)).toEqual(['bob'])
  })

  it('a player who was absent at the change of map must load the new map', () => {
    const [room, ann, bob, cy] = matchOf(['ann', 'bob', 'cy'], {
      maps,
      options: { matchSeconds: 5, pauseSeconds: 0 },
    })
    room.advance(9000)
    const note = room.world.resumeStateOf(cy.player)
    room.restart([ann, bob])
    room.advance(1500)
    expect(room.world.map).toBe('MAP02')
    cy.takeEvents()
    expect(room.rejoin(cy, note)).toBe(true)
    expect(room.world.otherPlayers(cy.player)).toEqual([])
    room.advance(34)
    expect(cy.takeEventsOf('map')).toMatchObject([{ name: 'MAP02', id: note.id, place: cy.player.position }])
    expect(cy.player.hasLoadedMap).toBe(true)
    expect(room.world.otherPlayers(cy.player)).toHaveLength(2)
  })

  it('the rotation of maps continues with the next map', () => {
    const [room] = matchOf(['ann', 'bob'], { maps, options: { matchSeconds: 5, pauseSeconds: 0 } })
    const played: string[] = []
    for (let match = 0; match < 4; match++) {
      room.advance(10_100)
      room.restart()
      played.push(room.world.map)
    }
    expect(played).toEqual(['MAP02', 'MAP01', 'MAP02', 'MAP01'])
  })
})

describe('[DM-2.15] a reclaimed player', () => {
  const secret = 's'.repeat(32)
  const anew = { onEvent() {} }

  function runningWithSecret(): [room: MatchHarness, ann: TestPlayer, bob: TestPlayer] {
    const room = new MatchHarness()
    const [ann, bob] = [room.join('ann', secret), room.join('bob')]
    room.startMatch()
    return [room, ann, bob]
  }

  it('has the same id, score and place as before, and loads the map', () => {
    const [room, ann, bob] = runningWithSecret()
    room.kill(ann, bob)
    room.world.save()
    const { id, position } = ann.player
    room.restart([bob])
    const player = room.world.reclaim('ann', secret, anew)!
    expect([player.id, player.hasLoadedMap, player.isPlaying]).toEqual([id, false, false])
    expect(Math.abs(player.position.x - position.x)).toBeLessThan(100)
    room.world.move(player, player.position)
    expect(player.isPlaying).toBe(true)
    expect(room.world.publicState()).toMatchObject({ players: [{ name: 'bob' }, { name: 'ann', kills: 1 }] })
  })

  it('who was dead is alive again at a start', () => {
    const [room, ann, bob] = runningWithSecret()
    room.kill(bob, ann)
    bob.takeEvents()
    const player = room.world.reclaim('ann', secret, anew)!
    expect(player.health).toBe(100_000)
    expect(bob.takeEvents().filter(({ kind }) => /moved|health/.test(kind))).toMatchObject([
      { kind: 'moved', id: player.id },
      { kind: 'health', id: player.id, health: 100_000 },
    ])
  })

  it('[DM-4.1] must still wait for the interval of the weapon since the last shot', () => {
    const [room, ann, bob] = runningWithSecret()
    ann.fire(3)
    bob.takeEvents()
    const player = room.world.reclaim('ann', secret, anew)!
    room.world.move(player, player.position)
    room.world.fire(player, 3)
    expect(bob.takeEventsOf('fired')).toEqual([])
  })

  it('is not given to a client with another secret or without a secret', () => {
    const [room] = runningWithSecret()
    expect(room.world.reclaim('ann', 't'.repeat(32), anew)).toBeUndefined()
    expect(room.world.reclaim('ann', '', anew)).toBeUndefined()
    expect(room.world.reclaim('bob', '', anew)).toBeUndefined()
  })

  it('keeps the secret over restarts', () => {
    const [room] = runningWithSecret()
    for (const back of [undefined, []]) {
      room.world.save()
      room.restart(back)
    }
    expect(room.world.reclaim('ann', secret, anew)?.name).toBe('ann')
  })
})

describe('[DM-10.4] the record', () => {
  it('is not written when nothing has changed', () => {
    const [room] = running()
    room.world.save()
    room.store.news()
    room.advance(10_000)
    room.world.save()
    expect(room.store.news()).not.toContain('match')
  })

  it('keeps the field names of earlier versions', () => {
    const [room] = running()
    room.world.save()
    expect(room.store.get('match')).toMatchObject({
      match: { phase: 'running', until: expect.any(Number), told: 6 },
      ...{ turn: 0, tally: expect.any(Array), settled: false },
    })
  })
})

describe('[DM-2.18] a match to which the room goes back after ten minutes', () => {
  function goBack(room: MatchHarness): void {
    room.world.save()
    room.advanceEmpty(600_000)
    shiftDueTimes(doom2077.dueTimeShifts!, room.store, 600_000)
    room.restart([])
  }
  const match = (room: MatchHarness) =>
    room.world.publicState() as { phase: string; players: readonly { name: string; kills: number }[] }
  const secret = 'a'.repeat(32)

  it('continues for the rest of its time; players who join again keep their place and score, with a secret or without', () => {
    const [room, ann] = matchOf(['ann'], { options: { matchSeconds: 60 } })
    const bob = room.join('bob', secret)
    room.startMatch()
    room.kill(ann, bob)
    room.advance(9000)
    room.walkPlayerTo(ann, -912, 16)
    ann.player.health = 40_000
    goBack(room)
    room.advance(34)
    const again = room.join('ann')
    expect([again.player.position.x, again.player.health]).toEqual([-912_000, 40_000])
    expect(room.world.join('bob', { onEvent() {} })).toEqual({ kick: 'Name already in use.' })
    expect(room.world.reclaim('bob', secret, { onEvent() {} })!.id).toBe(bob.player.id)
    expect(match(room)).toMatchObject({
      phase: 'running',
      players: [
        { name: 'ann', kills: 1, deaths: 0 },
        { name: 'bob', kills: 0, deaths: 1 },
      ],
    })
    room.advance(49_500)
    expect(match(room).phase).toBe('running')
    room.advance(1000)
    expect(match(room).phase).toBe('pause')
  })

  it('waits 60 s for its players, even if the room restarts in that time, and lets each of them return once', () => {
    const [room] = matchOf(['ann', 'bob'])
    room.startMatch()
    goBack(room)
    const [first, second] = [room.accept('ann'), room.accept('ann')]
    expect([room.world.enter(first.player), room.world.enter(second.player)?.kick]).toEqual([
      undefined,
      'Name already in use.',
    ])
    room.advance(30_000)
    room.restart()
    room.advance(50_000)
    expect(match(room)).toMatchObject({ phase: 'running', players: [{ name: 'bob' }, { name: 'ann' }] })
    room.advance(11_000)
    expect(match(room).phase).toBe('waiting')
  })

  it('lets nobody take over a player who has returned and was then disconnected by a restart', () => {
    const [room] = matchOf(['ann', 'bob'])
    room.startMatch()
    goBack(room)
    room.join('ann')
    room.restart([])
    expect(room.world.join('ann', { onEvent() {} })).toEqual({ kick: 'Name already in use.' })
  })
})
