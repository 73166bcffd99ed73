// Rooms of every kind with a player in them.
import { expect } from 'vitest'
import { pollOptions } from '../../timeouts.ts'
import { MemoryRoom } from '../in-memory-room.ts'
import type { MemorySocket } from '../memory-socket.ts'
import { gameOf, joinFrames, type RoomFixture } from './game-fixtures.ts'

/** The room of this kind. */
export async function created(kind: RoomFixture): Promise<MemoryRoom> {
  const made = await MemoryRoom.created({ game: gameOf(kind), options: kind.options, sent: kind.sent })
  if (!kind.forked) return made
  const fork = await made.room.ownerApi.fork(kind.forked)
  const sent = Object.fromEntries(fork!.files.map(({ field, bytes }) => [field, bytes]))
  return MemoryRoom.created({ game: gameOf(kind), options: fork!.options, sent })
}

/** A player joins, and the room counts them. */
export async function played(kind: RoomFixture, room: MemoryRoom): Promise<MemorySocket> {
  const { view } = (await room.room.describe()) as { readonly view: unknown }
  const socket = room.enter([])
  const heard = () => {
    room.clock.pass(50)
    return socket.received.length
  }
  for (const says of joinFrames(kind, view)) {
    const before = heard()
    const frames = typeof says === 'function' ? says(socket.received) : says
    for (const frame of frames) room.room.socketMessage(socket, frame)
    // Passwords are hashed asynchronously.
    if (typeof says !== 'function') await expect.poll(heard, pollOptions).toBeGreaterThan(before)
  }
  expect(socket.closedFor).toBeUndefined()
  const players = async () => {
    room.clock.pass(50)
    return ((await room.room.describe()) as { readonly players: number }).players
  }
  await expect.poll(players, pollOptions).toBe(1)
  return socket
}
