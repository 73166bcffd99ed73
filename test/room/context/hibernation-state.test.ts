import { expect, it } from 'vitest'
import { HibernationState } from '../../../durable-objects/room/context/hibernation-state.ts'
import { MemorySocket } from '../memory-socket.ts'

it("if a socket stores its own state first in a new instance, it keeps the room's state from the previous instance", () => {
  const socket = new MemorySocket()
  const platform = { sockets: () => [socket] }
  new HibernationState(platform).update({ players: 5 })
  const next = new HibernationState(platform)
  next.attach(socket, { kind: 'link' })
  expect(new HibernationState(platform).previousPlayers).toBe(5)
  expect(socket.deserializeAttachment()).toMatchObject({ kind: 'link' })
})
