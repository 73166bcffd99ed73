// Acknowledgements and limits of the link (wire/LINK.md). Each end is tested message by message.
import { describe, expect, it } from 'vitest'
import { closeCodes } from '../../wire/link/control-messages.ts'
import {
  decodeLinkMessage,
  encodeHello,
  encodeSessionOpening,
  type LinkMessage,
  LinkWriter,
  type RecordType,
  recordTypes,
} from '../../wire/link/link-codec.ts'
import { tally } from '../fixtures/tally-game/index.ts'
import { RoomHarness } from '../room-harness.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (frame: Uint8Array | string) =>
  typeof frame === 'string' ? frame : new TextDecoder().decode(frame)
const token = (n: number) => n.toString(16).padStart(32, '0')
const pieceBytes = 64 * 1024
const wholeBytes = 32 * 1024 * 1024

/** The sidecar's end of a link. It sends only the records that a test writes. */
class RawSidecar {
  readonly received: LinkMessage[] = []
  closedWith: number | undefined
  readonly writer: LinkWriter
  readonly #harness: RoomHarness
  readonly #socket = {
    send: (message: Uint8Array) => this.received.push(decodeLinkMessage(message)),
    close: (code: number) => {
      this.closedWith = code
      this.#harness.sidecarGateway!.socketClosed(this.#socket)
    },
    serializeAttachment() {},
  }

  constructor(harness: RoomHarness) {
    this.#harness = harness
    this.writer = new LinkWriter(false, (message) =>
      harness.sidecarGateway!.message(this.#socket, message, undefined),
    )
    this.writer.record(recordTypes.hello, 0, 0, encodeHello({ sidecar: 'raw', process: 'p' }))
    this.writer.flush()
    this.writer.epoch = this.received.at(-1)!.epoch
    this.received.length = 0
  }

  open(session: number, from = 0): void {
    const opening = encodeSessionOpening({
      token: token(session),
      address: '192.0.2.1',
      transport: 'tcp',
      compressed: false,
      resumeState: undefined,
    })
    this.writer.record(recordTypes.open, session, from, opening)
    this.say()
  }

  frame(session: number, seq: number, command: string): void {
    this.writer.frame(session, seq, bytes(command))
    this.say()
  }

  say(): void {
    this.writer.flush(true)
    this.#harness.clock.settle()
  }

  receipt(): void {
    this.writer.number = this.received.at(-1)!.number
    this.say()
  }

  takePayloads(): string[] {
    return this.received
      .splice(0)
      .flatMap(({ records }) =>
        records.filter(({ type }) => type === recordTypes.data).map(({ payload }) => text(payload)),
      )
  }
}

/** The messages to the room, each with its number and the types of its records. */
function upward(harness: RoomHarness): { readonly number: number; readonly types: readonly RecordType[] }[] {
  const messages: { number: number; types: RecordType[] }[] = []
  harness.beforeUpward = (whole) => {
    const { number, records } = decodeLinkMessage(whole)
    messages.push({ number, types: records.map(({ type }) => type) })
    return true
  }
  return messages
}

describe('the acknowledgement', () => {
  it('[LINK-1] is sent with the next upward message, or alone after 50 ms', async () => {
    const stage = await RoomHarness.create(tally)
    const ann = stage.client()
    stage.clock.pass(1000)
    const messages = upward(stage)
    ann.call.sendFrame(bytes('+'))
    stage.clock.settle()
    const [{ number } = { number: 0 }] = messages
    stage.clock.pass(30)
    ann.call.sendFrame(bytes('+'))
    stage.clock.pass(49)
    expect(messages).toEqual([
      { number, types: [recordTypes.data] },
      { number: number + 1, types: [recordTypes.data] },
    ])
    stage.clock.pass(1)
    expect(messages.slice(2)).toEqual([{ number: number + 2, types: [] }])
    stage.clock.pass(1000)
    expect(messages).toHaveLength(3)
  })

  it('[LINK-1] waits up to a second if the room does not retain the output, as with multicasts', async () => {
    const stage = await RoomHarness.create(tally)
    const [ann, cid] = [stage.client(), stage.client('tcp', '127.0.0.1', 'west')]
    for (const one of [ann, cid]) one.call.sendFrame(bytes('+'))
    stage.clock.pass(2000)
    const receipts = upward(stage)
    cid.call.sendFrame(bytes('p'))
    const alone = () => receipts.filter(({ types: said }) => said.length === 0).length
    stage.clock.pass(900)
    expect(alone()).toBe(1)
    stage.clock.pass(200)
    expect(alone()).toBe(2)
  })

  it('[LINK-1] of a reply ends its repetition: without it the room repeats the reply to a sidecar that resumes', async () => {
    const stage = await RoomHarness.create(tally)
    const first = new RawSidecar(stage)
    first.open(1)
    first.receipt()
    first.frame(1, 1, '+')
    expect(first.takePayloads()).toEqual(['W', '+1 1'])
    const second = new RawSidecar(stage)
    second.open(1, 1)
    expect(second.takePayloads()).toEqual(['+1 1', 'R1'])
    second.frame(1, 2, '+')
    second.receipt()
    second.takePayloads()
    const third = new RawSidecar(stage)
    third.open(1, 1)
    expect(third.takePayloads()).toEqual(['R2'])
  })

  it('[LINK-1] is ignored in a message of another epoch', async () => {
    const stage = await RoomHarness.create(tally)
    const sidecar = new RawSidecar(stage)
    sidecar.open(1)
    sidecar.receipt()
    sidecar.takePayloads()
    const { epoch } = sidecar.writer
    sidecar.writer.epoch = epoch + 1
    sidecar.frame(1, 1, '+')
    expect(sidecar.takePayloads()).toEqual([])
    sidecar.writer.epoch = epoch
    sidecar.frame(1, 1, '+')
    expect(sidecar.takePayloads()).toEqual(['+1 1'])
  })
})

