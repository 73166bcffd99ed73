// Recorded conversations with other Soaprun servers, and the frames in them. See fixtures/transcripts/README.md.
import { framing } from '../../../games/soaprun/framing.ts'
import { stripLengthField } from '../../../wire/net/framing.ts'
import { Streams as RecordedStreams, readRecording, recordingNames } from '../recordings.ts'

const folder = new URL('./fixtures/transcripts/', import.meta.url)

export interface RecordedEvent {
  readonly line: number
  /** Milliseconds since the recording began. */
  readonly t: number
  readonly c: number
  readonly d: 'open' | 'c2s' | 's2c' | 'close' | 'note' | 'error'
  readonly type?: string
  readonly bytes?: Uint8Array
  readonly note?: string
  readonly by?: 'client' | 'server'
}

export const transcriptNames = () => recordingNames(folder)
export const readTranscript = (name: string) => readRecording<unknown, RecordedEvent>(folder, name).entries

/** The frames without their length fields. */
export class Streams extends RecordedStreams {
  *frames({ d, c, bytes = new Uint8Array(0) }: RecordedEvent): Iterable<Uint8Array> {
    // The original client accepts frames of up to 10,000 bytes.
    const expected = d === 'c2s' ? framing : { ...framing, max: 4 + 10_000 }
    for (const frame of this.split(`${d} ${c}`, expected, bytes))
      yield stripLengthField(framing, frame).slice()
  }
}
