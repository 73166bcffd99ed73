// Structured logs: JSON lines in the format of wire/util/log-line.ts, on stderr (stdout belongs to the command). The fields
// are game, room, peer, in this order; no secrets, and no text of players. pino writes the event last.
import pino, { type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** `level`: a level of pino (`info`; `silent` for none). Lines go to `stream`, or stderr. */
export function createLog(level = 'info', stream?: DestinationStream): Logger {
  const format = {
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return pino({ level, ...format }, stream ?? pino.destination({ fd: 2, sync: true }))
}

/** A child log with the fields of a room; `name` is `game/room`. */
export function createRoomLog(log: Logger, name: string): Logger {
  const [game, room] = name.split('/')
  return log.child({ game, room })
}
