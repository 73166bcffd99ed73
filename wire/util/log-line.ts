// A log line, in the same format in the Worker, its objects and the sidecar: JSON with level, time and event first,
// then the room and session, then other fields. Lines must not contain secrets or text of players.

import { isStorageFull, storageFullCode } from './storage-full.ts'

export type LogLevel = 'info' | 'warn' | 'error'

/** `time`: ISO 8601, UTC. Undefined fields are omitted. */
export function formatLogLine(level: LogLevel, time: string, event: string, fields: object): string {
  return JSON.stringify({ level, time, event, ...fields })
}

/** Platform errors that are not bugs of this project, and their explanations. */
const knownPlatformErrors: readonly (readonly [said: RegExp, words: string])[] = [
  [/SQLITE_TOOBIG|too big/i, 'this is larger than what may be stored at once'],
  [
    /storage limit|exceeded (?:its|the) storage/i,
    'nothing more can be stored: the limit of storage is reached',
  ],
  [/its code was updated|object reset because/i, 'the object was begun anew, as at every deployment'],
  [/exceeded its memory limit|memory limit/i, 'the object had no memory left, and was begun anew'],
  [/exceeded (?:its|the) CPU|CPU time limit/i, 'the object took too much time, and was begun anew'],
  [/is overloaded|too many requests queued/i, 'the object is asked for more than it can do'],
  [
    /storage operation exceeded timeout|storage caused object to be reset/i,
    'the disk took too long, and the object was begun anew',
  ],
  [/DNS lookup failed|getaddrinfo|ENOTFOUND/i, 'a name has no address'],
  [
    /network connection lost|peer disconnected|disconnected prematurely|ECONNRESET|EPIPE|connection (?:was )?(?:reset|closed)|broken pipe/i,
    'the other end hung up in the middle',
  ],
]

/** The explanation of a platform error; undefined: not a known one. */
export function explainPlatformError(said: string): string | undefined {
  const words = knownPlatformErrors.find(([pattern]) => pattern.test(said))?.[1]
  if (words !== undefined || !isStorageFull(said)) return words
  return `nothing can be stored: the disk is full (${storageFullCode(said) ?? said})`
}

/** Describes a thrown value for the log: an explanation if there is one, else the stack. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return explainPlatformError(error.message) ?? error.stack ?? error.message
}
