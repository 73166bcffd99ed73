// [DM-5.3] [DM-10.3] The scoreboard, match results and all-time scores.
import { describe, expect, it } from 'vitest'
import { EventEncoder } from '../../../../games/doom-2077/datagrams/event-encoder.ts'
import { type AllTimeScore, HallOfFame } from '../../../../games/doom-2077/scores/hall-of-fame.ts'
import { personalData } from '../../../../games/doom-2077/scores/personal-data.ts'
import { Scoreboard } from '../../../../games/doom-2077/scores/scoreboard.ts'
import type { KnownPlayer } from '../../../../games/game.ts'
import { TextRenamer } from '../../../../games/shared/privacy/text-renamer.ts'
import { MemoryStore } from '../../../memory-store.ts'
import { type MatchHarness, matchOf, type TestPlayer } from '../match-harness.ts'

const named = (count: number, length = 8) =>
  Array.from({ length: count }, (_, index) => `${index}`.padEnd(length, 'x'))

/** Waits for the victim's respawn, and then kills the victim. */
function kill(room: MatchHarness, by: TestPlayer, victim: TestPlayer): void {
  room.advance(1100)
  room.kill(by, victim)
}

const board = (client: TestPlayer) =>
  client
    .takeEventsOf('scores')
    .at(-1)
    ?.rows.map(({ name, kills, deaths }) => `${name} ${kills}:${deaths}`)

describe('[DM-5.3] the scoreboard', () => {
  it('sorts players by most kills, then by fewest deaths, then by the time at which they joined', () => {
    const tally = new Scoreboard()
    tally.restart(['ann', 'bob', 'cy', 'dan'])
    tally.recordKill('cy', 'ann')
    tally.recordKill('cy', 'ann')
    tally.recordKill('dan', 'cy')
    const rows = tally.publicRows(['ann', 'bob', 'cy', 'dan'])
    expect(rows.map(({ name }) => name)).toEqual(['cy', 'dan', 'bob', 'ann'])
  })

  it('shows at most ten connected players, and only as many as fit into one datagram', () => {
    const tally = new Scoreboard()
    const names = named(12)
    tally.restart([...names, 'gone'])
    tally.recordKill(names[11]!, 'gone')
    const rows = tally.publicRows(names)
    expect(rows.map(({ name }) => name)).toEqual([names[11], ...names.slice(0, 9)])
    for (const length of [1, 50, 96, 97, 100]) {
      const long = new Scoreboard()
      long.restart(named(12, length))
      const shown = long.publicRows(named(12, length))
      expect(shown.length).toBe(length > 96 ? 9 : 10)
      const bytes = new EventEncoder().encode({ kind: 'scores', rows: shown })
      expect(bytes.length).toBeLessThanOrEqual(1024)
    }
  })

  it("never counts beyond its field's maximum", () => {
    const tally = new Scoreboard([
      ['ann', 65_535, 65_535],
      ['bob', 0, 0],
    ])
    tally.recordKill('ann', 'ann')
    expect(tally.rowOf('ann')).toEqual({ name: 'ann', kills: 65_535, deaths: 65_535 })
  })

  it('is sent after each death, reset at the start of a match, and kept for players who return in the same match', () => {
    const [room, ann, bob] = matchOf(['ann', 'bob', 'cy'])
    kill(room, ann, bob)
    expect(board(ann)).toEqual(['ann 1:0', 'cy 0:0', 'bob 0:1'])
    room.advance(5000)
    expect(board(ann)).toEqual(['ann 0:0', 'bob 0:0', 'cy 0:0'])
    kill(room, bob, ann)
    room.leave(bob)
    expect(room.world.publicState()).toMatchObject({ players: [{ name: 'ann', deaths: 1 }, { name: 'cy' }] })
    room.join('bob')
    expect(board(ann)).toEqual(['bob 1:0', 'cy 0:0', 'ann 0:1'])
  })

  it("is frozen from a match's end to the next start, over restarts", () => {
    const [room, ann, bob] = matchOf(['ann', 'bob'], { options: { matchSeconds: 20, pauseSeconds: 20 } })
    room.startMatch()
    kill(room, ann, bob)
    room.advance(20_000)
    room.world.save()
    room.restart()
    kill(room, bob, ann)
    const cy = room.join('cy')
    kill(room, cy, ann)
    expect(room.world.publicState()).toMatchObject({ phase: 'pause' })
    expect(board(ann)).toEqual(['ann 1:0', 'cy 0:0', 'bob 0:1'])
    const stood = room.world.publicState() as { results: readonly { rows: unknown }[] }
    expect(stood.results[0]!.rows).toMatchObject([
      { name: 'ann', kills: 1, deaths: 0 },
      { name: 'bob', kills: 0, deaths: 1 },
    ])
    for (let seconds = 0; seconds < 30 && !ann.takeTexts().includes('Game starts!'); seconds++)
      room.advance(1000)
    ann.takeEvents()
    kill(room, bob, ann)
    expect(board(ann)).toEqual(['bob 1:0', 'cy 0:0', 'ann 0:1'])
  })

  it('of an aborted match is frozen too', () => {
    const [room, ann, bob] = matchOf(['ann', 'bob'])
    room.startMatch()
    kill(room, ann, bob)
    room.leave(bob)
    room.advance(100)
    const back = room.join('bob')
    kill(room, back, ann)
    expect(board(ann)).toEqual(['ann 1:0', 'bob 0:1'])
  })

  it('keeps departed players only if they have a score, and only a bounded number of them', () => {
    const tally = new Scoreboard()
    for (const name of named(5000)) {
      tally.addPlayer(name)
      if (Number.parseInt(name, 10) % 2) tally.recordKill(name, 'ann')
      tally.removePlayer(name)
    }
    expect(tally.rows.length).toBeLessThan(300)
  })
})

