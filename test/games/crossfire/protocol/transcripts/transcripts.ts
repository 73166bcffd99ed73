// Recorded conversations with the original servers, packet by packet. See fixtures/README.md.
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../fixtures/transcripts/', import.meta.url)
const suffix = '.jsonl'

interface Place {
  readonly line: number
  /** Milliseconds since the recording began. */
  readonly ms: number
}

/** A recorded packet, without its length field. */
export interface RecordedPacket extends Place {
  /** C from the client, S from the server. */
  readonly dir: 'C' | 'S'
  readonly command: string
  readonly bytes: Uint8Array
}

interface RecordedNote extends Place {
  readonly note: string
}

type TranscriptEntry = RecordedPacket | RecordedNote

/** The names of all transcripts. Throws if there are none, so that no test passes without a transcript. */
export function transcriptNames(): readonly string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(suffix))
  if (!files.length) throw new Error('there are no transcripts')
  return files.map((file) => file.slice(0, -suffix.length)).sort()
}

/** `name`: the file name without `.jsonl`. Throws for an invalid line. */
function readTranscript(name: string): readonly TranscriptEntry[] {
  const lines = readFileSync(new URL(`${name}${suffix}`, folder), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line, index) => entry(JSON.parse(line), index + 1))
}

export function recordedPackets(name: string): readonly RecordedPacket[] {
  return readTranscript(name).filter((one) => 'bytes' in one)
}

export function dialectOf(name: string): 'today' | '1997' {
  return name.includes('095') ? '1997' : 'today'
}

type Written =
  | { readonly dir: '#'; readonly ms: number; readonly note: string }
  | { readonly dir: 'C' | 'S'; readonly ms: number; readonly len: number; cmd: string; hex: string }

function entry(written: Written, line: number): TranscriptEntry {
  const { ms } = written
  if (written.dir === '#') return { line, ms, note: written.note }
  const bytes = new Uint8Array(Buffer.from(written.hex, 'hex'))
  if (bytes.length !== written.len) throw new Error(`line ${line}: ${bytes.length} bytes, not ${written.len}`)
  return { line, ms, dir: written.dir, command: written.cmd, bytes }
}
