// Recorded conversations with the original server, datagram by datagram. See fixtures/README.md.
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('./fixtures/transcripts/', import.meta.url)
const suffix = '.jsonl'

/** A datagram. The original server also sends empty ones. */
export interface RecordedDatagram {
  /** Line of the file, from 1. */
  readonly line: number
  /** Milliseconds since the script began. */
  readonly t: number
  /** Name of the socket: `A`, `B`, … or `orig`, the unmodified client. */
  readonly client: string
  readonly dir: 'c2s' | 's2c'
  readonly bytes: Uint8Array
}

/** An event that is not a datagram. */
interface RecordedNote {
  readonly line: number
  readonly t: number
  readonly note: string
}

type TranscriptEntry = RecordedDatagram | RecordedNote

export interface Transcript {
  /** The recording's name, for example `match-start`. */
  readonly name: string
  /** Description of the recording. */
  readonly about: string
  readonly entries: readonly TranscriptEntry[]
}

/** Throws if there are none, so that no test passes without a recording. */
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
