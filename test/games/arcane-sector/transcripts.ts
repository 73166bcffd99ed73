// Recorded conversations with the original server, and the packets in them. See fixtures/README.md.
import { readdirSync, readFileSync } from 'node:fs'
import { framing } from '../../../games/arcane-sector/framing.ts'
import { FrameSplitter } from '../../../wire/net/framing.ts'

const folder = new URL('./fixtures/', import.meta.url)
const suffix = '.jsonl'

interface Place {
  /** Line in the file, from 1. */
  readonly line: number
  /** Milliseconds. */
  readonly t: number
  /** Connection. */
  readonly conn: string
}

/** One write: usually one packet, but 03-errors has two in one and one in two. */
export interface Said extends Place {
  readonly dir: 'C2S' | 'S2C'
  readonly chunk: string
  readonly bytes: Uint8Array
}

export interface Event extends Place {
  readonly dir: 'EV'
  readonly chunk: 'OPEN' | 'CLOSED' | 'STILL_OPEN'
  /** The side that closed. */
  readonly by?: 'client' | 'server'
}

/** The purpose of the next packet. */
interface Note extends Place {
  readonly dir: 'NOTE'
  readonly note: string
}

type Entry = Said | Event | Note

export interface Transcript {
  /** `01-solo` */
  readonly name: string
  readonly entries: readonly Entry[]
}

/** Throws if there are none, so that no test passes on an empty set. */
export function transcriptNames(): readonly string[] {
  const files = readdirSync(new URL('transcripts/', folder)).filter((file) => file.endsWith(suffix))
  if (!files.length) throw new Error('there are no transcripts')
  return files.map((file) => file.slice(0, -suffix.length))
}

export function readTranscript(name: string): Transcript {
  const file = readFileSync(new URL(`transcripts/${name}${suffix}`, folder), 'utf8')
  const [first, ...lines] = file.trimEnd().split('\n')
  const { transcript } = JSON.parse(first!) as { transcript: string }
  if (transcript !== name) throw new Error(`${name}${suffix} says that it is ${transcript}`)
  return { name, entries: lines.map((line, index) => entry(JSON.parse(line), index + 2)) }
}

/** A line without its number. */
type Written = Omit<Event, 'line'> | Omit<Note, 'line'> | (Omit<Said, 'line' | 'bytes'> & { hex: string })

function entry(written: Written, line: number): Entry {
  if (!('hex' in written)) return { line, ...written }
  const { hex, ...said } = written
  return { line, ...said, bytes: new Uint8Array(Buffer.from(hex, 'hex')) }
}

/** Splits the data of each connection and direction into packets with headers. */
export class Streams {
  readonly #splitters = new Map<string, FrameSplitter>()

  /** Bytes of an incomplete packet. */
  get held(): number {
    let held = 0
    for (const splitter of this.#splitters.values()) held += splitter.bufferedBytes
    return held
  }

  /** The packets that these bytes complete. Throws WireError for a length that cannot be. */
  *frames({ conn, dir, bytes }: Said): Iterable<Uint8Array> {
    const stream = `${dir} ${conn}`
    const splitter = this.#splitters.get(stream) ?? new FrameSplitter(framing)
    this.#splitters.set(stream, splitter)
    for (const frame of splitter.push(bytes)) yield frame.slice()
  }
}

/** The recorded server's passwords. */
export function passwordOf(playerId: number): string {
  return `arc-pass-${String(playerId).padStart(3, '0')}`
}

/** The map of the recorded server. */
export function worldFile(): Uint8Array {
  return world
}

const world = new Uint8Array(readFileSync(new URL('world.json', folder)))
