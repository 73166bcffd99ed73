// Probe results that all games share.
import type { ProbeResponse, ProbeResult, ProbedRoom } from '../probe.ts'

/** The room rejects newcomers. `how`: in the game's own terms. */
export function rejectsNewcomers(detail: string, { open, full }: ProbedRoom): ProbeResult {
  const message = `it turns newcomers away (${detail})`
  if (!open) return { ok: true, message: `${message}: the room is closed` }
  if (full) return { ok: true, message: `${message}: every seat is taken` }
  const hint = 'banned from here, or too many of one address? try again, and see its log'
  return { ok: false, message: `${message}, though the room is open and has seats`, hint }
}

/** The expected answer did not arrive. */
export function noAnswer({ end }: ProbeResponse, { open }: ProbedRoom): ProbeResult | undefined {
  if (end === undefined) return undefined
  if (end === 'closed' && !open) return { ok: true, message: 'it hangs up: the room is closed' }
  const hint = 'is the sidecar connected to the Worker? see its log'
  return { ok: false, message: end === 'closed' ? 'it hangs up without a word' : 'no greeting within 3 s', hint }
}

/** `title`: the game's. */
export function wrongServer(title: string): ProbeResult {
  return {
    ok: false,
    message: `something else than ${title} answers there`,
    hint: 'another program has this port: end it, or give the room another',
  }
}
