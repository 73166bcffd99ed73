export const hookPrefix = 'webhook/'

/** What a host may want to hear of. `hello`: that the webhook is there, told once when it is made. */
export const newsKinds = ['join', 'goal', 'end', 'trouble'] as const
export type NewsKind = (typeof newsKinds)[number]

/** One piece of news. Its id stays the same however often it is told: whoever counts, counts ids. */
export interface Item {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: NewsKind | 'hello'
  /** One line of at most 300 characters. */
  readonly text: string
}

/** What is told at once, all of one kind. */
export interface Delivery {
  /** Of its first item. */
  readonly id: string
  readonly items: readonly Item[]
  /** Older ones of which only the number is left. */
  readonly more: number
}

export interface Hook {
  readonly id: string
  readonly kind: 'discord' | 'plain'
  /** A secret: whoever has it may write there. */
  readonly url: string
  /** What plain ones are signed with: `whsec_` and base64. */
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
  /** When each kind was last told. */
  readonly toldAt: { readonly [kind: string]: number }
  /** Of the delivery: how often it failed, why, and when it is tried again. */
  readonly tries: number
  readonly failure?: string
  readonly notBefore: number
  /** Deliveries that were given up in a row; it is off when there are too many. */
  readonly givenUp: number
  /** What the room is in trouble for, as far as it was told. */
  readonly trouble?: string
}

/** News that wait for one webhook, and those that go in one message. */
const mostWaiting = 50
const mostTogether = 10
/** After a failure it is tried again after so many milliseconds; after the last it is given up. */
const waitsMs: readonly number[] = [10_000, 60_000, 300_000, 1_800_000, 7_200_000]
/** However long the other end wants us to wait. */
const longestWaitMs = 3_600_000
/** So many given up in a row, and it is off until it is made anew. */
const mostGivenUp = 5

export const isOff = ({ givenUp }: Hook): boolean => givenUp >= mostGivenUp

/** With these, as far as it wants to hear of them. */
export function withNews(hook: Hook, news: readonly Item[], now: number): Hook {
  const wanted = news.filter(({ kind }) => kind === 'hello' || hook.on.includes(kind))
  if (wanted.length === 0 || isOff(hook)) return hook
  const all = [...hook.waiting, ...wanted]
  const waiting = all.slice(-mostWaiting)
  return next({ ...hook, waiting, more: hook.more + all.length - waiting.length }, now)
}

/** Nothing is being told: the oldest news whose kind has cooled down is, with the others of its kind. */
export function next(hook: Hook, now: number): Hook {
  if (hook.delivery) return hook
  const first = hook.waiting.find(({ kind }) => cooledAt(hook, kind, now) <= now)
  if (!first) return hook
  const items = hook.waiting.filter(({ kind }) => kind === first.kind).slice(0, mostTogether)
  const waiting = hook.waiting.filter((item) => !items.includes(item))
  const delivery = { id: first.id, items, more: hook.more }
  return { ...hook, waiting, more: 0, delivery, tries: 0, notBefore: now }
}

/** When it has something to do, in milliseconds since 1970; undefined: not before there is news. */
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

/** How it ended: `status` of the answer, or without one. */
export interface Failed {
  readonly status?: number
  readonly why: string
  /** Milliseconds that the other end wants us to wait. */
  readonly retryMs?: number
}

/** Undelivered: tried again later and later, or given up (`gaveUp`). */
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

/** Whether it may go well another time: what is redirected is not followed, for it may lead anywhere. */
const mayPass = (status: number | undefined) =>
  status === undefined || status === 408 || status === 425 || status === 429 || status >= 500

/** What was told later than now was told before the clock was put back: nobody waits until it is that late again. */
function cooledAt({ toldAt, cooldownMs }: Hook, kind: string, now: number): number {
  const told = toldAt[kind]
  return told === undefined || told > now ? now : told + cooldownMs
}
