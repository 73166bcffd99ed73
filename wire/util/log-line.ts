// A log line is JSON with the level, the time and the event first, then the room and the session, then other fields.
// Log lines must not contain secrets or text of players.

import { isStorageFull, storageFullCode } from './storage-full.ts'

export type LogLevel = 'info' | 'warn' | 'error'

/** Formats a log line. `time`: ISO 8601, UTC. Undefined fields are omitted. */
export function formatLogLine(level: LogLevel, time: string, event: string, fields: object): string {
  return JSON.stringify({ level, time, event, ...fields })
}

/** Explanations of platform errors that are not bugs of this project. */
const knownPlatformErrors: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/SQLITE_TOOBIG|too big/i, 'the value is too large to be stored'],
  [/storage limit|exceeded (?:its|the) storage/i, 'the storage limit is reached'],
  [/its code was updated|object reset because/i, 'the object was restarted, as after every deployment'],
  [/exceeded its memory limit|memory limit/i, 'the object ran out of memory and was restarted'],
  [/exceeded (?:its|the) CPU|CPU time limit/i, 'the object exceeded its CPU limit and was restarted'],
  [/is overloaded|too many requests queued/i, 'the object is overloaded'],
  [
    /storage operation exceeded timeout|storage caused object to be reset/i,
    'storage timed out, and the object was restarted',
  ],
  [/DNS lookup failed|getaddrinfo|ENOTFOUND/i, 'a host name could not be resolved'],
  [
    /network connection lost|peer disconnected|disconnected prematurely|ECONNRESET|EPIPE|connection (?:was )?(?:reset|closed)|broken pipe/i,
    'the connection closed unexpectedly',
  ],
]

/** The explanation of a platform error; undefined if it is unknown. */
export function explainPlatformError(message: string): string | undefined {
  const words = knownPlatformErrors.find(([pattern]) => pattern.test(message))?.[1]
  if (words !== undefined || !isStorageFull(message)) return words
  return `nothing can be stored: the disk is full (${storageFullCode(message) ?? message})`
}

/** Describes a thrown value for the log, by an explanation if there is one, otherwise by its stack. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return explainPlatformError(error.message) ?? error.stack ?? error.message
}
