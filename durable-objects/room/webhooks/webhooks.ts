// An event is stored in the transaction that causes it, and sent after the commit, so that no player waits for it. An
// event is delivered at least once. Retries use the object's alarm, so that an empty room can hibernate.
import { type Refusal, refusal } from '../../../games/refusal.ts'
import { explainPlatformError } from '../../../wire/util/log-line.ts'
import { troubleDescriptions } from '../../model/backoff.ts'
import { toOneLine } from '../../model/one-line.ts'
import {
  addWebhookEvents,
  type FailedAttempt,
  isWebhookDisabled,
  isWebhookEventKind,
  nextActionAt,
  type StoredWebhook,
  startNextDelivery,
  type WebhookEvent,
  type WebhookEventKind,
  webhookAfterFailure,
  webhookAfterSuccess,
  webhookKeyPrefix,
} from '../../model/webhook.ts'
import { newToken } from '../../platform/secrets.ts'
import type { WebhookTarget } from '../../rpc/directory-rpc.ts'
import type { WebhookInfo, WebhookRequest } from '../../rpc/rpc-types.ts'
import { listJson, type StoredValue } from '../../storage/records.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { TimelineEvent } from '../context/room-events.ts'
import { newSigningSecret, type WebhookSource, webhookBody, webhookHeaders } from './webhook-message.ts'
import { urlRefusal } from './webhook-url.ts'

const maxWebhooks = 4
/** Limit per room. The number is low, because each addition sends a message, which the receiver may not want. */
const maxAddsPerHour = 12
const hourMs = 3_600_000
/** Key of the record with the times of the last additions, in milliseconds since 1970, oldest first. */
const addsKey = 'webhooks'
const requestTimeoutMs = 5000
/** A delivery whose instance was lost is retried after this time. */
const lostDeliveryMs = 60_000
/** Characters of a webhook's id, which is the start of a random token. */
const idLength = 8
const eventIdLength = 22

export interface PostResult {
  readonly status: number
  readonly retryAfter: string | null
}

/** Posts a message without following redirects. Rejects if there is no response. */
export type PostMessage = (message: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly signal: AbortSignal
}) => Promise<PostResult>

export interface WebhookSender {
  readonly post: PostMessage
  readonly allowPrivateTargets: boolean
  /** Counts a new webhook and returns 0, or returns the milliseconds until the next webhook is allowed. */
  admit(target: WebhookTarget): Promise<number>
}

const noSender: WebhookSender = {
  post: () => Promise.reject(new Error('webhooks are not configured')),
  allowPrivateTargets: false,
  admit: async () => 0,
}

type Changes = Map<string, StoredValue | undefined>

export class Webhooks {
  readonly #context: RoomContext
  readonly #sender: WebhookSender
  /** The webhooks by id. */
  #webhooks: Map<string, StoredWebhook> | undefined
  #committing: readonly StoredWebhook[] = []
  readonly #delivering = new Set<string>()

