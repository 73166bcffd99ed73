// Derives the cache policy (recent.ts) from a request, and wraps the cache that Workers of one location share.
import { detailOf } from '../wire/log-line.ts'
import { log } from './log.ts'
import type { Asker, Near, Said, Times } from './recent.ts'
import type { Asked } from './routes.ts'
import { bearer } from './tokens.ts'

/** Default of `STALE_SECONDS`: seconds during which a stale answer is served while it is refreshed. */
const usualStale = 5

/** The recent answer of `ask` under `key`, by this request's cache policy: see Recent. */
export function recently<T>(
  c: Asked,
  key: string,
  times: Times,
  ask: () => Promise<T | undefined>,
  weigh?: (answer: T) => number,
): Promise<Said<T | undefined>> {
  return c.get('recent').of(askerOf(c, times), key, times, ask, weigh)
}

/** The same for every caller, whatever token or cache header they send: `ask` runs at most once per `ms` milliseconds. */
export async function forEverybody<T>(c: Asked, key: string, ms: number, ask: () => Promise<T>): Promise<T> {
  const times = { fresh: ms, stale: staleMs(c), again: ms }
  const said = await c.get('recent').of({ ...askerOf(c, times), wants: 'now' }, key, times, ask)
  return said.answer!
}

/** `STALE_SECONDS` in milliseconds. 0: the edge cache is not used. */
export function staleMs({ env }: Asked): number {
  const seconds = Number(env.STALE_SECONDS || usualStale)
  return seconds > 0 ? seconds * 1000 : 0
}

/**
 * For pages and their contents: without an edge cache every request reads them anew. A room caches its readings for a
 * second, and a script reloads a second after it was notified: it must not receive anything older.
 */
export function timesOfPages(c: Asked): Times {
  const stale = staleMs(c)
  return { fresh: stale > 0 ? 1000 : 0, stale, again: 0 }
}

function askerOf(c: Asked, { stale }: Times): Asker {
  return {
    now: Date.now(),
    wants: wantsOf(c.req.raw),
    near: stale > 0 ? nearOf(c) : undefined,
    later: (work) => c.executionCtx.waitUntil(work.catch(notNow)),
  }
}

/**
 * A request with a token is from an operator and bypasses all caches. Reloads by browsers, and our scripts after a
 * notification, ask for the current state with `cache-control`.
 */
function wantsOf(request: Request): Asker['wants'] {
  if (bearer(request) !== undefined) return 'own'
  const control = request.headers.get('cache-control') ?? ''
  return /\bno-(?:cache|store)\b|\bmax-age=0\b/i.test(control) ? 'now' : 'recent'
}

/** Where Workers share no cache, as on workers.dev, this finds and stores nothing. */
function nearOf(c: Asked): Near {
  const at = (key: string) => `${new URL(c.req.url).origin}/${encodeURIComponent(key)}`
  const cache = caches.open('recent')
  return {
    async get(key) {
      try {
        const kept = await (await cache).match(at(key))
        return kept && ((await kept.json()) as Said)
      } catch (error) {
        notNow(error)
        return undefined
      }
    },
    async put(key, said, seconds) {
      const headers = { 'cache-control': `public, max-age=${seconds}`, 'content-type': 'application/json' }
      await (await cache).put(at(key), new Response(JSON.stringify(said), { headers }))
    },
  }
}

/** No request waits for this; the next one runs into the same error. */
function notNow(error: unknown): void {
  log('warn', 'nothing kept', { detail: detailOf(error) })
}
