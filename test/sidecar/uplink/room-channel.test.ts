// How a link to a nearby room groups frames into messages, in simulated time. The room makes one commit for each
// message.
import { expect, test } from 'vitest'
import type { SocketEvents } from '../../../sidecar/uplink/open-socket.ts'
import { RoomChannel } from '../../../sidecar/uplink/room-channel.ts'
import { decodeLinkMessage, encodeResync, LinkWriter, recordTypes } from '../../../wire/link/link-codec.ts'
import { seededRandom } from '../../../wire/util/random.ts'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

/** A link with this many clients, to a room that answers frames only when the test calls `answer`. */
function openLink(clients: number, write: (session: number) => void = () => {}) {
  const clock = new SimulatedClock()
  let events: SocketEvents | undefined
  /** For each message, the numbers of the sessions that have a frame in it. */
  const messages: number[][] = []
  const send = (bytes: Uint8Array) => {
    const { records } = decodeLinkMessage(bytes)
    const frames = records.filter(({ type }) => type === recordTypes.data)
    if (frames.length > 0) messages.push(frames.map(({ session }) => session))
  }
  const channel = new RoomChannel({
    name: 'tally/room',
    hello: { sidecar: 'one', process: 'p' },
    clock,
    random: () => 0,
    newToken: () => '0'.repeat(32),
    dial: (given) => {
      events = given
      return { send, close() {}, bufferedBytes: 0 }
    },
    flushMs: 4,
    isNearby: true,
    windowBytes: 65_536,
    ticks: false,
    idleMs: 0,
    onEnded() {},
    log() {},
  })
  const client = { address: '192.0.2.1', transport: 'tcp', compressed: false } as const
  const closed: number[] = []
  const sessions = Array.from({ length: clients }, (_, at) =>
    channel.open({
      ...{ ...client, pause() {}, resume() {}, write: () => write(at + 1) },
      close: () => closed.push(at + 1),
    }),
  )
  const writer = new LinkWriter(true, (bytes) => events!.onMessage(bytes))
  writer.epoch = 7
  writer.record(recordTypes.resync, 0, 0, encodeResync())
  writer.flush()
  const seqs = new Map<number, number>()
  const answer = (numbers: readonly number[]) => {
    for (const number of numbers) {
      const seq = (seqs.get(number) ?? 0) + 1
      seqs.set(number, seq)
      writer.record(recordTypes.ack, number, seq)
    }
    writer.flush()
  }
  const ask = (...numbers: number[]) => {
    for (const number of numbers) sessions[number - 1]!.sendFrame(new Uint8Array([1]))
  }
  const end = (number: number) => {
    writer.record(recordTypes.close, number, 0, encodeUtf8('kicked'))
    writer.flush()
  }
  clock.pass(100)
  return { clock, messages, answer, ask, end, closed, writer }
}

test('a frame of a client whose session the room has ended is dropped', () => {
  const { clock, messages, ask, end } = openLink(2)
  end(1)
  ask(1, 2)
  clock.pass(100)
  expect(messages).toEqual([[2]])
})

test('a client whose frame causes a fault of the sidecar is closed, and the others get their frames', () => {
  const written: number[] = []
  const { writer, closed } = openLink(3, (session) => {
    if (session === 2) throw new Error('fault')
    written.push(session)
  })
  for (const session of [1, 2, 3]) writer.record(recordTypes.data, session, 0, new Uint8Array([1]))
  writer.flush()
  expect([written, closed]).toEqual([[1, 3], [2]])
})

test('clients that send a request after each answer share one message, however far apart they send', () => {
  const { clock, messages, answer, ask } = openLink(10)
  const all = Array.from({ length: 10 }, (_, at) => at + 1)
  ask(1)
  clock.pass(1)
  ask(...all.slice(1))
  clock.pass(4)
  expect(messages).toEqual([[1], all.slice(1)])
  answer([1])
  ask(1)
  clock.pass(1)
  // The room is still processing the second message.
  expect(messages).toHaveLength(2)
  answer(all.slice(1))
  for (let round = 3; round < 20; round++) {
    for (const number of all.slice(round === 3 ? 1 : 0)) {
      ask(number)
      if (number % 5 === 0) clock.pass(1)
    }
    clock.settle()
    expect(messages).toHaveLength(round)
    expect(messages.at(-1)!.toSorted((a, b) => a - b)).toEqual(all)
    answer(all)
  }
})

test('a single client that sends a request after each answer never waits', () => {
  const { clock, messages, answer, ask } = openLink(1)
  for (let round = 1; round <= 10; round++) {
    ask(1)
    clock.settle()
    expect(messages).toHaveLength(round)
    answer([1])
  }
})

test('a frame that the room does not answer delays other clients by at most 4 ms', () => {
  const { clock, messages, ask } = openLink(2)
  ask(1)
  clock.settle()
  ask(2)
  clock.pass(4)
  expect(messages).toEqual([[1], [2]])
})

test('ten clients that send a request after each answer share the commits of a slow disk: 1,000 answers a second', () => {
  const { clock, messages, answer, ask } = openLink(10)
  const commitMs = 8
  const random = seededRandom('commits')
  let [answered, committed] = [0, 0]
  let isCommitting = false
  const commit = () => {
    const message = messages[committed]
    if (isCommitting || !message) return
    isCommitting = true
    clock.after(commitMs, () => {
      committed++
      isCommitting = false
      answered += message.length
      answer(message)
      for (const number of message) clock.after(0.1 + random() * 1.5, () => ask(number))
      commit()
    })
  }
  for (let number = 1; number <= 10; number++) clock.after(number * 3, () => ask(number))
  for (let ms = 0; ms < 2000; ms += 0.5) {
    clock.pass(0.5)
    commit()
  }
  expect(answered / 2).toBeGreaterThan(950)
  expect(committed / answered).toBeLessThan(0.12)
})
