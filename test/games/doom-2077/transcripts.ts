// Recorded conversations with the original server, datagram by datagram. See fixtures/README.md.
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('./fixtures/transcripts/', import.meta.url)
const suffix = '.jsonl'

/** One datagram; the original server sends empty ones, too. */
export interface RecordedDatagram {
  /** In the file, from 1. */
  readonly line: number
  /** Milliseconds. */
  readonly t: number
  /** A socket: `A`, `B`, … or `orig`, the unmodified client. */
  readonly client: string
  readonly dir: 'c2s' | 's2c'
  readonly bytes: Uint8Array
}

/** What else happened. */
export interface RecordedNote {
  readonly line: number
  readonly t: number
  readonly note: string
}

export type TranscriptEntry = RecordedDatagram | RecordedNote

export interface Transcript {
  /** `match-start` */
  readonly name: string
  /** What it shows. */
  readonly about: string
  readonly entries: readonly TranscriptEntry[]
}

/** Throws where there is none: no test is to hold of nothing. */
export function transcriptNames(): readonly string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(suffix))
  if (!files.length) throw new Error('there are no transcripts')
  return files.map((file) => file.slice(0, -suffix.length)).sort()
}

export function readTranscript(name: string): Transcript {
  const [first, ...lines] = readFileSync(new URL(`${name}${suffix}`, folder), 'utf8')
    .trimEnd()
    .split('\n')
  const { scenario, note } = JSON.parse(first!) as { scenario: string; note: string }
  if (scenario !== name) throw new Error(`${name}${suffix} says that it is ${scenario}`)
  return { name, about: note, entries: lines.map((line, index) => entry(JSON.parse(line), index + 2)) }
}

/** The datagrams of a transcript. */
export function datagramsOf(name: string): readonly RecordedDatagram[] {
  return readTranscript(name).entries.filter((one) => 'bytes' in one)
}

type Written =
  | Omit<RecordedNote, 'line'>
  | (Omit<RecordedDatagram, 'line' | 'bytes'> & { readonly hex: string })

function entry(written: Written, line: number): TranscriptEntry {
  if (!('hex' in written)) return { line, ...written }
  const { hex, ...sent } = written
  return { line, ...sent, bytes: new Uint8Array(Buffer.from(hex, 'hex')) }
}
