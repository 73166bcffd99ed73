// Recorded conversations with the original servers, packet by packet. See fixtures/README.md.
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../fixtures/transcripts/', import.meta.url)
const suffix = '.jsonl'

interface Place {
  /** In the file, from 1. */
  readonly line: number
  /** Milliseconds since the recorder began. */
  readonly ms: number
}

/** One packet, without its length. */
export interface Said extends Place {
  /** C: the client's. S: the server's. */
  readonly dir: 'C' | 'S'
  /** Its first word. */
  readonly command: string
  readonly bytes: Uint8Array
}

/** What the script did next. */
export interface Note extends Place {
  readonly note: string
}

export type Entry = Said | Note

/** Throws where there is none: no test is to hold of nothing. */
export function transcriptNames(): readonly string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(suffix))
  if (!files.length) throw new Error('there are no transcripts')
  return files.map((file) => file.slice(0, -suffix.length)).sort()
}

/** `name` without `.jsonl`. Throws for a line that is not what it says it is. */
export function readTranscript(name: string): readonly Entry[] {
  const lines = readFileSync(new URL(`${name}${suffix}`, folder), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line, index) => entry(JSON.parse(line), index + 1))
}

/** The packets of a transcript. */
export function saidIn(name: string): readonly Said[] {
  return readTranscript(name).filter((one) => 'bytes' in one)
}

/** What the recorded server and client spoke. */
export function dialectOf(name: string): 'today' | '1997' {
  return name.includes('095') ? '1997' : 'today'
}

type Written =
  | { readonly dir: '#'; readonly ms: number; readonly note: string }
  | { readonly dir: 'C' | 'S'; readonly ms: number; readonly len: number; cmd: string; hex: string }

function entry(written: Written, line: number): Entry {
  const { ms } = written
  if (written.dir === '#') return { line, ms, note: written.note }
  const bytes = new Uint8Array(Buffer.from(written.hex, 'hex'))
  if (bytes.length !== written.len) throw new Error(`line ${line}: ${bytes.length} bytes, not ${written.len}`)
  return { line, ms, dir: written.dir, command: written.cmd, bytes }
}
