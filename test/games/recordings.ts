// Recorded conversations with other servers: files of JSON lines, of which the first describes the recording.
import { readdirSync, readFileSync } from 'node:fs'
import { FrameSplitter, type Framing } from '../../wire/net/framing.ts'

const suffix = '.jsonl'

/** Sorted. Throws if there are none, so that no test passes without recordings. */
export function recordingNames(folder: URL): readonly string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(suffix))
  if (!files.length) throw new Error(`there are no recordings in ${folder}`)
  return files.map((file) => file.slice(0, -suffix.length)).sort()
}

/**
 * Returns the first line of a recording, and its other lines, each with its line number in the file (from 1) and with
 * the bytes of its field `hex`.
 */
export function readRecording<Head, Entry>(
  folder: URL,
  name: string,
): { readonly head: Head; readonly entries: readonly Entry[] } {
  const text = readFileSync(new URL(`${name}${suffix}`, folder), 'utf8')
  const [head, ...lines] = text.trimEnd().split('\n')
  const entries = lines.map((line, index) => {
    const { hex, ...entry } = JSON.parse(line)
    const bytes = hex === undefined ? {} : { bytes: new Uint8Array(Buffer.from(hex, 'hex')) }
    return { line: index + 2, ...entry, ...bytes } as Entry
  })
  return { head: JSON.parse(head!), entries }
}

export class Streams {
  readonly #splitters = new Map<string, FrameSplitter>()

  get held(): number {
    return [...this.#splitters.values()].reduce((sum, { bufferedBytes }) => sum + bufferedBytes, 0)
  }

  /** Throws WireError for an impossible length. */
  *split(stream: string, framing: Framing, bytes: Uint8Array): Iterable<Uint8Array> {
    const splitter = this.#splitters.get(stream) ?? new FrameSplitter(framing)
    this.#splitters.set(stream, splitter)
    for (const frame of splitter.push(bytes)) yield frame.slice()
  }
}
