// Replays sessions with the original server on a room in memory, and compares the packets of each client in each step.
// Used by transcripts.test.ts.
import type { Options } from '../../../../games/game.ts'
import { readRecording, recordingNames } from '../../recordings.ts'
import { readFixture } from '../sample-multiworlds.ts'
import { type Packet, type TestClient, TestRoom } from '../test-client.ts'
import { type Difference, differencesIn, skippedBy } from './differences.ts'
import { comparableTexts, isTick } from './volatile.ts'

interface Line {
  readonly step: number
  readonly client: string
  readonly dir?: 'open' | 'send' | 'recv' | 'bye' | 'close'
  /** For `open`: the WebSocket extensions that the server accepted. */
  readonly extensions?: string
  readonly frame?: readonly Packet[]
  /** A frame that JavaScript cannot parse as JSON. */
  readonly raw?: string
  readonly binary?: string
}

interface Head {
  readonly meta: { readonly fixture: string; readonly server_args: readonly string[] }
}

interface Recording {
  readonly name: string
  readonly fixture: string
  readonly args: readonly string[]
  readonly steps: ReadonlyMap<number, readonly Line[]>
}

/** The packets to one client in one step: our packets, and the recorded packets after the differences are applied. */
interface StepPackets {
  readonly step: number
  readonly client: string
  readonly sent: string
  readonly theirs: readonly string[]
  readonly ours: readonly string[]
}

export interface Outcome {
  readonly packets: number
  readonly mismatches: readonly StepPackets[]
  readonly occurrences: ReadonlyMap<Difference, ReadonlySet<number>>
}

const folder = new URL('../fixtures/transcripts/', import.meta.url)

/** The names of all recordings, each in the form `SESSION.FIXTURE`. */
export const recordings = () => recordingNames(folder)

/** Replays a recording, by default in a new room with the options of the recorded server. */
export async function replay(name: string, room?: TestRoom): Promise<Outcome> {
  const recording = read(name)
  return new Replay(recording, room ?? (await roomFor(name))).play()
}

export function roomFor(name: string): Promise<TestRoom> {
  const { fixture: file, args } = read(name)
  const ours = file.replace('mixed-8p.archipelago', 'mixed-8p.zip')
  return TestRoom.create({ options: optionsOf(args), file: { name: ours, bytes: readFixture(ours) } })
}

function read(name: string): Recording {
  const { head, entries } = readRecording<Head, Line>(folder, name)
  const steps = Map.groupBy(
    entries.filter(({ dir }) => dir),
    ({ step }) => step,
  )
  return { name, fixture: head.meta.fixture, args: head.meta.server_args, steps }
}

function optionsOf(args: readonly string[]): Options {
  const pairs = args.flatMap((arg, i) => {
    const value = args[i + 1]
    if (!arg.startsWith('--') || value === undefined || value.startsWith('--')) return []
    return [[arg.slice(2), /^\d+$/.test(value) ? Number(value) : value] as const]
  })
  return Object.fromEntries(pairs)
}

const second = 1000
/** Maximum milliseconds for which a busy sidecar batches its messages. */
const linkBatchMs = 25

class Replay {
  readonly #recording: Recording
  readonly #room: TestRoom
  readonly #clients = new Map<string, TestClient>()
  readonly #reportedClosed = new Set<string>()
  readonly #mismatches: StepPackets[] = []
  readonly #occurrences = new Map<Difference, Set<number>>()
  #packets = 0

  constructor(recording: Recording, room: TestRoom) {
    this.#recording = recording
    this.#room = room
  }

