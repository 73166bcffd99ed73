// The rules of the link (wire/LINK.md) with both real ends, over sockets that a test can cut.
import { beforeEach, describe, expect, it } from 'vitest'
import { decodeLinkMessage, recordTypes } from '../../wire/link/link-codec.ts'
import { tally } from '../fixtures/tally-game/index.ts'
import { type HarnessClient, RoomHarness } from '../room-harness.ts'

let stage: RoomHarness
const open = async (options = {}) => {
  stage = await RoomHarness.create(tally, { options })
}
beforeEach(() => open())

const text = (frame: Uint8Array | string) =>
  typeof frame === 'string' ? frame : new TextDecoder().decode(frame)
const bytes = (value: string) => new TextEncoder().encode(value)

function say(client: HarnessClient, ...commands: string[]): void {
  for (const command of commands) client.call.sendFrame(bytes(command))
  stage.clock.settle()
}

function takeTexts(client: HarnessClient): string[] {
  return client.received.splice(0).map(text)
}

const totals = () => (stage.host.view as { totals: Record<string, number> }).totals

describe('a room', () => {
  it('greets the client, replies in order, and acknowledges every message', async () => {
    const ann = stage.client()
    say(ann, 'iann', '+', '+2', 'n', '.')
    expect(takeTexts(ann)).toEqual(['W', 'Iann', '+1 1', '+2 3', '.4 1'])
    expect(stage.link().unacknowledgedBytes).toBe(0)
  })

  it('sends one multicast to all sessions of a link, including the sender', async () => {
    const [ann, bob] = [stage.client(), stage.client()]
    say(ann, 'iann', 'shello')
    expect(takeTexts(ann)).toEqual(['W', 'Iann', 'sann: hello'])
    expect(takeTexts(bob)).toEqual(['W', 'sann: hello'])
  })

  it('a transaction with an exception writes and sends nothing, and ends only its own session', async () => {
    const [ann, bob] = [stage.client(), stage.client()]
    say(ann, 'iann', '+5', 'x')
    say(bob, 'ibob', '+')
    expect(ann.closedFor).toBe('a fault of the room')
    expect(totals()).toEqual({ ann: 5, bob: 1 })
    expect(takeTexts(bob)).toEqual(['W', 'R0', 'Ibob', '+1 1'])
    expect(stage.log.filter(({ event }) => event === 'fault')).toHaveLength(1)
  })

  it('a transaction whose write throws never sends anything', async () => {
    const [ann, bob] = [stage.client(), stage.client()]
    say(ann, 'iann', '+5')
    const { records } = stage
    const { write } = records
    records.write = () => {
      records.write = write
      throw new Error('the disk is torn')
    }
    say(ann, '+')
    say(bob, 'ibob', '+')
    stage.cut()
    stage.clock.pass(1000)
    expect(takeTexts(ann)).toEqual(['W', 'Iann', '+1 5'])
    expect([ann.closedFor, totals()]).toEqual(['a fault of the room', { ann: 5, bob: 1 }])
  })

  it('a client that breaks the protocol is closed, its transaction discarded, and the world unchanged', async () => {
    const [ann, bob] = [stage.client(), stage.client()]
    say(ann, 'iann', 'e')
    say(bob, '.')
    expect(ann.closedFor).toBe('e: not a command')
    expect(totals()).toEqual({})
    expect(takeTexts(bob)).toEqual(['W', '.1 1'])
  })

  it('later frames of a session wait for its delayed transaction, and frames of other sessions do not', async () => {
    const [ann, bob] = [stage.client(), stage.client()]
    say(ann, 'iann', 'w', '+')
    say(bob, 'ibob', '+')
    expect(takeTexts(ann)).toEqual(['W', 'Iann'])
    expect(takeTexts(bob)).toEqual(['W', 'Ibob', '+1 1'])
    stage.clock.pass(10)
    await new Promise(setImmediate)
    stage.clock.settle()
    expect(takeTexts(ann)).toEqual(['w1 1', '+2 2'])
  })

  it('a frame over its rate limit waits, and nobody is disconnected', async () => {
    await open({ messagesPerSecond: 10, messageBurst: 3 })
    const ann = stage.client()
    say(ann, 'iann', '+', '+', '+', '+')
    expect(takeTexts(ann)).toEqual(['W', 'Iann', '+1 1', '+2 2'])
    stage.clock.pass(100)
    expect(takeTexts(ann)).toEqual(['+3 3'])
    stage.clock.pass(100)
    expect(takeTexts(ann)).toEqual(['+4 4'])
    expect(ann.closedFor).toBeUndefined()
  })

  it('a client above the maximum number of clients, or of a closed room, receives the reason and is closed', async () => {
    await open({ peers: 1 })
    const ann = stage.client()
    const bob = stage.client()
    expect(takeTexts(bob)).toEqual(['no: full'])
    expect(bob.closedFor).toBe('full')
    ann.call.clientClosed('gone')
    stage.status = 'closed'
    const cid = stage.client()
    expect(takeTexts(cid)).toEqual(['no: closed'])
    expect(cid.closedFor).toBe('closed')
  })

  it('connections from one address are limited, except from loopback', async () => {
    await open({ peersPerAddress: 1 })
    const [here, there] = [stage.client('tcp', '127.0.0.1'), stage.client('tcp', '127.0.0.1')]
    const [far, near] = [stage.client('tcp', '192.0.2.1'), stage.client('tcp', '192.0.2.1')]
    expect([here, there, far].map((client) => client.closedFor)).toEqual([undefined, undefined, undefined])
    expect(near.closedFor).toBe('full')
  })

  it('a large reply is sent in pieces, between which small replies of other sessions pass', async () => {
    const [ann, bob] = [stage.client(), stage.client()]
    ann.call.sendFrame(bytes('b1000000'))
    bob.call.sendFrame(bytes('+'))
    stage.clock.pass(3)
    expect(takeTexts(ann)[1]).toBe('b'.repeat(1_000_000))
    expect(takeTexts(bob)).toEqual(['W', '+1 1'])
  })
})

