// Recorded conversations with the original server, datagram by datagram. See fixtures/README.md.
import { readFromServer } from '../../../games/doom-2077/datagrams/datagram.ts'
import type { FromServer } from '../../../games/doom-2077/packets.ts'
import { readRecording, recordingNames } from '../recordings.ts'

const folder = new URL('./fixtures/transcripts/', import.meta.url)

/** The bytes may be empty. */
export interface RecordedDatagram {
  readonly line: number
  /** Milliseconds since the script began. */
  readonly t: number
  /** `A`, `B`, … or `orig`, the unmodified client. */
  readonly client: string
  readonly dir: 'c2s' | 's2c'
  readonly bytes: Uint8Array
}

interface RecordedNote {
  readonly line: number
  readonly t: number
  readonly note: string
}

export const transcriptNames = () => recordingNames(folder)

export function datagramsOf(name: string): readonly RecordedDatagram[] {
  const { entries } = readRecording<unknown, RecordedDatagram | RecordedNote>(folder, name)
  return entries.filter((one) => 'bytes' in one)
}

/** The messages of the server to each client. `after`, `before`: milliseconds since the script began. */
export function recordedMessages(
  name: string,
  { after = -1, before = Number.POSITIVE_INFINITY } = {},
): ReadonlyMap<string, readonly FromServer[]> {
  const said = new Map<string, FromServer[]>()
  for (const { client, dir, t, bytes } of datagramsOf(name))
    if (dir === 's2c' && t > after && t < before)
      said.set(client, [...(said.get(client) ?? []), ...readFromServer(bytes).messages])
  return said
}
