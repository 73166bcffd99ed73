// Recorded conversations with the original server, and the packets in them. See fixtures/README.md.
import { readFileSync } from 'node:fs'
import { framing } from '../../../games/arcane-sector/framing.ts'
import { Streams as RecordedStreams, readRecording, recordingNames } from '../recordings.ts'

const folder = new URL('./fixtures/transcripts/', import.meta.url)

interface Place {
  readonly line: number
  /** Milliseconds since the recording began. */
  readonly t: number
  readonly conn: string
}

/** Usually one packet. In 03-errors one write has two packets, and one packet is split over two writes. */
export interface RecordedWrite extends Place {
  readonly dir: 'C2S' | 'S2C'
  readonly chunk: string
  readonly bytes: Uint8Array
}

export interface Event extends Place {
  readonly dir: 'EV'
  readonly chunk: 'OPEN' | 'CLOSED' | 'STILL_OPEN'
  readonly by?: 'client' | 'server'
}

interface Note extends Place {
  readonly dir: 'NOTE'
  readonly note: string
}

export const transcriptNames = () => recordingNames(folder)
export const readTranscript = (name: string) =>
  readRecording<unknown, RecordedWrite | Event | Note>(folder, name).entries

export class Streams extends RecordedStreams {
  frames({ conn, dir, bytes }: RecordedWrite): Iterable<Uint8Array> {
    return this.split(`${dir} ${conn}`, framing, bytes)
  }
}

export function passwordOf(playerId: number): string {
  return `arc-pass-${String(playerId).padStart(3, '0')}`
}

export const worldFile = () => world
const world = new Uint8Array(readFileSync(new URL('../world.json', folder)))