describe('a payload in pieces', () => {
  const piece = new Uint8Array(pieceBytes)
  const whole = { head: recordTypes.data | 0x40, seq: 1 }
  /** Calls `say` for as many pieces as the limit of a payload allows, and marks no piece as the last. */
  const each = (say: () => void) => {
    for (let sent = 0; sent < wholeBytes; sent += pieceBytes) say()
  }

  it("over 32 MiB breaks the protocol and ends the sidecar's link", async () => {
    const stage = await RoomHarness.create(tally)
    const sidecar = new RawSidecar(stage)
    sidecar.open(1)
    const say = (length: number) => {
      sidecar.writer.record(whole.head as RecordType, 1, whole.seq, piece.subarray(0, length))
      sidecar.say()
    }
    each(() => say(pieceBytes))
    expect(sidecar.closedWith).toBeUndefined()
    say(1)
    expect(sidecar.closedWith).toBe(closeCodes.protocol)
  })

  it("over 32 MiB breaks the protocol and ends the room's link", async () => {
    const stage = await RoomHarness.create(tally)
    const ann = stage.client()
    const [wire] = stage.wires
    const writer = new LinkWriter(true, (message) => wire!.door.send(message))
    stage.beforeUpward = (message) => {
      writer.epoch = decodeLinkMessage(message).epoch
      return true
    }
    ann.call.sendFrame(bytes('n'))
    stage.clock.settle()
    const say = (length: number) => {
      writer.record(whole.head as RecordType, 1, whole.seq, piece.subarray(0, length))
      writer.flush()
      stage.clock.settle()
    }
    each(() => say(pieceBytes))
    expect(stage.wires.has(wire!)).toBe(true)
    say(1)
    expect(stage.wires.has(wire!)).toBe(false)
    expect(ann.closedFor).toBeUndefined()
  })

  it('does not stay in the memory of the sidecar if its client leaves before the last piece', async () => {
    const stage = await RoomHarness.create(tally)
    stage.client()
    const [wire] = stage.wires
    const down = new LinkWriter(true, (message) => wire!.door.send(message))
    stage.beforeUpward = (message) => {
      down.epoch = decodeLinkMessage(message).epoch
      return true
    }
    const say = (session: number, head: number) => {
      down.record(head as RecordType, session, 0, piece)
      down.flush()
      stage.clock.settle()
    }
    // Together the payloads are larger than the limit of a link.
    for (const session of [2, 3, 4]) {
      const client = stage.client()
      for (let sent = 0; sent < wholeBytes / 2; sent += pieceBytes) say(session, whole.head)
      client.call.clientClosed('gone')
      stage.clock.pass(1000)
      say(session, recordTypes.data)
    }
    expect(stage.wires.has(wire!)).toBe(true)
  })
})

it('[LINK-6] a sidecar that never acknowledges gets no more than 128 transactions of a session applied, even if they have no replies', async () => {
  const stage = await RoomHarness.create(tally)
  const sidecar = new RawSidecar(stage)
  sidecar.open(1)
  const acked = () =>
    sidecar.received.flatMap(({ records }) => records.filter(({ type }) => type === recordTypes.ack)).length
  for (let seq = 1; seq <= 200; seq++) sidecar.frame(1, seq, 'n')
  expect(acked()).toBe(127)
  sidecar.receipt()
  expect(acked()).toBe(200)
})

