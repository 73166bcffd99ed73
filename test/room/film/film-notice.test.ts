import { expect, it } from 'vitest'
import { gameOf, kinds, type RoomFixture } from '../games/game-fixtures.ts'
import { created, played } from '../games/played-room.ts'
import type { MemorySocket } from '../memory-socket.ts'

const notice = 'This room is filmed.'

function noticesTo({ received }: MemorySocket): number {
  const text = received.map((frame) => Buffer.from(frame as string).toString('latin1')).join(' ')
  return text.split(notice).length - 1
}

async function enter(game: string, film: boolean, watching?: 'off') {
  const kind = kinds.find((one) => one.game === game) as RoomFixture
  const memory = await created(kind)
  await memory.room.patch({
    ...(watching && { watching }),
    ...(gameOf(kind).createSpectatorFeed && { options: { film } }),
  })
  const socket = await played(kind, memory)
  memory.clock.pass(2000)
  expect(memory.logged).toEqual([])
  return noticesTo(socket)
}

it.each([
  ['archipelago', 1],
  ['arcane-sector', 1],
  ['crossfire', 1],
  ['doom-2077', 1],
  // A LAN carries the packets of the players' games, so the room cannot add a text.
  ['lan', 0],
  // Soaprun's original client cannot show texts.
  ['soaprun', 0],
  // Relay rooms are not filmed.
  ['retroarch', 0],
])('%s notifies a new player %i times that the room is filmed', async (game, times) => {
  expect(await enter(game, true)).toBe(times)
  expect(await enter(game, false)).toBe(0)
})

it('a room that may not be watched shows no notice, because it is not recorded', async () => {
  expect(await enter('crossfire', true, 'off')).toBe(0)
})
