// Rate limit of webhooks added to one target: each add sends a message there, which the target has not asked for.

import type { WebhookTarget } from '../../rpc/rpc-types.ts'
import type { DirectoryRepository } from './directory-repository.ts'

/** Allows a burst, and then one every `everyMs`. */
interface TargetRate {
  readonly atOnce: number
  readonly everyMs: number
}

const minuteMs = 60_000
const urlRate: TargetRate = { atOnce: 4, everyMs: 15 * minuteMs }
const hostRate: TargetRate = { atOnce: 20, everyMs: 3 * minuteMs }
/** All Discord channels are on one host, which has limits of its own. */
const discordRate: TargetRate = { atOnce: 100, everyMs: minuteMs / 3 }
/** After this time every rate has recovered fully. */
const fullRecoveryMs = 60 * minuteMs
/** Urls and hosts on record; the least recently used is evicted. */
export const maxTargets = 4096

/** Counts one more webhook of the site to this target and returns 0, or the milliseconds until one is allowed. */
export function admitWebhookTarget(
  repository: DirectoryRepository,
  { host, url }: WebhookTarget,
  now: number,
): number {
  const name = host.replace(/\.$/, '')
  const isDiscord = /(?:^|\.)discord(?:app)?\.com$/.test(name)
  const rates = [
    [`host ${name}`, isDiscord ? discordRate : hostRate],
    [`url ${url}`, urlRate],
  ] as const
  const tokens = rates.map(([target, rate]) => tokensNow(repository.webhookTarget(target), rate, now))
  const waits = rates.map(([, { everyMs }], i) => Math.max(0, Math.ceil((1 - tokens[i]!) * everyMs)))
  const wait = Math.max(...waits)
  if (wait > 0) return wait
  for (const [i, [target]] of rates.entries())
    repository.putWebhookTarget(target, { tokens: tokens[i]! - 1, at: now })
  repository.evictWebhookTargets(now - fullRecoveryMs, maxTargets)
  return 0
}

function tokensNow(
  had: { readonly tokens: number; readonly at: number } | undefined,
  { atOnce, everyMs }: TargetRate,
  now: number,
): number {
  // A clock that was set back refills nothing.
  return had ? Math.min(atOnce, had.tokens + Math.max(0, now - had.at) / everyMs) : atOnce
}
