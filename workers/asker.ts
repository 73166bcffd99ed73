// Who asks for what is kept for everybody (recent.ts), as his request tells it; and the cache that Workers of one place share.
import { detailOf } from '../wire/log-line.ts'
import { log } from './log.ts'
import type { Asker, Near, Said, Times } from './recent.ts'
import type { Asked } from './routes.ts'
import { bearer } from './tokens.ts'

/** For how long what is old is handed out while it is asked for anew, in seconds, where `STALE_SECONDS` says nothing. */
const usualStale = 5

/** What is asked for by this request, under `key`, as the objects said it lately: see Recent. */
export function recently<T>(
  c: Asked,
  key: string,
  times: Times,
  ask: () => Promise<T | undefined>,
  weigh?: (answer: T) => number,
): Promise<Said<T | undefined>> {
  return c.get('recent').of(askerOf(c, times), key, times, ask, weigh)
}

/** The same for whoever asks, whatever he shows or wants: nobody can have it asked for more often than every `ms` milliseconds. */
export async function forEverybody<T>(c: Asked, key: string, ms: number, ask: () => Promise<T>): Promise<T> {
  const times = { fresh: ms, stale: staleMs(c), again: ms }
  const said = await c.get('recent').of({ ...askerOf(c, times), wants: 'now' }, key, times, ask)
  return said.answer!
}

/** Milliseconds, by the setting: for so long what is old may be handed out. 0: no cache of the edge is used. */
export function staleMs({ env }: Asked): number {
  const seconds = Number(env.STALE_SECONDS || usualStale)
  return seconds > 0 ? seconds * 1000 : 0
}

/**
 * Of pages, and of what is in them: without a cache at the edge they are asked for each time. A room keeps its readings for a
 * second, and a script asks a second after it has heard that something is new: it must not be told what is older still.
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
 * Who shows a token looks after the site, and is told how it is now. So is who says that he wants nothing that was kept, as
 * browsers do when a page is loaded again, and our scripts when they have heard that something is new.
 */
function wantsOf(request: Request): Asker['wants'] {
  if (bearer(request) !== undefined) return 'own'
  const control = request.headers.get('cache-control') ?? ''
  return /\bno-(?:cache|store)\b|\bmax-age=0\b/i.test(control) ? 'now' : 'recent'
}

/** Where Workers have no cache in common, as on workers.dev, it finds nothing and keeps nothing. */
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

/** Nobody waits for it; who asks next finds out. */
function notNow(error: unknown): void {
  log('warn', 'nothing kept', { detail: detailOf(error) })
}
