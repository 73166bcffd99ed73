// The Worker's own log.
import { type LogLevel, formatLogLine } from '../../wire/util/log-line.ts'

export function log(level: LogLevel, event: string, fields: object): void {
  console[level](formatLogLine(level, new Date().toISOString(), event, fields))
}