describe('a client whose address the room has validated', () => {
  it('is validated for its sidecar before a reply, over UDP only', async () => {
    const [carried, connected] = [stage.client('udp'), stage.client('tcp')]
    for (const client of [carried, connected]) say(client, 'n')
    expect([carried.validatedAfter, connected.validatedAfter]).toEqual([undefined, undefined])
    for (const client of [carried, connected]) say(client, 'h')
    expect(takeTexts(carried)).toEqual(['W', 'h2'])
    expect([carried.validatedAfter, connected.validatedAfter]).toEqual([1, undefined])
  })

  it('is validated although its transaction fails', async () => {
    const ann = stage.client('udp')
    say(ann, 'hx')
    expect(takeTexts(ann)).toEqual(['W'])
    expect([ann.validatedAfter, ann.closedFor]).toEqual([1, 'a fault of the room'])
  })
})

describe('a lost room', () => {
  it('[LINK-5] a kill between the write and its reply neither loses nor repeats the effect', async () => {
    const ann = stage.client()
    say(ann, 'iann', '+')
    takeTexts(ann)
    loseReplyTo(ann, '+10')
    expect(takeTexts(ann)).toEqual([])
    stage.clock.pass(1000)
    expect(takeTexts(ann)).toEqual(['+2 11', 'R11'])
    say(ann, '+')
    expect(takeTexts(ann)).toEqual(['+3 12'])
  })

  it("[LINK-4] without a durable effect the session continues from the sidecar's resume state", async () => {
    const ann = stage.client()
    say(ann, 'iann', 'n', 'n', 'n')
    stage.restart()
    takeTexts(ann)
    say(ann, '+')
    expect(takeTexts(ann)).toEqual(['+4 1'])
  })

  it('[LINK-4] a UDP client whose session continues can be kicked before it sends anything', async () => {
    const ann = stage.client('udp')
    say(ann, 'iann')
    stage.restart()
    const [session] = stage.host.sessions
    stage.moderation.kick(session!.id)
    stage.clock.settle()
    expect(ann.closedFor).toBe('kicked by the host')
    expect(stage.log.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('[LINK-4] a resume state that changes on resumption is sent to the sidecar with the next transaction', async () => {
    const notes: (string | undefined)[] = []
    const game: typeof tally = {
      ...tally,
      openSession(world, host, peer, note) {
        notes.push(note && text(note))
        const session = tally.openSession(world, host, peer, undefined)
        return Object.defineProperty(session, 'resumeState', { value: bytes(note ? 'answered' : 'waits') })
      },
    }
    stage = await RoomHarness.create(game)
    const client = stage.client()
    for (let i = 0; i < 2; i++) {
      stage.kill()
      stage.clock.pass(5000)
      client.call.sendFrame(bytes('n'))
      stage.clock.pass(1000)
    }
    expect(notes).toEqual([undefined, 'waits', 'answered'])
  })

  it('write-behind state rolls back by two seconds at most', async () => {
    const ann = stage.client()
    say(ann, '.', '.')
    stage.clock.pass(2000)
    say(ann, '.')
    stage.restart()
    takeTexts(ann)
    say(ann, '.')
    expect(takeTexts(ann)).toEqual(['.4 3'])
  })

  it("a session that resumes after its room's opening hours is closed", async () => {
    const ann = stage.client()
    stage.kill()
    const schedule = { timeZone: 'UTC', hours: ['daily 19:00-20:00'] }
    stage.context.meta = { ...stage.context.meta!, schedule }
    stage.clock.pass(1000)
    expect(ann.closedFor).toBe('closed until 2030-01-01T19:00:00.000Z')
  })

  it('a greeting is repeated only if it did not arrive', async () => {
    stage.losesNext = afterMessages(3) // after connection, hello and resync, the greeting's message is lost
    const ann = stage.client()
    stage.clock.pass(1000)
    say(ann, '+')
    expect(takeTexts(ann).filter((frame) => frame === 'W')).toEqual(['W'])
    stage.restart()
    expect(takeTexts(ann)).toEqual(['R1'])
  })

  it('a transaction that waited when the room was lost runs again', async () => {
    const ann = stage.client()
    say(ann, 'iann', 'w')
    stage.restart()
    await new Promise(setImmediate)
    stage.clock.settle()
    expect(totals()).toEqual({ ann: 1 })
    expect(takeTexts(ann).filter((frame) => frame.startsWith('w'))).toEqual(['w1 1'])
  })

  it('[LINK-7] a frame that kills the room three times closes its session, not the room', async () => {
    const clients = Array.from({ length: 8 }, () => stage.client())
    for (const [i, client] of clients.entries()) say(client, `ip${i}`)
    crashOnFatalFrame()
    for (const client of clients.slice(1)) client.call.sendFrame(bytes('+'))
    clients[0]!.call.sendFrame(bytes('+666'))
    stage.clock.pass(10_000)
    expect(clients[0]!.closedFor).toBe('this frame may have crashed the room')
    expect(clients.slice(1).map((client) => client.closedFor)).toEqual(Array(7).fill(undefined))
    for (const client of clients.slice(1)) say(client, '+')
    expect(totals()).toEqual(Object.fromEntries(clients.slice(1).map((_, i) => [`p${i + 1}`, 2])))
  })

  it('[LINK-5] an instance that hibernated before a session is opened again still notifies that session', async () => {
    const ann = stage.client()
    say(ann, 'iann')
    takeTexts(ann)
    stage.kill()
    let slept = false
    stage.beforeUpward = (message) => {
      if (!slept && opens(message).length > 0) {
        slept = true
        stage.hibernate()
      }
      return true
    }
    stage.clock.pass(1000)
    expect([slept, takeTexts(ann)]).toEqual([true, ['R0']])
    stage.hibernate()
    say(ann, 'n')
    expect(takeTexts(ann), 'the session missed no output').toEqual([])
  })

  it('[LINK-2] sessions are opened in the order of their numbers, including those suspected of a fatal frame', async () => {
    const clients = Array.from({ length: 4 }, () => stage.client())
    let numbers: number[] = []
    let losses = 0
    stage.beforeUpward = (message) => {
      if (isHello(message)) numbers = []
      numbers.push(...opens(message))
      if (losses === 2 || !/[+]6/.test(new TextDecoder('latin1').decode(message))) return true
      losses++
      stage.kill()
      return false
    }
    for (const client of [clients[0]!, clients[2]!]) client.call.sendFrame(bytes('+6'))
    stage.clock.pass(10_000)
    expect(clients.map(takeTexts).map((frames) => frames.includes('+1 6'))).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(losses).toBe(2)
    expect(numbers).toEqual([2, 4, 5, 6])
  })

  it('[LINK-7] a frame that arrived at hibernated instances does not count as fatal', async () => {
    const ann = stage.client()
    say(ann, 'iann')
    let slept = 0
    stage.beforeUpward = (message) => {
      if (slept < 5 && new TextDecoder('latin1').decode(message).includes('+7')) {
        slept++
        stage.hibernate()
      }
      return true
    }
    ann.call.sendFrame(bytes('+7'))
    stage.clock.pass(1000)
    expect([slept, ann.closedFor, totals()]).toEqual([5, undefined, { ann: 7 }])
    expect(takeTexts(ann)).toContain('+1 7')
  })

  it("[LINK-3] a client's last frame and its disconnect are both applied after the room is back", async () => {
    const [ann, bob] = [stage.client(), stage.client()]
    say(ann, 'iann')
    let lost = 0
    stage.beforeUpward = (message) => {
      if (lost > 0 || !new TextDecoder('latin1').decode(message).includes('+7')) return true
      lost++
      stage.kill()
      return false
    }
    ann.call.sendFrame(bytes('+7'))
    ann.call.clientClosed('gone')
    stage.clock.pass(1000)
    say(bob, 'n')
    expect([lost, totals(), stage.host.players]).toEqual([1, { ann: 7 }, 1])
  })

  it('a client that disconnected during an outage is gone afterwards, and its earlier frames are applied', async () => {
    const [ann, bob] = [stage.client(), stage.client()]
    say(ann, 'iann')
    stage.kill()
    stage.clock.settle()
    ann.call.sendFrame(bytes('+7'))
    ann.call.clientClosed('gone')
    stage.clock.pass(1000)
    say(bob, 'n')
    expect(totals()).toEqual({ ann: 7 })
    expect(stage.host.players).toBe(1)
  })

  it('[LINK-2] all sessions are opened before any frame is resent, so a multicast reaches each of them', async () => {
    const [ann, bob] = [stage.client(), stage.client()]
    say(ann, 'iann')
    takeTexts(bob)
    stage.kill()
    stage.clock.settle()
    ann.call.sendFrame(bytes('shello'))
    stage.clock.pass(1000)
    expect(takeTexts(bob)).toEqual(['R0', 'sann: hello'])
  })

  it('a disconnected session whose end the room never confirms is dropped after 60 s', async () => {
    const [ann, bob] = [stage.client(), stage.client()]
    say(ann, 'iann')
    stage.beforeUpward = () => false
    ann.call.clientClosed('gone')
    stage.clock.pass(59_000)
    expect(stage.link().sessions).toBe(2)
    stage.clock.pass(2000)
    expect([stage.link().sessions, bob.closedFor]).toEqual([1, undefined])
  })
})

describe('the sidecar of a link slower than its clients', () => {
  /**
   * Connects a client for each entry of `unackedBytes`, and makes it send a frame of this many bytes. `unsent`: bytes
   * that wait in the sidecar's socket.
   */
  async function connectSlowly(unackedBytes: readonly number[], unsent: number): Promise<HarnessClient[]> {
    await open({ windowBytes: 2_000_000 })
    const clients = unackedBytes.map(() => stage.client())
    stage.beforeUpward = () => false
    stage.unsent = unsent
    for (const [i, client] of clients.entries())
      if (unackedBytes[i]! > 0) client.call.sendFrame(bytes('n'.repeat(unackedBytes[i]!)))
    stage.clock.settle()
    return clients
  }
  const paused = (clients: readonly HarnessClient[]) => clients.map((client) => client.paused)

  it('reads all clients except those that send too much', async () => {
    const clients = await connectSlowly([900_000, 900_000, 10, 0], 1_800_000)
    expect(paused(clients)).toEqual([true, true, false, false])
    clients[3]!.call.sendFrame(bytes('n'.repeat(900_000)))
    expect(clients[3]!.paused, 'a client that joins them also waits').toBe(true)
    expect(stage.client().paused).toBe(false)
    stage.unsent = 262_144
    stage.clock.pass(10)
    expect(paused(clients)).toEqual([false, false, false, false])
  })

  it('pauses all clients, including UDP clients, above 4 MiB of queued bytes, until 2 MiB are left', async () => {
    const clients = await connectSlowly([900_000, 10, 0], 4_194_305)
    clients.push(stage.client(), stage.client('udp'))
    expect(paused(clients)).toEqual([true, true, true, true, true])
    stage.unsent = 2_097_152
    stage.clock.pass(10)
    expect(paused(clients)).toEqual([true, false, false, false, false])
  })

  it('reads all clients again when the link is lost, except UDP clients', async () => {
    const clients = await connectSlowly([900_000, 0], 4_194_305)
    clients.push(stage.client('udp'))
    stage.losesNext = () => true
    stage.cut()
    stage.clock.pass(10)
    expect(paused(clients)).toEqual([false, false, true])
  })
})

describe('a lost link', () => {
  it('a large resume state is restored completely', async () => {
    await open({ windowBytes: 1_000_000 })
    const ann = stage.client()
    const name = 'n'.repeat(65_530)
    say(ann, `i${name}`, '+')
    stage.restart()
    say(ann, 'n', '+')
    expect(Object.values(totals())).toEqual([2])
  })

  it('[LINK-3] frames from clients wait until the link is back, and the sidecar stops reading a client that fills its window', async () => {
    const ann = stage.client()
    say(ann, 'iann')
    stage.cut()
    for (let i = 0; i < 64; i++) ann.call.sendFrame(bytes('+'))
    expect(ann.paused).toBe(true)
    stage.clock.pass(1000)
    expect(ann.paused).toBe(false)
    expect(totals()).toEqual({ ann: 64 })
    expect(takeTexts(ann).slice(-1)).toEqual(['+64 64'])
  })

  it('each connection attempt is counted, including the first', async () => {
    stage.client()
    expect(stage.link().counts.dials).toBe(1)
    stage.cut()
    stage.clock.pass(1000)
    expect(stage.link().counts.dials).toBe(2)
  })

  it('[LINK-8] ends its sessions after 60 s: the room ends them, and the sidecar closes the clients', async () => {
    const ann = stage.client()
    stage.losesNext = () => true
    stage.cut()
    stage.clock.pass(59_000)
    expect(stage.host.players).toBe(1)
    stage.clock.pass(2_000)
    expect([stage.host.players, ann.closedFor]).toEqual([0, 'the room cannot be reached'])
  })

  it('a session that the room ended during an outage is closed on resumption', async () => {
    const [ann, bob] = [stage.client(), stage.client('tcp', '127.0.0.1', 'other')]
    say(ann, 'iann')
    stage.cut()
    stage.host.endAllSessions('closing time')
    stage.clock.pass(1000)
    expect([ann.closedFor, bob.closedFor]).toEqual(['closing time', 'closing time'])
  })

  it('a session that the room ended while the link failed receives its last reply and is closed on resumption', async () => {
    const [ann, bob] = [stage.client(), stage.client()]
    say(ann, 'iann')
    takeTexts(ann)
    ann.call.sendFrame(bytes('q'))
    stage.afterUpward = () => {
      stage.afterUpward = undefined
      stage.cut()
    }
    stage.clock.pass(1000)
    expect(takeTexts(ann)).toEqual(['bye'])
    expect(ann.closedFor).toBe('asked for')
    expect([bob.closedFor, stage.host.players]).toEqual([undefined, 1])
  })

  it('changed limits apply at once to connected clients', async () => {
    await open({ messagesPerSecond: 1, messageBurst: 1 })
    const ann = stage.client()
    say(ann, '+', '+', '+')
    expect(takeTexts(ann)).toEqual(['W', '+1 1'])
    stage.host.actions.applyOptions({ messagesPerSecond: 0 })
    say(ann, '+')
    stage.clock.pass(1000)
    expect(takeTexts(ann)).toEqual(['+2 2', '+3 3', '+4 4'])
  })

  it('[LINK-2] the newer hello of a sidecar id fences the older link', async () => {
    const ann = stage.client()
    const other = stage.rival('stage')
    expect(ann.closedFor).toBe('another sidecar has taken this id')
    expect(stage.host.players).toBe(1)
    expect(takeTexts(other)).toEqual(['W'])
  })

  it('a link ends 60 s after its last client has left, and the room keeps no timer', async () => {
    await open({ tickMs: 100 })
    const ann = stage.client()
    say(ann, '.')
    ann.call.clientClosed('gone')
    stage.clock.pass(5000)
    expect(stage.wires.size).toBe(1)
    expect(stage.host.timers.isTicking).toBe(false)
    expect(stage.clock.armed).toBe(1) // the only timer is the sidecar's, until it closes the link
    stage.clock.pass(60_000)
    expect([stage.wires.size, stage.clock.armed]).toEqual([0, 0])
  })
})

/** Commits `command`, and loses its reply together with the instance. */
function loseReplyTo(client: HarnessClient, command: string): void {
  client.call.sendFrame(bytes(command))
  stage.afterUpward = () => {
    stage.afterUpward = undefined
    stage.kill()
  }
  stage.clock.settle()
}

function opens(message: Uint8Array): number[] {
  return decodeLinkMessage(message).records.flatMap(({ type, session }) =>
    type === recordTypes.open ? [session] : [],
  )
}

function isHello(message: Uint8Array): boolean {
  return decodeLinkMessage(message).records[0]?.type === recordTypes.hello
}

/** From now on, every message with the frame `+666` crashes the instance. */
function crashOnFatalFrame(): void {
  stage.beforeUpward = (message) => {
    if (!new TextDecoder('latin1').decode(message).includes('+666')) return true
    stage.kill()
    return false
  }
}

function afterMessages(count: number): () => boolean {
  let passed = 0
  return () => passed++ === count
}
