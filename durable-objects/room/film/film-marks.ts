// The marks of a film: lines of the room's timeline without the addresses, so that everybody may read them.
import type { TimelineLine } from '../../model/room-log.ts'
import type { FilmMark } from '../../rpc/rpc-types.ts'

/** Patterns of log lines, with their public text. moderation.ts writes a part of the address after the name. */
const patterns = [
  [/^(.*) \([^()]*\) joined by \w+$/, '$1 joined'],
  [/^(.*) \([^()]*\) left\b.*$/, '$1 left'],
  [/^The host kicked (.*) \([^()]*\)$/, '$1 was kicked'],
  [/^The host kicked a player at .*$/, 'A player was kicked'],
] as const

/** Kinds of lines that are public only if they match a pattern. Other kinds are events in the world: always public. */
const roomKinds: ReadonlySet<string> = new Set(['join', 'leave', 'refusal', 'fault', 'report', 'act'])

/** The line as everybody may read it; undefined if only the owner may. */
export function toFilmMark({ time, kind, text }: TimelineLine): FilmMark | undefined {
  if (!roomKinds.has(kind)) return { time, kind, text }
  for (const [pattern, words] of patterns)
    if (pattern.test(text))
      return { time, kind: kind === 'act' ? 'kick' : kind, text: text.replace(pattern, words) }
  return undefined
}