describe('[DM-10.3] the hall of fame', () => {
  it("keeps each match's result and all-time scores by name", () => {
    const [room, ann, bob] = matchOf(['ann', 'bob'], { options: { matchSeconds: 20, pauseSeconds: 1 } })
    const cy = room.join('cy')
    room.startMatch()
    kill(room, ann, bob)
    kill(room, cy, bob)
    kill(room, ann, cy)
    room.leave(cy)
    room.advance(20_000)
    const rows = [
      { name: 'ann', kills: 2, deaths: 0 },
      { name: 'cy', kills: 1, deaths: 1 },
      { name: 'bob', kills: 0, deaths: 2 },
    ]
    expect(room.world.publicState()).toMatchObject({
      results: [{ map: 'MAP01', whole: true, rows }],
      leaders: rows.map((row) => ({ ...row, matches: 1, wins: row.name === 'ann' ? 1 : 0 })),
    })
    const killed = (text: string, by: string, of: string) => ({
      ...{ kind: 'death', text, counts: { [by]: { kills: 1 }, [of]: { deaths: 1 } } },
    })
    expect(room.announcements).toEqual([
      killed('bob was killed by ann', 'ann', 'bob'),
      killed('bob was killed by cy', 'cy', 'bob'),
      killed('cy was killed by ann', 'ann', 'cy'),
      {
        kind: 'end',
        text: 'The match on MAP01 ended: ann won with 2 kills',
        results: {
          startedAt: expect.any(Number),
          players: [
            { player: 'ann', place: 1, kills: 2, deaths: 0 },
            { player: 'cy', place: 2, kills: 1, deaths: 1 },
            { player: 'bob', place: 3, kills: 0, deaths: 2 },
          ],
        },
      },
    ])
    room.restart()
    expect(room.world.publicState()).toMatchObject({ results: [{ rows }], leaders: rows })
  })

  it('records an aborted match without a winner, and skips a match without kills', () => {
    const [room, ann, bob] = matchOf(['ann', 'bob'])
    room.startMatch()
    kill(room, ann, bob)
    room.leave(bob)
    room.advance(100)
    room.join('bob')
    room.startMatch()
    room.leave(room.clients[1]!)
    room.advance(100)
    expect(room.world.publicState()).toMatchObject({
      results: [{ whole: false }],
      leaders: [{ name: 'ann', kills: 1, wins: 0, matches: 1 }, { name: 'bob' }],
    })
    expect((room.world.publicState() as { results: unknown[] }).results).toHaveLength(1)
  })

  it('keeps at most the latest twenty results and five hundred names', () => {
    const store = new MemoryStore()
    const hall = new HallOfFame(store)
    for (let match = 0; match < 60; match++) {
      const rows = Array.from({ length: 40 }, (_, index) => ({
        name: `p${match * 20 + index}`,
        kills: index + match,
        deaths: 1,
      }))
      hall.add({ at: match, map: 'MAP01', whole: true, rows })
    }
    expect(hall.results.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, index) => 59 - index))
    const honours = new HallOfFame(store).allTimeScores
    expect(honours).toHaveLength(500)
    expect(honours).toEqual(hall.allTimeScores)
    const kills = honours.map((one: AllTimeScore) => one.kills)
    expect(kills).toEqual(kills.toSorted((a, b) => b - a))
  })
})

it.each([
  ['Latin-1', 'J\xf6rg'],
  ['UTF-8', 'J\xc3\xb6rg'],
])('[DM-10.6] a name that a client has sent in %s is found as it is shown in the chat', (_, name) => {
  const store = new MemoryStore()
  const honours = [{ name, kills: 1, deaths: 0, matches: 1, wins: 1 }]
  store.put('honours', honours)
  const player = personalData.find({ records: store }, 'Jörg') as KnownPlayer
  expect(player.data()).toMatchObject({ allTime: { kills: 1 } })
  const renaming = new TextRenamer(new Map(player.names.map((one) => [one, 'Exqwe'])))
  const erased = player.anonymize({ key: 'honours', value: honours }, { renaming, hasAddress: () => false })
  expect(erased?.value).toEqual([{ ...honours[0], name: 'Exqwe' }])
})
