import { expect } from 'vitest'
import { pollOptions } from '../../timeouts.ts'
import { MemoryRoom } from '../in-memory-room.ts'
import type { MemorySocket } from '../memory-socket.ts'
import { ann, gameOf, joinFrames, type Person, type RoomFixture } from './game-fixtures.ts'

export async function created(kind: RoomFixture): Promise<MemoryRoom> {
  const made = await MemoryRoom.created({ game: gameOf(kind), options: kind.options, sent: kind.sent })
  if (!kind.forked) return made
  const fork = await made.room.calls.fork(kind.forked)
  const sent = Object.fromEntries(fork!.files.map(({ field, bytes }) => [field, bytes]))
  return MemoryRoom.created({ game: gameOf(kind), options: fork!.options, sent })
}

/** Joins a player to the room. `others`: the number of players who have joined before. */
export async function played(
  kind: RoomFixture,
  room: MemoryRoom,
  {
    address,
    others = 0,
    ...person
  }: Partial<Person> & { readonly address?: string; readonly others?: number } = {},
): Promise<MemorySocket> {
  const { view } = (await room.room.describe()) as { readonly view: unknown }
  const socket = room.enter([], address)
  const countReceived = () => {
    room.clock.pass(50)
    return socket.received.length
  }
  for (const round of joinFrames(kind, view, { ...ann, ...person })) {
    const before = countReceived()
    const frames = typeof round === 'function' ? round(socket.received) : round
    for (const frame of frames) room.room.socketMessage(socket, frame)
    // Passwords are hashed asynchronously.
    if (typeof round !== 'function') await expect.poll(countReceived, pollOptions).toBeGreaterThan(before)
  }
  expect(socket.closedFor).toBeUndefined()
  const players = async () => {
    room.clock.pass(50)
    return ((await room.room.describe()) as { readonly players: number }).players
  }
  await expect.poll(players, pollOptions).toBe(others + 1)
  return socket
}
