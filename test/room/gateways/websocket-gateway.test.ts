import { describe, expect, it } from 'vitest'
import { WebSocketGateway } from '../../../durable-objects/room/gateways/websocket-gateway.ts'
import { WorldRuntime } from '../../../durable-objects/room/world/world-runtime.ts'
import type { Game } from '../../../games/game.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { memoryRecords } from '../../memory-records.ts'
import { cheapSecrets, testContext } from '../../room-context.ts'
import { SimulatedClock } from '../../simulated-clock.ts'
import { MemorySocket } from '../memory-socket.ts'

class Socket extends MemorySocket {
  get closed(): string | undefined {
    return this.closedFor
  }

  get newTexts(): string[] {
    return this.received
      .splice(0)
      .map((frame) => (typeof frame === 'string' ? frame : new TextDecoder().decode(frame)))
  }
}

const batching: Game = {
  ...(tally as Game),
  listeners: tally.listeners.map((listener) => ({ ...listener, batchesJson: true })),
}

/** A gateway whose commits complete when a test calls `commit`. */
class GatewayHarness {
  readonly clock = new SimulatedClock()
  readonly records = memoryRecords()
  commits = 0
  #pendingCommits: (() => void)[] = []
  readonly #context = testContext({
    ...{ game: batching, records: this.records, clock: this.clock },
    platform: { secrets: { ...cheapSecrets, newToken: () => `token-${Math.random()}` } },
    disk: {
      durable: () => {
        this.commits++
        return new Promise((resolve) => this.#pendingCommits.push(resolve))
      },
    },
  })
  readonly runtime = new WorldRuntime(this.#context, this.records)
  readonly gateway = new WebSocketGateway(this.#context, { runtime: this.runtime, open: () => this.runtime })

  async connect(name: string): Promise<Socket> {
    const socket = new Socket()
    this.gateway.accept(socket, { address: '::1', compressed: false })
    this.gateway.message(socket, `i${name}`)
    await this.commit()
    this.clock.pass(10)
    expect(socket.newTexts).toEqual(['W', `I${name}`])
    return socket
  }

  /** Commits all pending writes and runs the callbacks that waited for them. */
  async commit(): Promise<void> {
    for (const resolve of this.#pendingCommits.splice(0)) resolve()
    for (let i = 0; i < 3; i++) await Promise.resolve()
  }

  async connectAll(...names: readonly string[]): Promise<Socket[]> {
    const sockets: Socket[] = []
    for (const name of names) sockets.push(await this.connect(name))
    return sockets
  }

  total(name: string): string | undefined {
    return this.records.get(`game/total/${name}`) as string | undefined
  }
}

describe('frames that arrive together', () => {
  it('are committed together if they arrive during the commit of the first frame, which is committed at once', async () => {
    const room = new GatewayHarness()
    const [ann, bob, cid] = (await room.connectAll('ann', 'bob', 'cid')) as [Socket, Socket, Socket]
    const before = room.commits
    room.gateway.message(ann, '+')
    room.gateway.message(bob, '+')
    room.gateway.message(cid, '+')
    expect([ann.newTexts, bob.newTexts, cid.newTexts]).toEqual([['+1 1'], [], []])
    await room.commit()
    expect([bob.newTexts, cid.newTexts]).toEqual([['+1 1'], ['+1 1']])
    await room.commit()
    expect(room.commits - before).toBe(2)
  })

  it('delay later first frames after they have formed two groups in a row, until a first frame has waited alone', async () => {
    const room = new GatewayHarness()
    const [ann, bob] = (await room.connectAll('ann', 'bob')) as [Socket, Socket]
    room.gateway.message(ann, '+')
    room.gateway.message(bob, '+')
    room.gateway.message(ann, '+')
    await room.commit()
    await room.commit()
    expect([ann.newTexts, bob.newTexts]).toEqual([['+1 1', '+2 2'], ['+1 1']])
    room.gateway.message(bob, '+')
    expect(bob.newTexts).toEqual([])
    await room.commit()
    expect(bob.newTexts).toEqual(['+2 2'])
    await room.commit()
    room.gateway.message(bob, '+')
    expect(bob.newTexts).toEqual(['+3 3'])
  })

  it('are processed in the order of each client, and a faulty one affects no other client', async () => {
    const room = new GatewayHarness()
    const [ann, bob, cid] = (await room.connectAll('ann', 'bob', 'cid')) as [Socket, Socket, Socket]
    for (const frame of ['+', '+', '+']) room.gateway.message(ann, frame)
    for (const frame of ['+', 'x', '+']) room.gateway.message(bob, frame)
    for (const frame of ['+', 'e', '+']) room.gateway.message(cid, frame)
    await room.commit()
    // The world has restarted after the fault and notified its players.
    expect(ann.newTexts.filter((said) => said.startsWith('+'))).toEqual(['+1 1', '+2 2', '+3 3'])
    expect([bob.newTexts[0], bob.closed]).toEqual(['+1 1', 'a fault of the room'])
    expect(cid.newTexts.filter((said) => said.startsWith('+'))).toEqual(['+1 1'])
    expect(cid.closed).toBe('e: not a command')
    expect(['ann', 'bob', 'cid'].map((name) => room.total(name))).toEqual(['3', '1', '1'])
  })

  it('are committed without further delay at 256 frames or one megabyte', async () => {
    const room = new GatewayHarness()
    const [ann, bob] = (await room.connectAll('ann', 'bob')) as [Socket, Socket]
    room.gateway.message(ann, '+')
    for (let i = 0; i < 255; i++) room.gateway.message(bob, '+')
    expect(room.total('bob')).toBeUndefined()
    room.gateway.message(bob, '+')
    expect(room.total('bob')).toBe('256')
    room.gateway.message(ann, '+')
    room.gateway.message(bob, `n${'x'.repeat(1_048_576)}`)
    expect(room.total('ann')).toBe('2')
    expect(bob.closed).toBe('frame over 65535 bytes')
  })

  it('are not split from a list above the maximum frame size, which ends the session', async () => {
    const room = new GatewayHarness()
    const ann = await room.connect('ann')
    room.gateway.message(ann, `[${'+,'.repeat(32_768)}+]`)
    expect(ann.closed).toBe('frame over 65535 bytes')
    expect(ann.newTexts).toEqual([])
  })

  it('are still applied when their client disconnects before their transaction', async () => {
    const room = new GatewayHarness()
    const [ann, bob] = (await room.connectAll('ann', 'bob')) as [Socket, Socket]
    room.gateway.message(ann, '+')
    room.gateway.message(bob, '+')
    room.gateway.socketClosed(bob)
    expect(room.total('bob')).toBe('1')
    expect(room.runtime.players).toBe(1)
  })
})

describe('unsolicited output', () => {
  it('is sent at once with the answer to a single client', async () => {
    const room = new GatewayHarness()
    const [ann, bob] = (await room.connectAll('ann', 'bob')) as [Socket, Socket]
    room.gateway.message(ann, 'shello')
    expect([ann.newTexts, bob.newTexts]).toEqual([['sann: hello'], ['sann: hello']])
  })

  it('is sent after the answers to several clients, and waits at most 2 ms for more output', async () => {
    const room = new GatewayHarness()
    const [ann, bob, cid] = (await room.connectAll('ann', 'bob', 'cid')) as [Socket, Socket, Socket]
    room.gateway.message(ann, 'sone')
    room.gateway.message(ann, 'stwo')
    room.gateway.message(bob, 'sthree')
    expect(cid.newTexts).toEqual(['sann: one'])
    await room.commit()
    expect([ann.newTexts, bob.newTexts, cid.newTexts]).toEqual([
      ['sann: one', 'sann: two', 'sbob: three'],
      ['sann: one', 'sann: two', 'sbob: three'],
      [],
    ])
    room.clock.pass(1)
    expect(cid.newTexts).toEqual([])
    room.clock.pass(1)
    expect(cid.newTexts).toEqual(['sann: two', 'sbob: three'])
  })

  it('is sent after 100 ms, merged into one message, if no answer is pending', async () => {
    const room = new GatewayHarness()
    const [ann, bob] = (await room.connectAll('ann', 'bob')) as [Socket, Socket]
    for (const text of ['["one"]', '["two"]', '["three"]']) {
      for (const { connection } of room.runtime.sessions) connection.send(text, 'late')
      room.clock.pass(33)
    }
    expect([ann.newTexts, bob.newTexts]).toEqual([[], []])
    room.clock.pass(1)
    expect([ann.newTexts, bob.newTexts]).toEqual([['["one","two","three"]'], ['["one","two","three"]']])
  })

  it('is also flushed if another client’s disconnection causes it during a flush', async () => {
    const room = new GatewayHarness()
    const [ann, bob] = (await room.connectAll('ann', 'bob')) as [Socket, Socket]
    const connections = room.runtime.sessions.map(({ connection }) => connection)
    const close = () => connections[0]!.send('["bob left"]')
    Object.assign(bob, { bufferedAmount: 2 ** 25, close })
    const long = `["${'x'.repeat(600_000)}"]`
    for (const urgency of ['soon', 'late'] as const) {
      for (const connection of connections) connection.send(long, urgency)
      room.clock.pass(110)
      expect(ann.newTexts).toEqual(urgency === 'soon' ? [long, '["bob left"]'] : [long])
    }
  })

  it('is sent in order with other output for its client, and waits for other clients', async () => {
    const room = new GatewayHarness()
    const [ann, bob, cid] = (await room.connectAll('ann', 'bob', 'cid')) as [Socket, Socket, Socket]
    for (const { connection } of room.runtime.sessions) connection.send('["late"]', 'late')
    room.gateway.message(ann, '+1')
    room.runtime.sessions[1]!.connection.send('["soon"]', 'soon')
    room.clock.pass(2)
    expect([ann.newTexts, bob.newTexts, cid.newTexts]).toEqual([
      ['["late"]', '+1 1'],
      ['["late","soon"]'],
      [],
    ])
    room.gateway.socketClosed(cid)
    room.clock.pass(100)
    expect([ann.newTexts, bob.newTexts, cid.newTexts]).toEqual([[], [], []])
  })
})
