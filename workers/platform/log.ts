import { formatLogLine, type LogLevel } from '../../wire/util/log-line.ts'

export function log(level: LogLevel, event: string, fields: object): void {
  console[level](formatLogLine(level, new Date().toISOString(), event, fields))
}
