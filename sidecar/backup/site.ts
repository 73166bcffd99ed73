// A site as a backup asks it: which rooms there are, and the file of each, unless it is the one that is known.

/** A room's file on its way. */
export interface ComingRoom {
  readonly etag: string
  readonly body: AsyncIterable<Uint8Array>
}

export interface BackedSite {
  readonly origin: string
  rooms(): Promise<readonly { readonly name: string; readonly title: string }[]>
  /** `unchanged`: it is the one of `etag` still; `gone`: there is no such room any more. */
  take(name: string, etag: string | undefined): Promise<ComingRoom | 'unchanged' | 'gone'>
  /** Nothing of it is wanted any more: what is under way fails. */
  readonly stopped?: AbortSignal
}

/** Milliseconds that a site may take to answer, and that the file of a room may. */
const answerMs = 120_000
const fileMs = 900_000

/** The site has answered, but not as it should. `message` is one line. */
export class SiteError extends Error {
  override name = 'SiteError'
}

/** `token`: the site's own. What is thrown has one line that says why. */
export function siteAt(upstream: URL, token: string, stopped = new AbortController().signal): BackedSite {
  const headers = { authorization: `Bearer ${token}` }
  const once = (path: string, ms: number, more: Readonly<Record<string, string>>) =>
    fetch(new URL(path, upstream), {
      headers: { ...headers, ...more },
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(ms)]),
    })
  const ask = async (path: string, ms: number, more: Readonly<Record<string, string>> = {}) => {
    try {
      return await once(path, ms, more)
    } catch (error) {
      if (stopped.aborted || !(error instanceof TypeError)) throw error
      // A connection that was kept while the file before it was looked through may have been closed meanwhile.
      return once(path, ms, more)
    }
  }
  return {
    origin: upstream.origin,
    stopped,
    async rooms() {
      const answer = await ask('/api/rooms', answerMs)
      if (!answer.ok) throw new SiteError(`the site does not list its rooms: ${await whyNot(answer)}`)
      const { rooms } = (await answer.json()) as { rooms: { game: string; room: string; title: string }[] }
      return rooms.map(({ game, room, title }) => ({ name: `${game}/${room}`, title }))
    },
    async take(name, etag) {
      const known: Readonly<Record<string, string>> = etag === undefined ? {} : { 'if-none-match': etag }
      const answer = await ask(`/api/rooms/${name}/export`, fileMs, known)
      if (answer.status === 304) return 'unchanged'
      if (answer.status === 404) return 'gone'
      if (!answer.ok || !answer.body) throw new SiteError(await whyNot(answer))
      return { etag: answer.headers.get('etag') ?? '', body: answer.body }
    },
  }
}

async function whyNot(answer: Response): Promise<string> {
  const said: unknown = await answer.json().catch(() => undefined) // no JSON: its status says it all
  const detail = typeof said === 'object' && said !== null && 'detail' in said ? String(said.detail) : ''
  return `${answer.status}${detail && ` ${detail}`}`
}
