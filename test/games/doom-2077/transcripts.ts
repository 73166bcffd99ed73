// Recorded conversations with the original server, datagram by datagram. See fixtures/README.md.
import { readRecording, recordingNames } from '../recordings.ts'

const folder = new URL('./fixtures/transcripts/', import.meta.url)

/** A datagram. The bytes of the datagram, which may be empty. */
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

/** A description of an event that is not a datagram. */
interface RecordedNote {
  readonly line: number
  readonly t: number
  readonly note: string
}

export const transcriptNames = () => recordingNames(folder)
export const readTranscript = (name: string) =>
  readRecording<unknown, RecordedDatagram | RecordedNote>(folder, name).entries

/** The datagrams of a transcript. */
export function datagramsOf(name: string): readonly RecordedDatagram[] {
  return readTranscript(name).filter((one) => 'bytes' in one)
}
