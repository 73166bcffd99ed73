// The marks of a film: lines of the room's timeline as everybody may read them, without addresses.
import type { TimelineLine } from '../../model/room-log.ts'
import type { FilmMark } from '../../rpc/rpc-types.ts'

/** As moderation.ts writes them: a name and, in brackets, a part of the address. */
const patterns = [
  [/^(.*) \([^()]*\) joined by \w+$/, '$1 joined'],
  [/^(.*) \([^()]*\) left\b.*$/, '$1 left'],
  [/^The host kicked (.*) \([^()]*\)$/, '$1 was kicked'],
  [/^The host kicked a player at .*$/, 'A player was kicked'],
] as const

/** Lines about the room, of which only those of the patterns are public. All others are events in the world. */
const roomKinds: ReadonlySet<string> = new Set(['join', 'leave', 'refusal', 'fault', 'report', 'act'])

/** Undefined if the line is for the owner only. */
export function filmMarkOf({ time, kind, text }: TimelineLine): FilmMark | undefined {
  if (!roomKinds.has(kind)) return { time, kind, text }
  for (const [pattern, words] of patterns)
    if (pattern.test(text))
      return { time, kind: kind === 'act' ? 'kick' : kind, text: text.replace(pattern, words) }
  return undefined
}
