// The connection of who only watches a room: it says now and then that it reads, as wire/watched.ts has it.
import { sayReadMs, watching } from '../wire/watched.ts'
import { Connection, type Standing } from './connection.ts'

export interface WatchEvents {
  /** Behind a new socket everything is told from the beginning. */
  opened?(): void
  /** One message: frames of one moment. */
  heard(message: string | Uint8Array): void
  stands?(standing: Standing): void
}

/** `path`: the room's door for who watches. */
export function watchRoom(path: string, { heard, ...events }: WatchEvents): void {
  let readSoon: ReturnType<typeof setTimeout> | undefined
  const connection = new Connection(path, {
    ...events,
    heard(message) {
      if (message === watching.pong) return
      heard(message)
      if (readSoon !== undefined) return
      readSoon = setTimeout(() => {
        readSoon = undefined
        connection.send(watching.ping)
      }, sayReadMs)
    },
  })
}

/** Told to the document, on a page that watches already, when something came. */
export const heardOf = 'room-heard-of'
