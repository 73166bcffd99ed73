import { describe, expect, it } from 'vitest'
import type { Game } from '../../../games/game.ts'
import { games } from '../../../games/index.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { gameOf, kinds } from '../games/game-fixtures.ts'
import { created, played } from '../games/played-room.ts'
import { MemoryRoom } from '../in-memory-room.ts'
import { goingOn, worldIn } from './exported-world.ts'

const second = 1000

/** Milliseconds from the end of the second that contains `at` to `now`. */
const since = (at: number, now: number) => now - (Math.floor(at / second) + 1) * second

const firsts = games.map(({ slug }) => kinds.find(({ game }) => game === slug)!)
const hosted = kinds.find(({ sent }) => sent?.maps)!

describe('a room with a history', () => {
  it.each([...firsts, hosted].map((kind) => [kind.game, kind.title, kind] as const))(
    'of %s (%s) goes back to an earlier time, and that can be undone',
    async (_game, _title, kind) => {
      const memory = await created(kind)
      const { room, clock } = memory
      await room.patch({ options: { history: '24h' } })
      clock.pass(second)
      const world = worldIn(memory.exported())
      const before = clock.now()
      clock.pass(5 * second)
      const first = await played(kind, memory)
      clock.pass(5 * second)
      const later = worldIn(memory.exported())
      const after = clock.now()
      clock.pass(90 * second)
      const expected = goingOn(world, gameOf(kind), since(before, clock.now()))

      expect(worldIn(memory.exportedAt(before))).toEqual(expected)
      expect(await room.rewind(before)).toBe(true)
      expect(first.readyState).not.toBe(1)
      expect(worldIn(memory.exported())).toEqual(expected)

      const copy = await MemoryRoom.imported(gameOf(kind), memory.exportedAt(after))
      expect(worldIn(copy.exported())).toEqual(goingOn(later, gameOf(kind), since(after, clock.now())))
      await played(kind, memory)
      expect(await room.rewind(after)).toBe(true)
      expect(worldIn(memory.exported())).toEqual(goingOn(later, gameOf(kind), since(after, clock.now())))
      expect([...memory.logged, ...copy.logged]).toEqual([])
    },
  )

  it('[DM-2.18] lets a player of the earlier time join again without a secret', async () => {
    const kind = firsts.find(({ game }) => game === 'doom-2077')!
    const memory = await created(kind)
    await memory.room.patch({ options: { history: '1h' } })
    await played(kind, memory)
    memory.clock.pass(5 * second)
    const at = memory.clock.now()
    memory.clock.pass(90 * second)
    expect(await memory.room.rewind(at)).toBe(true)
    const players = async () =>
      ((await memory.room.describe()) as unknown as { view: { players: unknown[] } }).view.players.length
    expect(await players()).toBe(1)
    await played(kind, memory)
    expect(await players()).toBe(1)
  })

  const kind = firsts[0]!

  it('refuses a time that is not in its history with a reason, and then disconnects nobody', async () => {
    const memory = await created(kind)
    const { room, clock } = memory
    const socket = await played(kind, memory)
    const refused = (detail: RegExp) => ({ refused: { field: 'at', detail: expect.stringMatching(detail) } })
    expect(await room.rewind(clock.now())).toMatchObject(refused(/keeps no history/))
    await room.patch({ options: { history: '1h' } })
    clock.pass(second)
    expect(await room.rewind(clock.now() - 60 * second)).toMatchObject(refused(/reaches back to 20/))
    expect(await room.rewind(clock.now() + 60 * second)).toMatchObject(refused(/in the future/))
    expect(socket.readyState).toBe(1)
    expect(await room.rewind(clock.now())).toBe(true)
    expect(socket.closedFor).toMatch(/earlier time/)
  })

  it('that could not be opened accepts players at once after it has gone back to a readable world', async () => {
    const game: Game = {
      ...(tally as Game),
      openWorld(store, ...rest) {
        if (store.get('total/bane') !== undefined) throw new Error('a fault on purpose')
        return tally.openWorld(store, ...rest)
      },
    }
    const memory = await MemoryRoom.created({ game, options: { history: '1h' } })
    memory.clock.pass(second)
    const readable = memory.clock.now()
    memory.clock.pass(5 * second)
    memory.enter(['ibane', '+'])
    await new Promise(setImmediate)
    for (let tries = 0; tries < 3; tries++) {
      memory.clock.pass(5 * second)
      expect(await memory.room.rewind(memory.clock.now())).toBe(true)
    }
    expect(memory.enter(['iann', '+']).closedFor).toBe('the room cannot be opened')
    expect(await memory.room.rewind(readable)).toBe(true)
    expect(memory.enter(['iann', '+']).closedFor).toBeUndefined()
  })

  it('refuses a time whose records only an older build can read, and then disconnects nobody', async () => {
    const later = { ...tally, version: 3 }
    const builds = [tally, { ...later, readableVersions: [2] }, { ...later, readableVersions: [] }] as Game[]
    const times: number[] = []
    let memory = await MemoryRoom.created({ game: builds[0]!, options: { history: '1h' } })
    for (const build of builds) {
      const now = memory.clock.now()
      if (times.length > 0) memory = await MemoryRoom.imported(build, memory.exported())
      memory.clock.pass(now - memory.clock.now() + 5 * second)
      times.push(memory.clock.now())
      memory.clock.pass(5 * second)
      memory.enter(['iann', '+'])
      memory.clock.pass(5 * second)
    }
    const ann = memory.enter(['iann'])
    expect(await memory.room.rewind(times[0]!)).toMatchObject({ refused: { field: 'at' } })
    expect(ann.readyState).toBe(1)
    expect(await memory.room.rewind(times[2]!)).toBe(true)
    expect(memory.enter(['iann']).readyState).toBe(1)
  })

  it('reports the start of its history, until the history is switched off', async () => {
    const { room, clock } = await created(kind)
    const since = async () => (await room.readTimeline(0))?.since
    expect(await since()).toBeUndefined()
    await room.patch({ options: { history: '1h' } })
    const on = clock.now()
    clock.pass(second)
    expect(Date.parse((await since())!)).toBeLessThanOrEqual(on)
    clock.pass(7200 * second)
    expect(Date.parse((await since())!)).toBe(clock.now() - 3600 * second)
    await room.patch({ options: { history: 'off' } })
    clock.pass(second)
    expect(await since()).toBeUndefined()
  })

  it('includes its history in an export', async () => {
    const memory = await created(kind)
    await memory.room.patch({ options: { history: '7d' } })
    memory.clock.pass(second)
    const world = worldIn(memory.exported())
    const before = memory.clock.now()
    memory.clock.pass(5 * second)
    await played(kind, memory)
    const copy = await MemoryRoom.imported(gameOf(kind), memory.exported())
    copy.clock.pass(memory.clock.now() - copy.clock.now())
    expect(await copy.room.rewind(before)).toBe(true)
    expect(worldIn(copy.exported())).toEqual(goingOn(world, gameOf(kind), since(before, copy.clock.now())))
  })
})
