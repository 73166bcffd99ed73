// Rate limit of webhooks added to one target: adding one sends the target a message that it has not asked for.

import type { WebhookTarget } from '../../rpc/directory-rpc.ts'
import type { SqlStorage } from '../../storage/records.ts'
import { type Rate, StoredRateLimit } from './stored-rate-limit.ts'

const minuteMs = 60_000
const urlRate: Rate = { atOnce: 4, everyMs: 15 * minuteMs }
const hostRate: Rate = { atOnce: 20, everyMs: 3 * minuteMs }
/** All Discord channels are on one host, which has limits of its own. */
const discordRate: Rate = { atOnce: 100, everyMs: minuteMs / 3 }

export class WebhookTargetLimiter {
  readonly #limit: StoredRateLimit

  constructor(sql: SqlStorage) {
    this.#limit = new StoredRateLimit(sql, 'webhook_rate', 60 * minuteMs)
  }

  /** Counts a webhook and returns 0, or returns the milliseconds until the next webhook is allowed. */
  admit({ host, url }: WebhookTarget, now: number): number {
    const name = host.replace(/\.$/, '')
    const isDiscord = /(?:^|\.)discord(?:app)?\.com$/.test(name)
    const uses = [
      [`host ${name}`, isDiscord ? discordRate : hostRate],
      [`url ${url}`, urlRate],
    ] as const
    return this.#limit.admit(uses, now)
  }
}
