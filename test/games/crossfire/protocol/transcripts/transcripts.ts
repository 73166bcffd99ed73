// Recorded conversations with the original servers, packet by packet. See fixtures/README.md.
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../fixtures/transcripts/', import.meta.url)
const suffix = '.jsonl'

/** A recorded packet, without its length field. */
export interface RecordedPacket {
  /** The line of the file. */
  readonly line: number
  /** C from the client, S from the server. */
  readonly dir: 'C' | 'S'
  readonly command: string
  readonly bytes: Uint8Array
}

/** The names of all transcripts. Throws if there are none, so that no test passes without a transcript. */
export function transcriptNames(): readonly string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(suffix))
  if (!files.length) throw new Error('there are no transcripts')
  return files.map((file) => file.slice(0, -suffix.length)).sort()
}

/** `name`: the file name without `.jsonl`. Throws for an invalid line. Notes about the recording are left out. */
export function recordedPackets(name: string): readonly RecordedPacket[] {
  const lines = readFileSync(new URL(`${name}${suffix}`, folder), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.flatMap((line, index) => packetOf(JSON.parse(line), index + 1))
}

export function dialectOf(name: string): 'today' | '1997' {
  return name.includes('095') ? '1997' : 'today'
}

type RecordedLine =
  | { readonly dir: '#'; readonly note: string }
  | { readonly dir: 'C' | 'S'; readonly len: number; readonly cmd: string; readonly hex: string }

function packetOf(recorded: RecordedLine, line: number): RecordedPacket[] {
  if (recorded.dir === '#') return []
  const bytes = new Uint8Array(Buffer.from(recorded.hex, 'hex'))
  if (bytes.length !== recorded.len)
    throw new Error(`line ${line}: ${bytes.length} bytes, not ${recorded.len}`)
  return [{ line, dir: recorded.dir, command: recorded.cmd, bytes }]
}
