import { expect, it } from 'vitest'
import { HibernationState } from '../../../durable-objects/room/context/hibernation-state.ts'
import { MemorySocket } from '../memory-socket.ts'

it("a socket that outlived an instance keeps the room's state when its own state is stored first", () => {
  const socket = new MemorySocket()
  const platform = { sockets: () => [socket] }
  new HibernationState(platform).update({ players: 5 })
  const next = new HibernationState(platform)
  next.attach(socket, { kind: 'link' })
  expect(new HibernationState(platform).previousPlayers).toBe(5)
  expect(socket.deserializeAttachment()).toMatchObject({ kind: 'link' })
})
