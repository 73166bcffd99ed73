// A room's webhooks. Events are stored with the turn that causes them and sent after its commit, outside of turns, so
// that no player waits for them. Delivery is at least once. Retries wait for the object's alarm, so an empty room can
// hibernate.
import type { GameEvent, Refusal } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { explainPlatformError } from '../wire/log-line.ts'
import {
  delivered,
  dueAt,
  type Failed,
  failed,
  type Hook,
  hookPrefix,
  type Item,
  isOff,
  type NewsKind,
  next,
  withNews,
} from './hook.ts'
import { bodyOf, headersOf, newSecret, type Teller } from './hook-message.ts'
import { refusalOfUrl } from './hook-url.ts'
import type { HookTarget, HookWish, ShownHook } from './rooms.ts'
import { newToken } from './secrets.ts'
import type { Records, Stored } from './store.ts'

/** Per room. */
const mostHooks = 4
/** Webhooks added per hour: each add sends a message, perhaps an unwanted one. */
const mostAdds = 12
const hourMs = 3_600_000
/** When the last ones were added: milliseconds since 1970, the oldest first. */
const addsKey = 'webhooks'
/** Request timeout. */
const patienceMs = 5000
/** After this a delivery of a lost instance is retried. */
const lostMs = 60_000
const longestText = 300
/** Characters of a webhook's id, taken from a token. */
const idLength = 8
const newsIdLength = 22

/** The parts of a response that are used. */
export interface Posted {
  readonly status: number
  /** The header's text. */
  readonly retryAfter: string | null
}

/** Sends a message without following redirects. Rejects when there is no answer. */
export type Post = (message: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}) => Promise<Posted>

export interface HooksSettings {
  readonly clock: Clock
  readonly records: Records
  readonly post: Post
  /** The site allows private targets. */
  readonly anywhere: boolean
  /** Counts one more webhook of the site to this target: 0, or the milliseconds until one is allowed. */
  admit(target: HookTarget): Promise<number>
  /** SHA-256, base64url. */
  digest(text: string): Promise<string>
  /** Undefined: there is no room. */
  teller(): Teller | undefined
  /** Sets the object's alarm, in milliseconds since 1970 (undefined: none for webhooks). */
  wake(at: number | undefined): void
  /** Adds to the room's log. */
  log(text: string): void
  failed(error: unknown): void
}

type Changes = Map<string, Stored | undefined>

export class Hooks {
  readonly #settings: HooksSettings
  /** By id; undefined: not read yet. */
  #hooks: Map<string, Hook> | undefined
  /** Webhooks with a request under way. */
  readonly #telling = new Set<string>()

  constructor(settings: HooksSettings) {
    this.#settings = settings
  }

  // ---- The owner's actions ----------------------------------------------------------------------------------------

