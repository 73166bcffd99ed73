// The webhooks of a room: news are written down with the turn that brought them, and told when it is committed, outside of
// turns, so that nobody who plays waits for it. Each is told at least once. What cannot be told now waits for the object's
// alarm: a room in which nobody is sleeps meanwhile.
import type { News, Refused } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { understand } from '../wire/log-line.ts'
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

/** Of one room. */
const mostHooks = 4
/** Webhooks that are added within an hour: each add sends a message to somebody who may not want any. */
const mostAdds = 12
const hourMs = 3_600_000
/** When the last ones were added: milliseconds since 1970, the oldest first. */
const addsKey = 'webhooks'
/** Who has not answered by then is not waited for. */
const patienceMs = 5000
/** When it is looked for what a lost instance was telling. */
const lostMs = 60_000
const longestText = 300
/** The id of a webhook, in characters of a token's. */
const idLength = 8
const newsIdLength = 22

/** An answer, of which nothing else is read. */
export interface Posted {
  readonly status: number
  /** As the header has it. */
  readonly retryAfter: string | null
}

/** Sends a message; follows no redirection. Rejects when there is no answer. */
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
  /** The site lets them lead anywhere. */
  readonly anywhere: boolean
  /** Counts one more webhook of the site that leads there: 0, or the milliseconds until there may be one. */
  admit(target: HookTarget): Promise<number>
  /** SHA-256, base64url. */
  digest(text: string): Promise<string>
  /** Undefined: there is no room. */
  teller(): Teller | undefined
  /** The object's alarm is to come then (undefined: not for this), in milliseconds since 1970. */
  wake(at: number | undefined): void
  /** For the room's log. */
  log(text: string): void
  failed(error: unknown): void
}

type Changes = Map<string, Stored | undefined>

export class Hooks {
  readonly #settings: HooksSettings
  /** By id; undefined: not read yet. */
  #hooks: Map<string, Hook> | undefined
  /** Those whose message is under way. */
  readonly #telling = new Set<string>()

  constructor(settings: HooksSettings) {
    this.#settings = settings
  }

  // ---- What a host does -------------------------------------------------------------------------------------------

  get shown(): readonly ShownHook[] {
    return [...this.#read().values()].map(shownHook)
  }

  /** Why there may be none now; undefined: there may. */
  refusal({ url }: HookWish): Refused | undefined {
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

  /** Why the site lets none lead there now; undefined: it does, and it is counted. Where it is the operator's own network all may. */
  async siteRefusal({ url }: HookWish): Promise<Refused | undefined> {
    const { admit, digest } = this.#settings
    if (refusalOfUrl(url, false) !== undefined) return undefined
    const { hostname } = new URL(url)
    const wait = await admit({ host: hostname, url: await digest(url) })
    if (wait === 0) return undefined
    return refusal(`this site has added many webhooks to ${hostname}. Try again in ${inMinutes(wait)}.`)
  }

  /** With the secret that its messages are signed with, told this once. */
  add(wish: HookWish): { readonly webhook: ShownHook; readonly secret?: string } | Refused {
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

  // ---- News -------------------------------------------------------------------------------------------------------

  /** Adds the news of a turn to its changes. What is returned is to be called when these are written. */
  prepare(news: readonly News[], changes: Changes): () => void {
    const changed = this.#withNews(() => news.map(({ kind, text }) => this.#item(kind, text)))
    for (const hook of changed) changes.set(hookPrefix + hook.id, JSON.stringify(hook))
    return () => this.#keep(changed)
  }

  /** News outside of turns. That they cannot be written is nobody's fault who plays. */
  tell(kind: NewsKind, text: string): void {
    this.#tried(() => this.#put(this.#withNews(() => [this.#item(kind, text)])))
  }

  /** What the room is in trouble for, in words; undefined: for nothing. It is told once. */
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

  /** Whoever told them before may have been lost: what is due is seen to. */
  arm(): void {
    this.#tried(() => {
      const now = this.#settings.clock.now()
      const idle = [...this.#read().values()].filter(({ id }) => !this.#telling.has(id))
      const dues = idle.flatMap((hook) => dueAt(hook, now) ?? [])
      for (const hook of idle) if ((dueAt(hook, now) ?? Number.POSITIVE_INFINITY) <= now) this.#begin(hook)
      const later = dues.filter((at) => at > now)
      // Whoever is telling may be lost with what it tells.
      if (this.#telling.size > 0) later.push(now + lostMs)
      this.#settings.wake(later.length > 0 ? Math.min(...later) : undefined)
    })
  }

  /** The room is no more. */
  forget(): void {
    this.#hooks = undefined
    this.#telling.clear()
  }

  // ---- Telling ----------------------------------------------------------------------------------------------------

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
    // It may have been taken away meanwhile, or have more to tell.
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

  /** Undefined: it went well. */
  async #failure(hook: Hook, body: string): Promise<Failed | undefined> {
    const { clock, post, anywhere } = this.#settings
    // It may have come from another site, with the room.
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
      // The url is secret: of what is not understood only its kind is told.
      const said = String(error)
      return { why: stop.signal.aborted ? 'no answer in time' : (understand(said) ?? 'it cannot be reached') }
    } finally {
      timer.cancel()
    }
  }

  // ---- What is written --------------------------------------------------------------------------------------------

  #item(kind: Item['kind'], text: string): Item {
    const id = newToken().slice(0, newsIdLength)
    const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, longestText)
    return { id, at: this.#settings.clock.now(), kind, text: line }
  }

  /** Those that want to hear of it, as they are with it. */
  #withNews(made: () => readonly Item[]): Hook[] {
    // Most rooms tell nobody anything, and an item's id is drawn from what is random.
    if (this.#read().size === 0) return []
    const items = made()
    const now = this.#settings.clock.now()
    return [...this.#read().values()].flatMap((hook) => {
      const changed = withNews(hook, items, now)
      return changed === hook ? [] : [changed]
    })
  }

  /** Those of the last hour. One that is later than now was added before the clock was put back, and counts no more. */
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

  /** What was told is not told again by this instance, even if that cannot be written. */
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

const refusal = (detail: string): Refused => ({ refused: { field: 'url', detail } })

const inMinutes = (ms: number) => `${Math.ceil(ms / 60_000)} min`

/** Whose urls are Discord's own. */
function isDiscord(url: string): boolean {
  return /^https:\/\/(?:[a-z]+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\//i.test(url)
}

/** Its url is secret: whose it is, is told. */
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
