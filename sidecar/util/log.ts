// Structured logs: JSON lines on stderr, in the format of wire/util/log-line.ts, except that pino writes the event
// last. The first fields are game, room and peer. Lines contain no secrets and no text of players. stdout is for the
// output of the command.
import pino, { type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** `level`: a level of pino, such as `info`, or `silent` for no log. Default of `stream`: stderr. */
export function createLog(level = 'info', stream?: DestinationStream): Logger {
  const format = {
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return pino({ level, ...format }, stream ?? stderrStream())
}

/** Limit of the lines that are kept while stderr cannot be written. */
const maxPendingBytes = 1024 * 1024

function stderrStream(): DestinationStream {
  const stream = pino.destination({ fd: 2, sync: true, maxLength: maxPendingBytes })
  // Errors of the log are ignored: a full disk must not end the process, and with it all connections.
  return stream.on('error', () => {})
}

/** `name`: `game/room`. */
export function createRoomLog(log: Logger, name: string): Logger {
  const [game, room] = name.split('/')
  return log.child({ game, room })
}
