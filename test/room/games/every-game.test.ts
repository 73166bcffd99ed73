import { describe, expect, it } from 'vitest'
import { games } from '../../../games/index.ts'
import { isSame } from '../../games/pictures.ts'
import { MemoryRoom } from '../in-memory-room.ts'
import { gameOf, kinds, kindsOf } from './game-fixtures.ts'
import { created, played } from './played-room.ts'

/** The work that remains when the last player leaves is finished within this many milliseconds. */
const lastTimerMs = 5 * 60_000

// Empty rooms must have no pending timers, because the platform bills an object while it has some.
describe('an empty room', () => {
  const firsts = games.map(({ slug }) => kinds.find(({ game }) => game === slug)!)

  it.each(firsts.map((kind) => [kind.game, kind] as const))(
    'of %s has no timers some minutes after the last player left',
    async (_game, kind) => {
      const room = await created(kind)
      const socket = await played(kind, room)
      socket.readyState = 3
      room.room.socketClosed(socket, { code: 1000, reason: '' })
      for (let passed = 0; passed < lastTimerMs; passed += 1000) room.clock.pass(1000)
      expect(room.clock.armed).toBe(0)
    },
  )
})

describe('every kind of room', () => {
  it('is in the list of kinds to test', () => {
    const wanted = games.flatMap((game) => kindsOf(game).map((kind) => `${game.slug}: ${kind}`))
    const rows = kinds.flatMap(({ game, covers }) => covers.map((kind) => `${game}: ${kind}`))
    expect([...new Set(rows)].toSorted()).toEqual(wanted.toSorted())
  })

  it.each(kinds.map((kind) => [kind.game, kind.title, kind] as const))(
    '[EXPORT-3] [EXPORT-6] %s: %s is exported, imported, drawn and played, and its copy is exported alike',
    async (_game, _title, kind) => {
      const room = await created(kind)
      const picture = (await room.room.calls.picture())!
      expect(new Set(picture.rgb).size).toBeGreaterThan(2)
      const copy = await MemoryRoom.imported(gameOf(kind), room.exported())
      expect(isSame((await copy.room.calls.picture())!, picture)).toBe(true)
      await played(kind, copy)
      const again = await MemoryRoom.imported(gameOf(kind), copy.exported())
      expect((await again.room.calls.picture())?.width).toBe(picture.width)
      expect([...room.logged, ...copy.logged, ...again.logged]).toEqual([])
    },
  )
})
