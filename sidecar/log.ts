// Structured logs, one JSON line each as wire/log-line.ts has them, on stderr (stdout belongs to the command). Fields in the
// order game, room, peer; a secret or a player's text is never one of them. What happened comes last, as pino writes it.
import pino, { type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** `level` as pino names them (`info`; `silent` for none). Lines go to `stream`, or stderr. */
export function createLog(level = 'info', stream?: DestinationStream): Logger {
  const format = {
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return pino({ level, ...format }, stream ?? pino.destination({ fd: 2, sync: true }))
}

/** A room's own log; `name` is `game/room`. */
export function roomLog(log: Logger, name: string): Logger {
  const [game, room] = name.split('/')
  return log.child({ game, room })
}