  async play(): Promise<Outcome> {
    for (const [step, lines] of this.#recording.steps) await this.#step(step, lines)
    for (const { level, event, fields } of this.#room.harness.log)
      if (level === 'error') throw new Error(`${event} ${JSON.stringify(fields)}`)
    return { packets: this.#packets, mismatches: this.#mismatches, occurrences: this.#occurrences }
  }

  async #step(step: number, lines: readonly Line[]): Promise<void> {
    const skipped = skippedBy(this.#recording.name, step)
    if (skipped) return this.#recordOccurrence(skipped, step)
    for (const line of lines) this.#replayLine(line, lines)
    await this.#room.flushTasks()
    for (const [client, connection] of this.#clients) {
      const theirs = lines.filter((line) => line.client === client && line.dir === 'recv').flatMap(packetsOf)
      const ours = this.#receive(connection, theirs.filter(isTick).length)
      this.#compare(step, client, lines, theirs, ours)
    }
  }

  #replayLine(line: Line, all: readonly Line[]): void {
    const connection = this.#clients.get(line.client)
    if (line.dir === 'open' && !failedToOpen(line, all))
      this.#clients.set(line.client, this.#room.open(/deflate/.test(line.extensions ?? '')))
    if (line.dir === 'send') connection!.sendFrame(frameOf(line))
    if (line.dir === 'bye' && connection && connection.closeReason === undefined) connection.disconnect()
  }

  #receive(connection: TestClient, ticks: number): Packet[] {
    const packets = takeFrom(connection)
    for (let i = packets.filter(isTick).length; i < ticks; i++) {
      this.#room.advance(second)
      packets.push(...takeFrom(connection))
    }
    if (packets.filter(isTick).length < ticks) {
      this.#room.advance(linkBatchMs)
      packets.push(...takeFrom(connection))
    }
    return packets
  }

  #compare(
    step: number,
    client: string,
    lines: readonly Line[],
    recorded: readonly Packet[],
    packets: readonly Packet[],
  ): void {
    const expected = this.#expected(step, client, recorded, packets)
    const extra = this.#extra(step, packets)
    const theirs = comparableTexts([...expected, ...this.#closing(client, lines)])
    const ours = comparableTexts([...packets.filter((packet) => !extra.has(packet)), ...this.#closed(client)])
    this.#packets += theirs.length
    if (theirs.join('\n') === ours.join('\n')) return
    const sent = lines
      .filter(({ dir }) => dir === 'send')
      .map(({ frame, raw }) => JSON.stringify(frame ?? raw))
    this.#mismatches.push({ step, client, sent: sent.join(), theirs, ours })
  }

  #expected(
    step: number,
    client: string,
    recorded: readonly Packet[],
    ours: readonly Packet[],
  ): readonly Packet[] {
    let packets = recorded
    for (const difference of differencesIn(this.#recording.name, step)) {
      const { adapt } = difference
      if (!adapt) continue
      packets = packets.flatMap((packet, i) => {
        const instead = adapt(packet, { client, ours, before: packets.slice(0, i) })
        if (instead !== packet) this.#recordOccurrence(difference, step)
        return instead ?? []
      })
    }
    return packets
  }

  #extra(step: number, ours: readonly Packet[]): ReadonlySet<Packet> {
    const found = new Set<Packet>()
    for (const difference of differencesIn(this.#recording.name, step))
      for (const packet of ours)
        if (difference.isExtra?.(packet)) {
          found.add(packet)
          this.#recordOccurrence(difference, step)
        }
    return found
  }

  #recordOccurrence(difference: Difference, step: number): void {
    this.#occurrences.set(difference, (this.#occurrences.get(difference) ?? new Set<number>()).add(step))
  }

  /** A list with one pseudo packet if the server closed the connection in this step, otherwise an empty list. */
  #closing(client: string, lines: readonly Line[]): Packet[] {
    const of = lines.filter((line) => line.client === client)
    const closed = of.some(({ dir }) => dir === 'close') && !of.some(({ dir }) => dir === 'bye')
    return closed ? [{ cmd: '(closed)' }] : []
  }

  #closed(client: string): Packet[] {
    const { closeReason } = this.#clients.get(client)!
    if (closeReason === undefined || this.#reportedClosed.has(client)) return []
    this.#reportedClosed.add(client)
    return [{ cmd: '(closed)' }]
  }
}

/** Whether the session never started, because the client required a WebSocket feature that the server lacks. */
function failedToOpen({ client }: Line, lines: readonly Line[]): boolean {
  const of = lines.filter((line) => line.client === client)
  return of.some(({ dir }) => dir === 'close') && !of.some(({ dir }) => dir === 'recv')
}

function packetsOf({ frame, raw }: Line): readonly Packet[] {
  return frame ?? [{ cmd: '(raw)', raw }]
}

function takeFrom({ frames }: TestClient): Packet[] {
  return frames.splice(0).flatMap((frame) => {
    try {
      return JSON.parse(frame) as Packet[]
    } catch {
      return [{ cmd: '(raw)', raw: frame }]
    }
  })
}

function frameOf({ frame, raw, binary }: Line): string | Uint8Array {
  if (binary !== undefined) return new TextEncoder().encode(binary)
  return raw ?? JSON.stringify(frame)
}
