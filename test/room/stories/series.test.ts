import { expect, it } from 'vitest'
import type { RoomPatch } from '../../../durable-objects/rpc/rpc-types.ts'
import { games } from '../../../games/index.ts'
import { pollOptions } from '../../timeouts.ts'
import { gameOf, kinds } from '../games/game-fixtures.ts'
import { played } from '../games/played-room.ts'
import { MemoryRoom } from '../in-memory-room.ts'
import { memoryDirectory } from '../memory-directory.ts'
import { forgottenKinds } from '../privacy/forgotten-room.ts'

const dayMs = 86_400_000
const series = { series: 'cup', seriesKey: 'a-key-of-the-cup' }

// A relay has no names of players.
const rows = games
  .filter(({ slug }) => slug !== 'retroarch')
  .map(({ slug }) => {
    const forgotten = forgottenKinds.find(({ kind }) => kind.game === slug)
    return [slug, forgotten?.kind ?? kinds.find(({ game }) => game === slug)!, forgotten] as const
  })

it.each(rows)(
  'a room of %s is on the board of its series while it is public',
  async (slug, kind, forgotten) => {
    // In this test every game has stories of days.
    const { storyEnds: _, ...game } = gameOf(kind)
    let clock: MemoryRoom['clock'] | undefined
    const { directory, logged } = memoryDirectory([game], () => clock?.now() ?? 0)
    const memory = await MemoryRoom.created({ ...kind, game, directory })
    const { room } = memory
    clock = memory.clock
    const patch = async (change: RoomPatch) => expect(await room.patch(change)).not.toHaveProperty('refused')
    const board = async () => (await directory.readSeries(`${slug}/cup`))?.board
    await patch({ options: series })
    clock.pass(dayMs - 60_000 - (clock.now() % dayMs))
    await played(kind, memory, forgotten?.person)
    expect(await board()).toEqual([])
    clock.pass(60_000)
    // A request for the stories ends the story of the day.
    const own = (await room.calls.readStories(0))!.board
    expect(own).toMatchObject([{ stories: 1 }])
    clock.pass(2000)
    await expect.poll(board, pollOptions).toEqual(own)
    expect(await room.describe()).toMatchObject({ series: { name: 'cup' } })
    await patch({ join: 'invited' })
    expect(await board()).toEqual([])
    await patch({ join: 'open' })
    expect(await board()).toEqual(own)
    if (forgotten && forgotten.known === undefined) {
      expect(await room.calls.erasePlayerData(forgotten.asked ?? forgotten.person.name)).toBe(true)
      const { player } = own[0]!
      await expect
        .poll(async () => (await board())!.map((one) => one.player), pollOptions)
        .not.toContain(player)
      expect(await board()).toMatchObject([{ stories: 1 }])
    }
    await patch({ options: { series: null } })
    expect(await board()).toBeUndefined()
    expect([...memory.logged, ...logged]).toEqual([])
  },
)
