// A spectator's connection. It acknowledges regularly that it reads (wire/watched.ts).
import { readConfirmationMs, spectatorKeepalive } from '../wire/watched.ts'
import { Connection, type Standing } from './connection.ts'

export interface WatchEvents {
  /** A new socket is open: a full snapshot follows. */
  opened?(): void
  /** One message: all frames of one moment. */
  heard(message: string | Uint8Array): void
  stands?(standing: Standing): void
}

/** `path`: the room's spectator endpoint. */
export function watchRoom(path: string, { heard, ...events }: WatchEvents): void {
  let readSoon: ReturnType<typeof setTimeout> | undefined
  const connection = new Connection(path, {
    ...events,
    heard(message) {
      if (message === spectatorKeepalive.pong) return
      heard(message)
      if (readSoon !== undefined) return
      readSoon = setTimeout(() => {
        readSoon = undefined
        connection.send(spectatorKeepalive.ping)
      }, readConfirmationMs)
    },
  })
}

/** Event on the document when a spectating page receives something. */
export const heardOf = 'room-heard-of'