it('[LINK-3] frames of over 32 MiB that wait in a room end the sessions with the most waiting frames, and no other session', async () => {
  const stage = await RoomHarness.create(tally)
  const sidecar = new RawSidecar(stage)
  const sessions = 41
  for (let session = 1; session <= sessions; session++) sidecar.open(session)
  sidecar.receipt()
  sidecar.received.length = 0
  const ended = () =>
    sidecar.received.flatMap(({ records }) =>
      records.filter(({ type }) => type === recordTypes.close).map(({ session }) => session),
    )
  // `w` takes 10 ms, and the session's later frames wait for it. Only the first session has few of them.
  for (let session = 1; session <= sessions; session++) {
    sidecar.writer.frame(session, 1, bytes('w'))
    const frames = session === 1 ? 1 : 240
    for (let seq = 2; seq < 2 + frames; seq++) sidecar.writer.frame(session, seq, new Uint8Array(4000))
  }
  sidecar.say()
  expect(ended().length).toBeGreaterThan(0)
  expect(ended().length).toBeLessThan(12)
  expect(ended()).not.toContain(1)
})

it('[LINK-8] ends of sessions are kept until their sidecars have received them, for any number of sessions', async () => {
  const stage = await RoomHarness.create(tally)
  const clients = Array.from({ length: 257 }, () => stage.client())
  for (const client of clients) client.received.length = 0
  for (const client of clients) client.call.sendFrame(bytes('q'))
  stage.afterUpward = () => {
    stage.afterUpward = undefined
    stage.cut()
  }
  stage.clock.pass(1000)
  const heard = clients.map(({ received }) => received.map(text).join(' '))
  expect(new Set(heard)).toEqual(new Set(['bye']))
  expect(new Set(clients.map(({ closedFor }) => closedFor))).toEqual(new Set(['asked for']))
})

describe('a silent client', () => {
  it('[LINK-11] is closed after 10 s without a first frame, if the room ticks', async () => {
    const stage = await RoomHarness.create(tally, { options: { tickMs: 1000 } })
    const [silent, ann] = [stage.client(), stage.client()]
    ann.call.sendFrame(bytes('n'))
    stage.clock.pass(9_000)
    expect([silent.closedFor, ann.closedFor]).toEqual([undefined, undefined])
    stage.clock.pass(7_000)
    expect([silent.closedFor, ann.closedFor]).toEqual(['idle for too long', undefined])
  })

  it('[LINK-11] may wait without limit in a room that does not tick', async () => {
    const stage = await RoomHarness.create(tally)
    const silent = stage.client()
    stage.clock.pass(600_000)
    expect(silent.closedFor).toBeUndefined()
  })
})

describe('keepalive', () => {
  const keepalives = (messages: ReturnType<typeof upward>) =>
    messages.filter((message) => message.types.includes(recordTypes.keepalive)).length

  it.each([
    { tickMs: 1000, ticks: 'ticks', wanted: 2 },
    { tickMs: 0, ticks: 'does not tick', wanted: 0 },
  ])(
    'is sent $wanted times a minute to a room that $ticks, each time after 30 s of silence',
    async ({ tickMs, wanted }) => {
      const stage = await RoomHarness.create(tally, { options: { tickMs } })
      const ann = stage.client()
      ann.call.sendFrame(bytes('n'))
      stage.clock.pass(1000)
      const messages = upward(stage)
      stage.clock.pass(28_000)
      expect(keepalives(messages)).toBe(0)
      stage.clock.pass(36_000)
      expect(keepalives(messages)).toBe(wanted)
    },
  )

  it('is sent after 5 s without acknowledgement, and never to an empty room', async () => {
    const stage = await RoomHarness.create(tally, { options: { tickMs: 1000 } })
    const ann = stage.client()
    const messages = upward(stage)
    ann.call.sendFrame(bytes('w')) // the transaction of `w` waits for 10 ms of the room's own clock
    stage.clock.settle()
    stage.clock.pass(11_000)
    expect(keepalives(messages)).toBeGreaterThan(0)
    ann.call.clientClosed('gone')
    await new Promise(setImmediate) // frames sent before the close are processed first
    stage.clock.pass(100)
    messages.length = 0
    stage.clock.pass(59_000)
    expect(keepalives(messages)).toBe(0)
  })
})