  get shown(): readonly ShownHook[] {
    return [...this.#read().values()].map(shownHook)
  }

  /** Why none can be added now; undefined: one can. */
  refusal({ url }: HookWish): Refusal | undefined {
    const { clock, anywhere } = this.#settings
    const wrong = refusalOfUrl(url, anywhere)
    if (wrong !== undefined) return refusal(wrong)
    if (this.#read().size >= mostHooks) return refusal(`a room has at most ${mostHooks} webhooks`)
    const first = this.#adds(clock.now()).at(-mostAdds)
    if (first === undefined) return undefined
    const wait = first + hourMs - clock.now()
    return refusal(
      `this room has added ${mostAdds} webhooks within an hour. Try again in ${inMinutes(wait)}.`,
    )
  }

  /** Why the site allows none to this target now; undefined: allowed and counted. Private targets are exempt. */
  async siteRefusal({ url }: HookWish): Promise<Refusal | undefined> {
    const { admit, digest } = this.#settings
    if (refusalOfUrl(url, false) !== undefined) return undefined
    const { hostname } = new URL(url)
    const wait = await admit({ host: hostname, url: await digest(url) })
    if (wait === 0) return undefined
    return refusal(`this site has added many webhooks to ${hostname}. Try again in ${inMinutes(wait)}.`)
  }

  /** Adds a webhook. Returns its signing secret, this once. */
  add(wish: HookWish): { readonly webhook: ShownHook; readonly secret?: string } | Refusal {
    const { clock, records } = this.#settings
    const refused = this.refusal(wish)
    if (refused) return refused
    const now = clock.now()
    const adds = [...this.#adds(now), now].slice(-mostAdds)
    const kind = wish.kind ?? (isDiscord(wish.url) ? 'discord' : 'plain')
    const made: Hook = {
      ...{ id: newToken().slice(0, idLength), kind, url: wish.url, on: wish.on },
      ...(kind === 'plain' && { secret: newSecret() }),
      ...{ cooldownMs: wish.cooldownSeconds * 1000, page: wish.page, madeAt: now },
      ...{ waiting: [], more: 0, toldAt: {}, tries: 0, notBefore: now, givenUp: 0 },
    }
    const hook = withNews(made, [this.#item('hello', 'From now on this room tells its news here')], now)
    records.write(
      new Map([
        [addsKey, JSON.stringify(adds)],
        [hookPrefix + hook.id, JSON.stringify(hook)],
      ]),
    )
    this.#keep([hook])
    return { webhook: shownHook(hook), ...(hook.secret !== undefined && { secret: hook.secret }) }
  }

  /** False: there is none of this id. */
  remove(id: string): boolean {
    const hooks = this.#read()
    if (!hooks.has(id)) return false
    this.#settings.records.write(new Map([[hookPrefix + id, undefined]]))
    hooks.delete(id)
    this.arm()
    return true
  }

  // ---- Events -----------------------------------------------------------------------------------------------------

  /** Adds a turn's events to its changes. Call the returned function once these are written. */
  prepare(news: readonly GameEvent[], changes: Changes): () => void {
    const changed = this.#withNews(() => news.map(({ kind, text }) => this.#item(kind, text)))
    for (const hook of changed) changes.set(hookPrefix + hook.id, JSON.stringify(hook))
    return () => this.#keep(changed)
  }

  /** Adds an event outside of turns. A failed write is logged and affects no player. */
  tell(kind: NewsKind, text: string): void {
    this.#tried(() => this.#put(this.#withNews(() => [this.#item(kind, text)])))
  }

  /** Sends the room's problem in words, once; undefined: there is none. */
  trouble(words: string | undefined): void {
    if (words === undefined && !this.#hooks) return
    this.#tried(() => {
      const changed = [...this.#read().values()].filter((hook) => hook.trouble !== words)
      if (changed.length === 0) return
      const now = this.#settings.clock.now()
      const item = this.#item('trouble', words === undefined ? 'All is well again' : `In trouble: ${words}`)
      this.#put(
        changed.map(({ trouble, ...hook }) =>
          withNews({ ...hook, ...(words !== undefined && { trouble: words }) }, [item], now),
        ),
      )
    })
  }

  /** Starts what is due, including deliveries of a lost instance, and sets the alarm. */
  arm(): void {
    this.#tried(() => {
      const now = this.#settings.clock.now()
      const idle = [...this.#read().values()].filter(({ id }) => !this.#telling.has(id))
      const dues = idle.flatMap((hook) => dueAt(hook, now) ?? [])
      for (const hook of idle) if ((dueAt(hook, now) ?? Number.POSITIVE_INFINITY) <= now) this.#begin(hook)
      const later = dues.filter((at) => at > now)
      // This instance may be lost during a request.
      if (this.#telling.size > 0) later.push(now + lostMs)
      this.#settings.wake(later.length > 0 ? Math.min(...later) : undefined)
    })
  }

  /** The room is deleted. */
  forget(): void {
    this.#hooks = undefined
    this.#telling.clear()
  }

  // ---- Delivery ---------------------------------------------------------------------------------------------------

  #begin({ id }: Hook): void {
    this.#telling.add(id)
    this.#settings.clock.soon(() => void this.#deliver(id))
  }

  async #deliver(id: string): Promise<void> {
    const hook = this.#hooks?.get(id)
    const teller = this.#settings.teller()
    if (hook && teller) {
      const ready = next(hook, this.#settings.clock.now())
      if (ready !== hook) this.#settle(ready)
      if (ready.delivery) await this.#post(ready, teller)
    }
    this.#telling.delete(id)
    this.arm()
  }

  async #post(hook: Hook, teller: Teller): Promise<void> {
    const { clock } = this.#settings
    const body = bodyOf(hook, hook.delivery!, teller)
    const failure = await this.#failure(hook, body)
    // The webhook may have been deleted meanwhile, or have more events.
    const now = clock.now()
    const kept = this.#hooks?.get(hook.id)
    if (!kept) return
    if (!failure) return this.#settle(delivered(kept, now))
    const { hook: left, gaveUp } = failed(kept, failure, now)
    this.#settle(left)
    if (!gaveUp) return
    const off = isOff(left) ? ', and is off until it is made anew' : ''
    this.#settings.log(`The webhook ${hook.id} could not be told ${what(hook)}: ${failure.why}${off}`)
  }

  /** Undefined: success. */
  async #failure(hook: Hook, body: string): Promise<Failed | undefined> {
    const { clock, post, anywhere } = this.#settings
    // The webhook may have been imported with the room from another site.
    const refused = refusalOfUrl(hook.url, anywhere)
    if (refused !== undefined) return { status: 400, why: refused }
    const stop = new AbortController()
    const timer = clock.after(patienceMs, () => stop.abort(new Error('no answer in time')))
    try {
      const headers = headersOf(hook, hook.delivery!, body, clock.now())
      const { status, retryAfter } = await post({ url: hook.url, headers, body, signal: stop.signal })
      if (status >= 200 && status < 300) return undefined
      const seconds = Number(retryAfter ?? Number.NaN)
      const why = status >= 300 && status < 400 ? 'it leads elsewhere' : `it answers ${status}`
      return { status, why, ...(seconds > 0 && { retryMs: seconds * 1000 }) }
    } catch (error) {
      // The url is secret, so unknown errors are not quoted.
      const said = String(error)
      return { why: stop.signal.aborted ? 'no answer in time' : (explainPlatformError(said) ?? 'it cannot be reached') }
    } finally {
      timer.cancel()
    }
  }

  // ---- Storage ----------------------------------------------------------------------------------------------------

  #item(kind: Item['kind'], text: string): Item {
    const id = newToken().slice(0, newsIdLength)
    const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, longestText)
    return { id, at: this.#settings.clock.now(), kind, text: line }
  }

