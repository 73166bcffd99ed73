import { describe, expect, it } from 'vitest'
import {
  type ClientSession,
  type Multicaster,
  type SessionConnection,
  SessionRegistry,
} from '../../../durable-objects/room/sessions/client-session.ts'
import { Outbox } from '../../../durable-objects/room/world/transactions.ts'
import type { Frame, RoomLimits } from '../../../games/game.ts'

const limits: RoomLimits = {
  messagesPerSecond: 0,
  messageBurst: 0,
  bytesPerSecond: 0,
  maxFrameBytes: 1000,
  windowBytes: 65_536,
  maxSessions: 10,
  maxSessionsPerAddress: 0,
  idleTimeoutMs: 0,
}

function sessionsOnOneLink(count: number) {
  const sent: [to: number[], frame: Frame][] = []
  const connections: SessionConnection[] = []
  const multicaster: Multicaster = {
    multicast: (to, frame) => sent.push([to.map((connection) => connections.indexOf(connection)), frame]),
  }
  const registry = new SessionRegistry({ send() {}, close() {} })
  const all = Array.from({ length: count }, (_, n): ClientSession => {
    const connection: SessionConnection = {
      ...{ token: `${n}`, address: '127.0.0.1', transport: 'tcp', compressed: false },
      ...{ isReady: true, framePart: 0, multicaster, session: undefined, resumeState: undefined },
      send: (frame) => sent.push([[n], frame]),
      addCheckpoint() {},
      committed() {},
      addEnd() {},
      setAddressValidated() {},
      disconnect() {},
    }
    connections.push(connection)
    return registry.add(connection, limits, { startedAt: 0, isResumed: false })
  })
  return { all, sent }
}

const owner = { endSession() {} }
const [hello, bye] = [new Uint8Array(5), new Uint8Array(3)]

describe('the output of a transaction', () => {
  it('is sent over a link once if several clients in a row get the same frame', () => {
    const { all, sent } = sessionsOnOneLink(4)
    const output = new Outbox()
    for (const session of all) output.addFrame(session, hello)
    for (const session of all.slice(2)) output.addFrame(session, bye)
    output.send(undefined, owner)
    expect(sent).toEqual([
      [[0, 1, 2, 3], hello],
      [[2, 3], bye],
    ])
  })

  it('is sent again if one client gets the same frame twice, and stays in order', () => {
    const { all, sent } = sessionsOnOneLink(2)
    const [ann, bob] = all as [ClientSession, ClientSession]
    const output = new Outbox()
    output.addFrame(ann, hello)
    output.addFrame(ann, hello)
    output.addFrame(bob, hello)
    output.addFrame(ann, hello)
    output.addFrame(bob, bye)
    output.addFrame(ann, hello)
    output.send(undefined, owner)
    const received = (n: number) => sent.filter(([to]) => to.includes(n)).map(([, frame]) => frame)
    expect(received(0)).toEqual([hello, hello, hello, hello])
    expect(received(1)).toEqual([hello, bye])
  })

  it('is charged for every receiver, and is the reply for the client that caused it', () => {
    const { all, sent } = sessionsOnOneLink(3)
    const [ann, bob, cid] = all as [ClientSession, ClientSession, ClientSession]
    const output = new Outbox()
    for (const session of [ann, bob, cid]) output.addFrame(session, hello)
    expect(output.cost.steps).toBe(3)
    expect(output.repliesTo(bob)).toEqual([hello])
    output.send(bob, owner)
    expect(sent).toEqual([[[0, 2], hello]])
  })
})
