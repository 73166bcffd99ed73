import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ControlChannel, controlLimits } from '../../../sidecar/uplink/control-channel.ts'
import { createLog } from '../../../sidecar/util/log.ts'
import { closeCodes, type MessageToSidecar } from '../../../wire/link/control-messages.ts'
import { pollOptions } from '../../timeouts.ts'
import { ReceivedQueue } from '../harness/test-room.ts'
import { TestWorker } from '../harness/test-worker.ts'

/** Each retry of `vi.waitFor` advances the fake clock by 50 ms. */
const patient = { timeout: pollOptions.timeout, interval: 50 }

let worker: TestWorker
let control: ControlChannel
let received: ReceivedQueue<MessageToSidecar>
/** `at`: the time of the log line, as `performance.now()`. */
let lines: { level: string; event: string; at: number }[]
const fenced = vi.fn()
let chance = 0

async function start(): Promise<void> {
  const upstream = await worker.start()
  lines = []
  received = new ReceivedQueue()
  control = new ControlChannel({
    upstream,
    id: 'cellar',
    advertise: 'games.example.org',
    token: 'very secret',
    log: createLog('debug', {
      write: (line: string) => void lines.push({ ...JSON.parse(line), at: performance.now() }),
    }),
    random: () => chance,
    onMessage: (message) => received.push(message),
    onFenced: fenced,
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  worker = new TestWorker()
  fenced.mockReset()
  chance = 0
})
afterEach(() => {
  control.close(1001, 'test over')
  worker.stop()
  vi.useRealTimers()
})

it('a sidecar connects with its id, host and token below the upstream path', async () => {
  await start()
  const { request } = await worker.connections.next()
  expect(request.url).toBe('/base/api/sidecar?id=cellar&advertise=games.example.org')
  expect(request.headers.authorization).toBe('Bearer very secret')
  expect(JSON.stringify(lines)).not.toContain('very secret')
})

it('a sidecar applies known messages and ignores unknown ones', async () => {
  await start()
  const { send } = await worker.connections.next()
  for (const odd of ['{', 'null', '{"type":"new"}', '{"type":"all","assignments":[{}]}']) send(odd)
  for (const type of ['gone', 'leave'] as const) {
    send({ type, name: 'echo/harbor' })
    expect(await received.next()).toEqual({ type, name: 'echo/harbor' })
  }
  expect(lines.filter(({ event }) => event.startsWith('unknown message'))).toHaveLength(4)
  expect(control.connected).toBe(true)
})

it('[LINK-15] a sidecar skips listeners of unknown transports and opens the rest', async () => {
  await start()
  const { send } = await worker.connections.next()
  const limits = { windowBytes: 1, frameBytes: 1, peersPerAddress: 0, idleMs: 0, ticks: false }
  const tcp = { transport: 'tcp', port: 0 } as const
  const assignment = { name: 'echo/harbor', generation: 1, doors: [tcp], ...limits }
  const newer = { ...assignment, doors: [{ transport: 'sctp', port: 0, streams: 4 }, tcp] }
  send(JSON.stringify({ type: 'all', assignments: [newer] }))
  expect(await received.next()).toEqual({ type: 'all', assignments: [assignment] })
  send(JSON.stringify({ type: 'room', assignment: newer }))
  expect(await received.next()).toEqual({ type: 'room', assignment })
})

it('a sidecar reports opened listeners, and sends nothing while it is disconnected from the Worker', async () => {
  await start()
  control.send({ type: 'opened', name: 'echo/lost', generation: 1, doors: [] })
  const { reports, send } = await worker.connections.next()
  send({ type: 'all', assignments: [] })
  await received.next()
  control.send({ type: 'opened', name: 'echo/harbor', generation: 1, doors: [] })
  expect(await reports.next()).toEqual({ type: 'opened', name: 'echo/harbor', generation: 1, doors: [] })
})

describe('the control channel', () => {
  it('reconnects 100 ms after a lost connection at the earliest', async () => {
    await start()
    const first = await worker.connections.next()
    first.send({ type: 'all', assignments: [] })
    await received.next()
    first.socket.terminate()
    await vi.waitFor(() => expect(control.connected).toBe(false), patient)
    vi.advanceTimersByTime(controlLimits.minDelayMs - 1)
    expect(worker.attempts.seen).toHaveLength(1)
    vi.advanceTimersByTime(1)
    await worker.connections.next()
  })

  it('reconnects with growing delays up to 10 s while nothing valid is received', async () => {
    chance = 1
    worker.status = 500
    await start()
    for (const wait of [200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]) {
      await worker.attempts.next()
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), patient)
      vi.advanceTimersByTime(wait - 1)
      await new Promise((resolve) => setImmediate(resolve))
      const tries = worker.attempts.seen.length
      vi.advanceTimersByTime(1)
      await vi.waitFor(() => expect(worker.attempts.seen).toHaveLength(tries + 1), {
        timeout: pollOptions.timeout,
      })
    }
  })

  it('[LINK-15] reconnects after 1 s to 60 s if the Worker rejects its messages, with a log line each time', async () => {
    await start()
    const said = () =>
      lines.filter(({ event }) => event === 'the worker could not process a message of this sidecar')
    const waits = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]
    for (const [i, wait] of waits.entries()) {
      const { socket, send } = await worker.connections.next()
      send({ type: 'all', assignments: [] })
      await received.next()
      socket.close(closeCodes.protocol, 'type: must be a string')
      await vi.waitFor(() => expect(said()).toHaveLength(i + 1), patient)
      const elapsed = performance.now() - said().at(-1)!.at
      vi.advanceTimersByTime(wait - elapsed - 1)
      expect(vi.getTimerCount()).toBe(1) // the reconnect timer is still pending
      vi.advanceTimersByTime(1)
    }
    expect(said()[0]).toMatchObject({ level: 'error', detail: 'type: must be a string' })
  })

  it('reconnects after 60 s if the token is refused, with a log line each time', async () => {
    worker.status = 401
    await start()
    const refused = /^cannot reach the Worker at http:.*: it rejects SIDECAR_TOKEN; .*401/
    const said = () => lines.filter(({ level, event }) => level !== 'info' && refused.test(event))
    for (let attempt = 1; attempt <= 3; attempt++) {
      await worker.attempts.next()
      await vi.waitFor(() => expect(said()).toHaveLength(attempt), patient)
      const elapsed = performance.now() - said().at(-1)!.at
      vi.advanceTimersByTime(controlLimits.unauthorizedDelayMs - elapsed - 1)
      expect(vi.getTimerCount()).toBe(1) // the reconnect timer is still pending
      vi.advanceTimersByTime(1)
    }
    worker.status = 101
    await worker.attempts.next()
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), patient)
    vi.advanceTimersByTime(controlLimits.unauthorizedDelayMs)
    await worker.connections.next()
  })

  it('[LINK-9] reconnects when a ping gets no answer for 10 s', async () => {
    await start()
    const { pings, send } = await worker.connections.next()
    await vi.waitFor(() => expect(control.connected).toBe(true), patient)
    await pings.next()
    send('{"type":"gone","name":"x"}')
    await received.next() // The answer to the ping has arrived before this message.
    worker.answersPings = false
    vi.advanceTimersByTime(controlLimits.pingIntervalMs)
    await pings.next()
    expect(control.connected).toBe(true)
    vi.advanceTimersByTime(controlLimits.pongTimeoutMs)
    await vi.waitFor(() => expect(control.connected).toBe(false), patient)
    vi.advanceTimersByTime(controlLimits.minDelayMs)
    await worker.connections.next()
  })

  it('stays connected while its pings are answered', async () => {
    await start()
    const { pings, send } = await worker.connections.next()
    await vi.waitFor(() => expect(control.connected).toBe(true), patient)
    for (let turn = 0; turn < 5; turn++) {
      await pings.next()
      send('{"type":"gone","name":"x"}')
      await received.next() // All earlier messages have arrived at this point.
      vi.advanceTimersByTime(controlLimits.pingIntervalMs)
    }
    expect(control.connected).toBe(true)
    expect(worker.attempts.seen).toHaveLength(1)
  })

  it('never reconnects after another sidecar has connected with the same id', async () => {
    await start()
    const { socket } = await worker.connections.next()
    socket.close(closeCodes.fenced)
    await vi.waitFor(() => expect(fenced).toHaveBeenCalledOnce(), patient)
    vi.advanceTimersByTime(120_000)
    await new Promise((resolve) => setImmediate(resolve))
    expect(worker.attempts.seen).toHaveLength(1)
    expect(lines.at(-1)).toMatchObject({ level: 'error', event: 'another sidecar has taken over this id' })
  })
})