  constructor(context: RoomContext, sender: WebhookSender = noSender) {
    this.#context = context
    this.#sender = sender
    const { events } = context
    events.on('worldOpened', () => this.schedule())
    events.on('committing', (gameEvents, changes) => this.#addEvents(gameEvents, changes))
    events.on('committed', () => this.#apply(this.#committing))
    events.on('nameChanged', ({ name }, _before, isResumed) => {
      if (name !== undefined && !isResumed) this.addEvent('join', `${name} is in`)
    })
    events.on('announcing', ({ damage, trouble }) =>
      this.#reportTrouble(damage ?? (trouble && troubleDescriptions[trouble.what])),
    )
    events.on('recordsRewritten', () => {
      this.#webhooks = undefined
      // The webhooks are read immediately, because a delivery in progress looks up its webhook when it ends.
      this.#read()
    })
    events.on('deleted', () => {
      this.#webhooks = undefined
      this.#delivering.clear()
    })
  }

  // ---- The owner's actions ----------------------------------------------------------------------------------------

  get list(): readonly WebhookInfo[] {
    return [...this.#read().values()].map(toWebhookInfo)
  }

  isSubscribed(kind: WebhookEventKind): boolean {
    return [...this.#read().values()].some((hook) => hook.on.includes(kind) && !isWebhookDisabled(hook))
  }

  /** Why the room cannot add the webhook now; undefined if it can. */
  refusal({ url }: WebhookRequest): Refusal | undefined {
    const { now } = this.#context
    const wrong = urlRefusal(url, this.#sender.allowPrivateTargets)
    if (wrong !== undefined) return urlRefused(wrong)
    if (this.#read().size >= maxWebhooks) return urlRefused(`a room has at most ${maxWebhooks} webhooks`)
    const first = this.#recentAdds(now).at(-maxAddsPerHour)
    if (first === undefined) return undefined
    const wait = first + hourMs - now
    return urlRefused(
      `this room has added ${maxAddsPerHour} webhooks within an hour. Try again in ${inMinutes(wait)}.`,
    )
  }

  /** Counts the webhook and returns undefined, or returns why the site refuses it. Private targets are not limited. */
  async siteRefusal({ url }: WebhookRequest): Promise<Refusal | undefined> {
    const { secrets } = this.#context.platform
    if (urlRefusal(url, false) !== undefined) return undefined
    const { hostname } = new URL(url)
    const wait = await this.#sender.admit({ host: hostname, url: await secrets.digest(url) })
    if (wait === 0) return undefined
    return urlRefused(`this site has added many webhooks to ${hostname}. Try again in ${inMinutes(wait)}.`)
  }

  add(request: WebhookRequest): { readonly webhook: WebhookInfo; readonly secret?: string } | Refusal {
    const { records, now } = this.#context
    const refused = this.refusal(request)
    if (refused) return refused
    const adds = [...this.#recentAdds(now), now].slice(-maxAddsPerHour)
    const kind = request.kind ?? (isDiscord(request.url) ? 'discord' : 'plain')
    const created: StoredWebhook = {
      ...{ id: newToken().slice(0, idLength), kind, url: request.url, on: request.on },
      ...(request.filter && { filter: request.filter }),
      ...(kind === 'plain' && { secret: newSigningSecret() }),
      ...{ cooldownMs: request.cooldownSeconds * 1000, page: request.page, createdAt: now },
      ...{ queue: [], droppedEvents: 0, lastSentAt: {}, attempts: 0, notBefore: now, consecutiveFailures: 0 },
    }
    const hook = addWebhookEvents(
      created,
      [this.#newEvent('hello', 'This webhook now receives events of this room')],
      now,
    )
    records.write(
      new Map([
        [addsKey, JSON.stringify(adds)],
        [webhookKeyPrefix + hook.id, JSON.stringify(hook)],
      ]),
    )
    this.#apply([hook])
    return { webhook: toWebhookInfo(hook), ...(hook.secret !== undefined && { secret: hook.secret }) }
  }

  remove(id: string): boolean {
    const hooks = this.#read()
    if (!hooks.has(id)) return false
    this.#context.records.write(new Map([[webhookKeyPrefix + id, undefined]]))
    hooks.delete(id)
    this.schedule()
    return true
  }

  // ---- Events -----------------------------------------------------------------------------------------------------

  #addEvents(events: readonly TimelineEvent[], changes: Changes): void {
    this.#committing = this.#withEvents(() =>
      events.flatMap(({ kind, text, labels, mentions }) =>
        isWebhookEventKind(kind)
          ? { ...this.#newEvent(kind, text), ...(labels && { labels }), ...(mentions && { mentions }) }
          : [],
      ),
    )
    for (const hook of this.#committing) changes.set(webhookKeyPrefix + hook.id, JSON.stringify(hook))
  }

  /** Adds an event outside of a transaction. A failed write is logged, not thrown. */
  addEvent(kind: WebhookEventKind, text: string): void {
    this.#context.attempt('announcement failed', () =>
      this.#storeAll(this.#withEvents(() => [this.#newEvent(kind, text)])),
    )
  }

  /** `description`: undefined if there is no problem. */
  #reportTrouble(description: string | undefined): void {
    if (description === undefined && !this.#webhooks) return
    this.#context.attempt('announcement failed', () => {
      const changed = [...this.#read().values()].filter((hook) => hook.trouble !== description)
      if (changed.length === 0) return
      const now = this.#context.now
      const item = this.#newEvent(
        'trouble',
        description === undefined ? 'The problem is over' : `In trouble: ${description}`,
      )
      this.#storeAll(
        changed.map(({ trouble, ...hook }) =>
          addWebhookEvents(
            { ...hook, ...(description !== undefined && { trouble: description }) },
            [item],
            now,
          ),
        ),
      )
    })
  }

  /** Starts all due deliveries, including those of a lost instance. Sets the alarm for the next one. */
  schedule(): void {
    // A deleted room sends nothing, although its records are kept for a while.
    if (!this.#context.meta) return
    this.#context.attempt('announcement failed', () => {
      const now = this.#context.now
      const idle = [...this.#read().values()].filter(({ id }) => !this.#delivering.has(id))
      const dues = idle.flatMap((hook) => nextActionAt(hook, now) ?? [])
      for (const hook of idle) {
        if ((nextActionAt(hook, now) ?? Number.POSITIVE_INFINITY) > now) continue
        this.#delivering.add(hook.id)
        this.#context.clock.soon(() => void this.#deliver(hook.id))
      }
      const later = dues.filter((at) => at > now)
      // The alarm continues the deliveries in progress if this instance is lost.
      if (this.#delivering.size > 0) later.push(now + lostDeliveryMs)
      this.#context.alarm.request('webhooks', later.length > 0 ? Math.min(...later) : undefined)
    })
  }

  // ---- Delivery ---------------------------------------------------------------------------------------------------

  async #deliver(id: string): Promise<void> {
    const hook = this.#webhooks?.get(id)
    const { meta } = this.#context
    if (hook && meta) {
      const ready = startNextDelivery(hook, this.#context.now)
      if (ready !== hook) this.#storeAfterSend(ready)
      if (ready.delivery) await this.#post(ready, meta)
    }
    this.#delivering.delete(id)
    this.schedule()
  }

  async #post(webhook: StoredWebhook, source: WebhookSource): Promise<void> {
    const body = webhookBody(webhook, webhook.delivery!, source)
    const failure = await this.#send(webhook, body)
    // The webhook is read again: during the request it may have been deleted, or may have got more events.
    const { now } = this.#context
    const current = this.#webhooks?.get(webhook.id)
    if (!current) return
    if (!failure) return this.#storeAfterSend(webhookAfterSuccess(current, now))
    const { webhook: left, gaveUp } = webhookAfterFailure(current, failure, now)
    this.#storeAfterSend(left)
    if (!gaveUp) return
    const off = isWebhookDisabled(left) ? ', and is disabled until it is created again' : ''
    this.#context.roomLog.add(
      'fault',
      `The webhook ${webhook.id} did not receive ${describeDelivery(webhook)}: ${failure.reason}${off}`,
    )
  }

  /** Returns undefined if the delivery succeeded. */
  async #send(webhook: StoredWebhook, body: string): Promise<FailedAttempt | undefined> {
    const { clock, now } = this.#context
    const { post, allowPrivateTargets } = this.#sender
    // The url is checked again, because the webhook may have been imported from another site.
    const refused = urlRefusal(webhook.url, allowPrivateTargets)
    if (refused !== undefined) return { status: 400, reason: refused }
    const stop = new AbortController()
    const timer = clock.after(requestTimeoutMs, () => stop.abort(new Error('no answer in time')))
    try {
      const headers = webhookHeaders(webhook, webhook.delivery!, body, now)
      const { status, retryAfter } = await post({ url: webhook.url, headers, body, signal: stop.signal })
      if (status >= 200 && status < 300) return undefined
      const seconds = Number(retryAfter ?? Number.NaN)
      const why = status >= 300 && status < 400 ? 'it redirects to another address' : `it answers ${status}`
      return { status, reason: why, ...(seconds > 0 && { retryAfterMs: seconds * 1000 }) }
    } catch (error) {
      // Unknown errors are not quoted, because they may contain the url, which is secret.
      const message = String(error)
      return {
        reason: stop.signal.aborted
          ? 'no answer in time'
          : (explainPlatformError(message) ?? 'it cannot be reached'),
      }
    } finally {
      timer.cancel()
    }
  }

  // ---- Storage ----------------------------------------------------------------------------------------------------

  #newEvent(kind: WebhookEvent['kind'], text: string): WebhookEvent {
    const id = newToken().slice(0, eventIdLength)
    return { id, at: this.#context.now, kind, text: toOneLine(text) }
  }

  /** Adds the events to the webhooks that subscribe to them, and returns only these webhooks. */
  #withEvents(createEvents: () => readonly WebhookEvent[]): StoredWebhook[] {
    // Most rooms have no webhooks, so no events are created for them.
    if (this.#read().size === 0) return []
    const items = createEvents()
    const now = this.#context.now
    return [...this.#read().values()].flatMap((hook) => {
      const changed = addWebhookEvents(hook, items, now)
      return changed === hook ? [] : [changed]
    })
  }

  /** Additions in the last hour. A time in the future, stored before the clock was set back, is ignored. */
  #recentAdds(now: number): number[] {
    const stored = JSON.parse(String(this.#context.records.get(addsKey) ?? '[]')) as number[]
    return stored.filter((at) => at <= now && at > now - hourMs)
  }

  #storeAll(hooks: readonly StoredWebhook[]): void {
    if (hooks.length === 0) return
    this.#context.records.write(
      new Map(hooks.map((hook) => [webhookKeyPrefix + hook.id, JSON.stringify(hook)])),
    )
    this.#apply(hooks)
  }

