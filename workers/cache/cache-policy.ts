import { describeError } from '../../wire/util/log-line.ts'
import type { AppContext } from '../context/routing.ts'
import type { CacheEntry, CachePolicy, EdgeCache, Ttl } from '../context/swr-cache.ts'
import { bearerToken } from '../http/auth/tokens.ts'
import { log } from '../platform/log.ts'

/** Default of the setting `STALE_SECONDS`: for this many seconds a stale answer is served while a new one is loaded. */
const defaultStaleSeconds = 5

export function readCached<T>(
  c: AppContext,
  key: string,
  times: Ttl,
  load: () => Promise<T | undefined>,
  weigh?: (answer: T) => number,
): Promise<CacheEntry<T | undefined>> {
  return c.get('cache').get(cachePolicyOf(c, times), key, times, load, weigh)
}

/**
 * Tokens and cache headers of the request do not bypass this cache. Changes by this Worker invalidate the answers in
 * `cache`, but not those in `pictureCache`.
 */
export async function readSharedCache<T>(
  c: AppContext,
  key: string,
  ms: number,
  load: () => Promise<T>,
  weigh?: (answer: T & {}) => number,
  cache: 'cache' | 'pictureCache' = 'cache',
): Promise<T> {
  const times = { fresh: ms, stale: staleMs(c), maxAge: ms }
  const policy = { ...cachePolicyOf(c, times), freshness: 'current' } as const
  const loadAny = load as () => Promise<(T & {}) | undefined>
  return (await c.get(cache).get(policy, key, times, loadAny, weigh)).value as T
}

/** If the result is 0, no answer is served stale, and the edge cache is not used. */
export function staleMs({ env }: AppContext): number {
  const seconds = Number(env.STALE_SECONDS || defaultStaleSeconds)
  return seconds > 0 ? seconds * 1000 : 0
}

/**
 * If nothing may be served stale, every request loads the page. `maxAge` is 0, because a script that refreshes a page
 * after a notification requires the current state.
 */
export function pageTtl(c: AppContext): Ttl {
  const stale = staleMs(c)
  return { fresh: stale > 0 ? 1000 : 0, stale, maxAge: 0 }
}

function cachePolicyOf(c: AppContext, { stale }: Ttl): CachePolicy {
  return {
    now: Date.now(),
    freshness: freshnessOf(c.req.raw),
    edge: stale > 0 ? edgeCacheOf(c) : undefined,
    waitUntil: (work) => c.executionCtx.waitUntil(work.catch(logCacheError)),
  }
}

/**
 * A request with a token comes from an operator and bypasses all caches. A browser that reloads a page, and the script
 * that refreshes a page after a change, send a `cache-control` header that requires the current state.
 */
function freshnessOf(request: Request): CachePolicy['freshness'] {
  if (bearerToken(request) !== undefined) return 'bypass'
  const control = request.headers.get('cache-control') ?? ''
  return /\bno-(?:cache|store)\b|\bmax-age=0\b/i.test(control) ? 'current' : 'stale-ok'
}

/** On workers.dev the Cache API stores nothing, so `get` returns undefined. */
function edgeCacheOf(c: AppContext): EdgeCache {
  const urlOf = (key: string) => `${new URL(c.req.url).origin}/${encodeURIComponent(key)}`
  const cache = caches.open('reads')
  return {
    async get(key) {
      try {
        const cached = await (await cache).match(urlOf(key))
        return cached && ((await cached.json()) as CacheEntry)
      } catch (error) {
        logCacheError(error)
        return undefined
      }
    },
    async put(key, entry, seconds) {
      const headers = { 'cache-control': `public, max-age=${seconds}`, 'content-type': 'application/json' }
      await (await cache).put(urlOf(key), new Response(JSON.stringify(entry), { headers }))
    },
  }
}

/** Only logs the error, because no request waits for this work. If the error persists, a later request throws it. */
function logCacheError(error: unknown): void {
  log('warn', 'edge cache failed', { detail: describeError(error) })
}
