// Probe results that all games share.
import type { Heard, Heeded, KnockedRoom } from '../knock.ts'

/** The room rejects newcomers. `how`: in the game's own terms. */
export function turnsAway(how: string, { open, full }: KnockedRoom): Heeded {
  const seen = `it turns newcomers away (${how})`
  if (!open) return { ok: true, seen: `${seen}: the room is closed` }
  if (full) return { ok: true, seen: `${seen}: every seat is taken` }
  const hint = 'banned from here, or too many of one address? try again, and see its log'
  return { ok: false, seen: `${seen}, though the room is open and has seats`, hint }
}

/** The expected answer did not arrive. */
export function saysNothing({ end }: Heard, { open }: KnockedRoom): Heeded | undefined {
  if (end === undefined) return undefined
  if (end === 'closed' && !open) return { ok: true, seen: 'it hangs up: the room is closed' }
  const hint = 'is the sidecar connected to the Worker? see its log'
  return { ok: false, seen: end === 'closed' ? 'it hangs up without a word' : 'no greeting within 3 s', hint }
}

/** `title`: the game's. */
export function saysElse(title: string): Heeded {
  return {
    ok: false,
    seen: `something else than ${title} answers there`,
    hint: 'another program has this port: end it, or give the room another',
  }
}