  /** The state in memory is updated even if the write fails, so that this instance does not send the events again. */
  #storeAfterSend(webhook: StoredWebhook): void {
    this.#read().set(webhook.id, webhook)
    this.#context.attempt('announcement failed', () =>
      this.#context.records.write(new Map([[webhookKeyPrefix + webhook.id, JSON.stringify(webhook)]])),
    )
  }

  #apply(hooks: readonly StoredWebhook[]): void {
    if (hooks.length === 0) return
    for (const hook of hooks) this.#read().set(hook.id, hook)
    this.schedule()
  }

  #read(): Map<string, StoredWebhook> {
    this.#webhooks ??= new Map(
      listJson<StoredWebhook>(this.#context.records, webhookKeyPrefix).map((hook) => [hook.id, hook]),
    )
    return this.#webhooks
  }
}

const urlRefused = (detail: string): Refusal => refusal('url', detail)

const inMinutes = (ms: number) => `${Math.ceil(ms / 60_000)} min`

function isDiscord(url: string): boolean {
  return /^https:\/\/(?:[a-z]+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\//i.test(url)
}

/** Shows only the host of the url, because the url is secret. */
function toWebhookInfo(webhook: StoredWebhook): WebhookInfo {
  const { id, kind, url, on, filter, cooldownMs, createdAt, queue, delivery, failure } = webhook
  return {
    ...{ id, kind, host: new URL(url).host, on, cooldown: cooldownMs / 1000 },
    ...{ since: new Date(createdAt).toISOString(), status: isWebhookDisabled(webhook) ? 'off' : 'on' },
    waiting: queue.length + (delivery?.events.length ?? 0),
    ...(filter && { filter }),
    ...(failure !== undefined && { failure }),
  }
}

function describeDelivery({ delivery }: StoredWebhook): string {
  const { length } = delivery!.events
  return length === 1 ? 'one event' : `${length} events`
}
