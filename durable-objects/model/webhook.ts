export const webhookKeyPrefix = 'webhook/'

/** Events that an owner can subscribe to. The further kind `hello` is sent once, when a webhook is created. */
export const webhookEventKinds = [
  'join',
  'goal',
  'end',
  'trouble',
  'report',
  'story',
  'item',
  'hint',
] as const
export type WebhookEventKind = (typeof webhookEventKinds)[number]
/** Events of other kinds appear only in the room's timeline. */
export const isWebhookEventKind = (kind: string): kind is WebhookEventKind =>
  webhookEventKinds.some((known) => known === kind)
/** Rooms of every game have events of these kinds. */
export const commonEventKinds = [
  'join',
  'goal',
  'end',
  'trouble',
  'report',
  'story',
] as const satisfies readonly WebhookEventKind[]

/** The default of a new webhook. Reports are not for a public channel, and stories repeat the other events. */
export const defaultEventKinds: readonly WebhookEventKind[] = commonEventKinds.filter(
  (kind) => kind !== 'report' && kind !== 'story',
)

/** Values that a webhook accepts for each label of an event. An event without the label is accepted, too. */
export type WebhookFilter = { readonly [label: string]: readonly string[] }

/** An event in a webhook message. Its id is the same in every retry, so that receivers can deduplicate. */
export interface WebhookEvent {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: WebhookEventKind | 'hello'
  /** One line of at most 300 characters. */
  readonly text: string
  readonly labels?: { readonly [label: string]: string }
  /** Discord user ids. */
  readonly mentions?: readonly string[]
}

export interface WebhookDelivery {
  /** The id of the message, which is that of its first event. */
  readonly id: string
  readonly events: readonly WebhookEvent[]
  /** The number of older events that were dropped. */
  readonly more: number
  /** The Discord user ids that the dropped events would have mentioned. */
  readonly mentions?: readonly string[]
}

/** `discord`: Discord's webhook format. `plain`: Packetboat's own format, signed. */
export type WebhookFormat = 'discord' | 'plain'

export interface WebhookSubscription {
  readonly on: readonly WebhookEventKind[]
  /** Absent: every event of these kinds is sent. */
  readonly filter?: WebhookFilter
}

export interface StoredWebhook extends WebhookSubscription {
  readonly id: string
  readonly kind: WebhookFormat
  /** The url that messages are posted to. It is secret: anybody who has it can post there. */
  readonly url: string
  /** Signing key of plain webhooks: `whsec_` and base64. */
  readonly secret?: string
  readonly cooldownMs: number
  readonly page: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly queue: readonly WebhookEvent[]
  readonly droppedEvents: number
  readonly droppedMentions?: readonly string[]
  readonly delivery?: WebhookDelivery
  /** The time of the last delivery of each kind of event, in milliseconds since 1970. */
  readonly lastSentAt: { readonly [kind: string]: number }
  /**
   * Number of failed attempts at the delivery. `failure`: the last error. `notBefore`: when the next attempt is due.
   */
  readonly attempts: number
  readonly failure?: string
  readonly notBefore: number
  /** Number of deliveries given up in a row. At `failuresUntilDisabled` the webhook is disabled. */
  readonly consecutiveFailures: number
  /** The room's problem that the last message reported. */
  readonly trouble?: string
}

const maxQueuedEvents = 50
const maxEventsPerDelivery = 15
/** Discord mentions at most a hundred users in a message. */
const maxMentions = 50
/** Milliseconds before each retry. If the last retry fails, the delivery is given up. */
const retryDelaysMs: readonly number[] = [10_000, 60_000, 300_000, 1_800_000, 7_200_000]
/** Maximum delay that the receiver's header `retry-after` can cause, in milliseconds. */
const maxRetryDelayMs = 3_600_000
/** After this many deliveries given up in a row, the webhook is disabled until it is created again. */
const failuresUntilDisabled = 5

export const isWebhookDisabled = ({ consecutiveFailures }: StoredWebhook): boolean =>
  consecutiveFailures >= failuresUntilDisabled

/** Adds those events to which the webhook subscribes. */
export function addWebhookEvents(
  webhook: StoredWebhook,
  events: readonly WebhookEvent[],
  now: number,
): StoredWebhook {
  const subscribed = events.filter(
    (event) =>
      event.kind === 'hello' || (webhook.on.includes(event.kind) && matchesFilter(webhook.filter, event)),
  )
  if (subscribed.length === 0 || isWebhookDisabled(webhook)) return webhook
  const all = [...webhook.queue, ...subscribed]
  const waiting = all.slice(-maxQueuedEvents)
  const dropped = all.slice(0, -maxQueuedEvents)
  const droppedMentions = [...(webhook.droppedMentions ?? []), ...mentionsOf(dropped)]
  return startNextDelivery(
    {
      ...webhook,
      queue: waiting,
      droppedEvents: webhook.droppedEvents + dropped.length,
      ...(droppedMentions.length > 0 && { droppedMentions: uniqueMentions(droppedMentions) }),
    },
    now,
  )
}

