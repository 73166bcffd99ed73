// How often webhooks may be added that lead to one place: each add sends a message there, and nobody has asked that place.
import type { Register } from './register.ts'
import type { HookTarget } from './rooms.ts'

/** So many at once, and then one each `everyMs`. */
interface Rate {
  readonly atOnce: number
  readonly everyMs: number
}

const minuteMs = 60_000
const ofUrl: Rate = { atOnce: 4, everyMs: 15 * minuteMs }
const ofHost: Rate = { atOnce: 20, everyMs: 3 * minuteMs }
/** Everybody's channels are on one host, which has limits of its own. */
const ofDiscord: Rate = { atOnce: 100, everyMs: minuteMs / 3 }
/** By then every rate is whole again. */
const forgottenMs = 60 * minuteMs
/** Urls and hosts that are remembered; of more the one that was asked for longest ago is forgotten. */
export const mostTargets = 4096

/** Counts one more webhook of the site that leads there, and answers 0; or the milliseconds until there may be one. */
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
  // A clock that was put back fills nothing.
  return had ? Math.min(atOnce, had.held + Math.max(0, now - had.at) / everyMs) : atOnce
}
