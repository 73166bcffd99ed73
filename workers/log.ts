// The Worker's own log.
import { type LogLevel, logLine } from '../wire/log-line.ts'

export function log(level: LogLevel, event: string, fields: object): void {
  console[level](logLine(level, new Date().toISOString(), event, fields))
}
