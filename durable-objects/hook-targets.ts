// Rate limit of webhooks added to one target: each add sends a message there, which the target has not asked for.
import type { Register } from './register.ts'
import type { HookTarget } from './rooms.ts'

/** A burst, and then one each `everyMs`. */
interface Rate {
  readonly atOnce: number
  readonly everyMs: number
}

const minuteMs = 60_000
const ofUrl: Rate = { atOnce: 4, everyMs: 15 * minuteMs }
const ofHost: Rate = { atOnce: 20, everyMs: 3 * minuteMs }
/** All Discord channels are on one host, which has limits of its own. */
const ofDiscord: Rate = { atOnce: 100, everyMs: minuteMs / 3 }
/** By then every rate has recovered fully. */
const forgottenMs = 60 * minuteMs
/** Urls and hosts on record; the least recently used is evicted. */
export const mostTargets = 4096

/** Counts one more webhook of the site to this target and returns 0, or the milliseconds until one is allowed. */
export function admitTarget(register: Register, { host, url }: HookTarget, now: number): number {
  const name = host.replace(/\.$/, '')
  const isDiscord = /(?:^|\.)discord(?:app)?\.com$/.test(name)
  const rates = [
    [`host ${name}`, isDiscord ? ofDiscord : ofHost],
    [`url ${url}`, ofUrl],
  ] as const
  const held = rates.map(([target, rate]) => heldNow(register.target(target), rate, now))
  const waits = rates.map(([, { everyMs }], i) => Math.max(0, Math.ceil((1 - held[i]!) * everyMs)))
  const wait = Math.max(...waits)
  if (wait > 0) return wait
  for (const [i, [target]] of rates.entries()) register.putTarget(target, { held: held[i]! - 1, at: now })
  register.forgetTargets(now - forgottenMs, mostTargets)
  return 0
}

function heldNow(
  had: { readonly held: number; readonly at: number } | undefined,
  { atOnce, everyMs }: Rate,
  now: number,
): number {
  // A clock that was set back refills nothing.
  return had ? Math.min(atOnce, had.held + Math.max(0, now - had.at) / everyMs) : atOnce
}
