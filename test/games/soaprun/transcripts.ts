// Recorded conversations with other Soaprun servers, and the frames in them. See fixtures/transcripts/README.md.
import { readdirSync, readFileSync } from 'node:fs'
import { framing } from '../../../games/soaprun/framing.ts'
import { FrameSplitter, stripLengthField } from '../../../wire/net/framing.ts'

const folder = new URL('./fixtures/transcripts/', import.meta.url)

export interface Event {
  /** Line in the file, from 1. */
  readonly line: number
  /** Milliseconds. */
  readonly t: number
  /** Client. */
  readonly c: number
  readonly d: 'open' | 'c2s' | 's2c' | 'close' | 'note' | 'error'
  readonly type?: string
  readonly hex?: string
  readonly note?: string
  readonly by?: 'client' | 'server'
}

export interface Transcript {
  /** `pixel-A-colors` */
  readonly name: string
  readonly events: readonly Event[]
}

export function transcriptNames(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length))
}

export function readTranscript(name: string): Transcript {
  const lines = readFileSync(new URL(`${name}.jsonl`, folder), 'utf8')
    .trimEnd()
    .split('\n')
  const events = lines.slice(1).map((line, index) => ({ line: index + 2, ...JSON.parse(line) }) as Event)
  return { name, events }
}

function bytesOf({ hex }: Event): Uint8Array {
  return new Uint8Array(Buffer.from(hex ?? '', 'hex'))
}

/** Cuts what one client and its server say into frames, each without its length. */
export class Streams {
  readonly #splitters = new Map<string, FrameSplitter>()

  /** Bytes that no frame has claimed. */
  get held(): number {
    let held = 0
    for (const splitter of this.#splitters.values()) held += splitter.bufferedBytes
    return held
  }

  /** The frames that the event completes. Throws WireError for a length that cannot be. */
  *frames(event: Event): Iterable<Uint8Array> {
    const stream = `${event.d} ${event.c}`
    const splitter =
      this.#splitters.get(stream) ?? new FrameSplitter(event.d === 'c2s' ? framing : fromServers)
    this.#splitters.set(stream, splitter)
    for (const frame of splitter.push(bytesOf(event))) yield stripLengthField(framing, frame).slice()
  }
}

/** The stock client takes frames of up to 10,000 bytes. */
const fromServers = { ...framing, max: 4 + 10_000 }