function matchesFilter(filter: WebhookFilter = {}, { labels = {} }: WebhookEvent): boolean {
  return Object.entries(filter).every(
    ([label, accepted]) => labels[label] === undefined || accepted.includes(labels[label]),
  )
}

function mentionsOf(events: readonly WebhookEvent[]): string[] {
  return events.flatMap(({ mentions = [] }) => mentions)
}

function uniqueMentions(mentions: readonly string[]): string[] {
  return [...new Set(mentions)].slice(0, maxMentions)
}

export function mentionsOfDelivery({ events, mentions = [] }: WebhookDelivery): string[] {
  return uniqueMentions([...mentionsOf(events), ...mentions])
}

/**
 * Starts the next delivery, unless one is in progress. The delivery contains the oldest event whose cooldown is over,
 * and further events of the same kind.
 */
export function startNextDelivery(webhook: StoredWebhook, now: number): StoredWebhook {
  if (webhook.delivery) return webhook
  const first = webhook.queue.find(({ kind }) => cooldownEndsAt(webhook, kind, now) <= now)
  if (!first) return webhook
  const delivered = webhook.queue.filter(({ kind }) => kind === first.kind).slice(0, maxEventsPerDelivery)
  const waiting = webhook.queue.filter((item) => !delivered.includes(item))
  const { droppedMentions, ...rest } = webhook
  const delivery: WebhookDelivery = {
    ...{ id: first.id, events: delivered, more: webhook.droppedEvents },
    ...(droppedMentions && { mentions: droppedMentions }),
  }
  return { ...rest, queue: waiting, droppedEvents: 0, delivery, attempts: 0, notBefore: now }
}

/**
 * When the webhook next has something to send, in milliseconds since 1970; undefined if no event waits. A retry further
 * in the future than any wait was stored before the clock was set back.
 */
export function nextActionAt(webhook: StoredWebhook, now: number): number | undefined {
  if (webhook.delivery) return webhook.notBefore - now > Math.max(...retryDelaysMs) ? now : webhook.notBefore
  const times = webhook.queue.map(({ kind }) => cooldownEndsAt(webhook, kind, now))
  return times.length > 0 ? Math.min(...times) : undefined
}

export function webhookAfterSuccess(webhook: StoredWebhook, now: number): StoredWebhook {
  const { delivery, failure, ...rest } = webhook
  const kind = delivery!.events[0]!.kind
  return startNextDelivery(
    { ...rest, attempts: 0, consecutiveFailures: 0, lastSentAt: { ...webhook.lastSentAt, [kind]: now } },
    now,
  )
}

/** `status`: the HTTP status of the response; undefined if there was no response. */
export interface FailedAttempt {
  readonly status?: number
  readonly reason: string
  /** The wait that the header `retry-after` asks for. */
  readonly retryAfterMs?: number
}

/** Schedules a retry or gives up (`gaveUp`). */
export function webhookAfterFailure(
  webhook: StoredWebhook,
  { status, reason, retryAfterMs }: FailedAttempt,
  now: number,
): { webhook: StoredWebhook; gaveUp: boolean } {
  const wait = retryDelaysMs[webhook.attempts]
  if (wait !== undefined && isRetryable(status)) {
    const notBefore = now + Math.max(wait, Math.min(maxRetryDelayMs, retryAfterMs ?? 0))
    return {
      webhook: { ...webhook, attempts: webhook.attempts + 1, failure: reason, notBefore },
      gaveUp: false,
    }
  }
  const { delivery, ...rest } = webhook
  const consecutiveFailures = webhook.consecutiveFailures + 1
  const left: StoredWebhook = { ...rest, attempts: 0, failure: reason, consecutiveFailures }
  const { droppedMentions, ...empty } = { ...left, queue: [], droppedEvents: 0 }
  return { webhook: isWebhookDisabled(left) ? empty : startNextDelivery(left, now), gaveUp: true }
}

/** Whether a retry may succeed. Redirects are not followed, because they may lead anywhere. */
const isRetryable = (status: number | undefined) =>
  status === undefined || status === 408 || status === 425 || status === 429 || status >= 500

/**
 * Milliseconds since 1970. A last delivery in the future was stored before the clock was set back, so it causes no
 * delay.
 */
function cooldownEndsAt({ lastSentAt, cooldownMs }: StoredWebhook, kind: string, now: number): number {
  const sentAt = lastSentAt[kind]
  return sentAt === undefined || sentAt > now ? now : sentAt + cooldownMs
}
