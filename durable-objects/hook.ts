export const hookPrefix = 'webhook/'

/** Events that an owner can subscribe to. The further kind `hello` is sent once, when a webhook is created. */
export const newsKinds = ['join', 'goal', 'end', 'trouble'] as const
export type NewsKind = (typeof newsKinds)[number]

/** One event. Its id is the same in every retry: deduplicate by id. */
export interface Item {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: NewsKind | 'hello'
  /** One line of at most 300 characters. */
  readonly text: string
}

/** Events of one kind, sent together. */
export interface Delivery {
  /** The id of its first item. */
  readonly id: string
  readonly items: readonly Item[]
  /** The number of older events that were dropped. */
  readonly more: number
}

export interface Hook {
  readonly id: string
  readonly kind: 'discord' | 'plain'
  /** A secret: anybody who has it can post there. */
  readonly url: string
  /** Signing key of plain webhooks: `whsec_` and base64. */
  readonly secret?: string
  readonly on: readonly NewsKind[]
  readonly cooldownMs: number
  /** The room's page. */
  readonly page: string
  /** Milliseconds since 1970. */
  readonly madeAt: number
  readonly waiting: readonly Item[]
  readonly more: number
  readonly delivery?: Delivery
  /** When each kind was last sent. */
  readonly toldAt: { readonly [kind: string]: number }
  /** Attempts at the delivery: how many failed, why, and when the next is due. */
  readonly tries: number
  readonly failure?: string
  readonly notBefore: number
  /** Consecutive deliveries that were given up; too many turn the webhook off. */
  readonly givenUp: number
  /** The room's problem as last sent. */
  readonly trouble?: string
}

/** Events that wait for one webhook, and events per message. */
const mostWaiting = 50
const mostTogether = 10
/** Retry delays; after the last the delivery is given up. */
const waitsMs: readonly number[] = [10_000, 60_000, 300_000, 1_800_000, 7_200_000]
/** Upper bound of the other end's Retry-After. */
const longestWaitMs = 3_600_000
/** Consecutive deliveries given up before the webhook is off until it is created anew. */
const mostGivenUp = 5

export const isOff = ({ givenUp }: Hook): boolean => givenUp >= mostGivenUp

/** Adds those events that it subscribes to. */
export function withNews(hook: Hook, news: readonly Item[], now: number): Hook {
  const wanted = news.filter(({ kind }) => kind === 'hello' || hook.on.includes(kind))
  if (wanted.length === 0 || isOff(hook)) return hook
  const all = [...hook.waiting, ...wanted]
  const waiting = all.slice(-mostWaiting)
  return next({ ...hook, waiting, more: hook.more + all.length - waiting.length }, now)
}

/** If no delivery is under way, starts one: the oldest event past its cooldown, with others of its kind. */
export function next(hook: Hook, now: number): Hook {
  if (hook.delivery) return hook
  const first = hook.waiting.find(({ kind }) => cooledAt(hook, kind, now) <= now)
  if (!first) return hook
  const items = hook.waiting.filter(({ kind }) => kind === first.kind).slice(0, mostTogether)
  const waiting = hook.waiting.filter((item) => !items.includes(item))
  const delivery = { id: first.id, items, more: hook.more }
  return { ...hook, waiting, more: 0, delivery, tries: 0, notBefore: now }
}

/** When it has something to do, in milliseconds since 1970; undefined: only after another event. */
export function dueAt(hook: Hook, now: number): number | undefined {
  if (hook.delivery) return hook.notBefore
  const times = hook.waiting.map(({ kind }) => cooledAt(hook, kind, now))
  return times.length > 0 ? Math.min(...times) : undefined
}

export function delivered(hook: Hook, now: number): Hook {
  const { delivery, failure, ...rest } = hook
  const kind = delivery!.items[0]!.kind
  return next({ ...rest, tries: 0, givenUp: 0, toldAt: { ...hook.toldAt, [kind]: now } }, now)
}

/** A failed attempt: `status` of the answer, or none without an answer. */
export interface Failed {
  readonly status?: number
  readonly why: string
  /** Retry-After of the other end, in milliseconds. */
  readonly retryMs?: number
}

/** After a failed attempt: schedules a retry, or gives up (`gaveUp`). */
export function failed(
  hook: Hook,
  { status, why, retryMs }: Failed,
  now: number,
): { hook: Hook; gaveUp: boolean } {
  const wait = waitsMs[hook.tries]
  if (wait !== undefined && mayPass(status)) {
    const ms = Math.min(longestWaitMs, Math.max(wait, retryMs ?? 0))
    const later = { ...hook, tries: hook.tries + 1, failure: why, notBefore: now + Math.max(wait, ms) }
    return { hook: later, gaveUp: false }
  }
  const { delivery, ...rest } = hook
  const left = { ...rest, tries: 0, failure: why, givenUp: hook.givenUp + 1 }
  return { hook: isOff(left) ? { ...left, waiting: [], more: 0 } : next(left, now), gaveUp: true }
}

/** Whether a retry may succeed. Redirects are not followed, because they may lead anywhere. */
const mayPass = (status: number | undefined) =>
  status === undefined || status === 408 || status === 425 || status === 429 || status >= 500

/** A time in the future is from before the clock was set back: it delays nothing. */
function cooledAt({ toldAt, cooldownMs }: Hook, kind: string, now: number): number {
  const told = toldAt[kind]
  return told === undefined || told > now ? now : told + cooldownMs
}