  /** The subscribed webhooks, with these events added. */
  #withNews(made: () => readonly Item[]): Hook[] {
    // Most rooms have no webhooks, and an item's id costs random bytes.
    if (this.#read().size === 0) return []
    const items = made()
    const now = this.#settings.clock.now()
    return [...this.#read().values()].flatMap((hook) => {
      const changed = withNews(hook, items, now)
      return changed === hook ? [] : [changed]
    })
  }

  /** Adds of the last hour. A time in the future is from before the clock was set back, and is ignored. */
  #adds(now: number): number[] {
    const kept = JSON.parse(String(this.#settings.records.get(addsKey) ?? '[]')) as number[]
    return kept.filter((at) => at <= now && at > now - hourMs)
  }

  #put(hooks: readonly Hook[]): void {
    if (hooks.length === 0) return
    const { records } = this.#settings
    records.write(new Map(hooks.map((hook) => [hookPrefix + hook.id, JSON.stringify(hook)])))
    this.#keep(hooks)
  }

  /** This instance does not resend a sent event, even if the write fails. */
  #settle(hook: Hook): void {
    this.#read().set(hook.id, hook)
    this.#tried(() => this.#settings.records.write(new Map([[hookPrefix + hook.id, JSON.stringify(hook)]])))
  }

  #keep(hooks: readonly Hook[]): void {
    if (hooks.length === 0) return
    for (const hook of hooks) this.#read().set(hook.id, hook)
    this.arm()
  }

  #tried(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#settings.failed(error)
    }
  }

  #read(): Map<string, Hook> {
    this.#hooks ??= new Map(
      Array.from(this.#settings.records.list(hookPrefix), ([, value]) => {
        const hook = JSON.parse(String(value)) as Hook
        return [hook.id, hook] as const
      }),
    )
    return this.#hooks
  }
}

const refusal = (detail: string): Refusal => ({ refused: { field: 'url', detail } })

const inMinutes = (ms: number) => `${Math.ceil(ms / 60_000)} min`

/** Whether the url is Discord's. */
function isDiscord(url: string): boolean {
  return /^https:\/\/(?:[a-z]+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\//i.test(url)
}

/** Shows only the url's host, because the url is secret. */
function shownHook(hook: Hook): ShownHook {
  const { id, kind, url, on, cooldownMs, madeAt, waiting, delivery, failure } = hook
  return {
    ...{ id, kind, host: new URL(url).host, on, cooldown: cooldownMs / 1000 },
    ...{ since: new Date(madeAt).toISOString(), status: isOff(hook) ? 'off' : 'on' },
    waiting: waiting.length + (delivery?.items.length ?? 0),
    ...(failure !== undefined && { failure }),
  }
}

function what({ delivery }: Hook): string {
  const { length } = delivery!.items
  return length === 1 ? 'one thing' : `${length} things`
}
