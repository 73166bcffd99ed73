// A database whose damage appears only when it is read. The room reports the damage with its cause and keeps working as
// far as possible.
import { expect, it } from 'vitest'
import type { RoomState } from '../../../durable-objects/rpc/rpc-types.ts'
import type { Game } from '../../../games/game.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { MemoryRoom } from '../in-memory-room.ts'

const corrupt = new Error('database disk image is malformed: SQLITE_CORRUPT')

async function room(error: Error): Promise<MemoryRoom> {
  const fails = (): never => {
    throw error
  }
  const { drawPicture, ...shown } = tally as Game
  const made = await MemoryRoom.created({ game: { ...shown, drawPicture: fails, publicState: fails } })
  made.clock.pass(1)
  return made
}

it("a picture that cannot be read reports the database's error code, and the room is shown as damaged", async () => {
  const made = await room(corrupt)
  await expect(made.room.calls.picture()).rejects.toThrow(
    'its records are damaged: the database reports SQLITE_CORRUPT',
  )
  const state = (await made.room.describe()) as RoomState
  expect(state).toMatchObject({
    ...{ status: 'damaged', damage: 'the database reports SQLITE_CORRUPT', view: null },
  })
  expect(made.logged.some((line) => line.includes('SQLITE_CORRUPT'))).toBe(true)
})

it('a view that cannot be read does not hide the rest of the state', async () => {
  const made = await room(corrupt)
  expect(await made.room.describe()).toMatchObject({ title: 'Kept', status: 'damaged', view: null })
  expect(await made.room.describe('withoutView')).toMatchObject({ status: 'damaged' })
})

it('a fault of the game is described without its message, which may quote records', async () => {
  const made = await room(new TypeError('cannot read "a secret"'))
  await expect(made.room.calls.picture()).rejects.toThrow(
    /^the room cannot be shown: the game failed with TypeError\. See the log$/,
  )
  expect(made.logged.some((line) => line.includes('a secret'))).toBe(true)
  expect(await made.room.describe('withoutView')).toMatchObject({ status: 'open' })
})

it('a world that cannot be opened is damaged, and the log has the cause', async () => {
  const openWorld = () => {
    throw corrupt
  }
  const made = await MemoryRoom.created({ game: { ...(tally as Game), openWorld } })
  const damage = 'the database reports SQLITE_CORRUPT'
  expect(await made.room.describe()).toMatchObject({ status: 'damaged', damage, view: null })
  expect(made.logged.some((line) => line.includes('SQLITE_CORRUPT'))).toBe(true)
})
