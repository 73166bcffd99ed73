// Recorded conversations with the original server, datagram by datagram. See fixtures/README.md.
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
export const readTranscript = (name: string) =>
  readRecording<unknown, RecordedDatagram | RecordedNote>(folder, name).entries

export function datagramsOf(name: string): readonly RecordedDatagram[] {
  return readTranscript(name).filter((one) => 'bytes' in one)
}
