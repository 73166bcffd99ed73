import { parseJsonOrUndefined } from '../../wire/util/json.ts'
import { roomNamePattern } from './backup-folder.ts'

interface RoomDownload {
  readonly etag: string
  readonly body: AsyncIterable<Uint8Array>
}

export interface SiteClient {
  readonly origin: string
  listRooms(): Promise<readonly { readonly name: string; readonly title: string }[]>
  /** `unchanged`: the export still has this `etag`. `gone`: the room does not exist. */
  downloadRoom(name: string, etag: string | undefined): Promise<RoomDownload | 'unchanged' | 'gone'>
  readonly abortSignal?: AbortSignal
}

const responseTimeoutMs = 120_000
const exportTimeoutMs = 900_000

/** `message` is one line. */
export class SiteError extends Error {
  override name = 'SiteError'
}

/** `token`: the site token. Errors have a message of one line. */
export function createSiteClient(
  upstream: URL,
  token: string,
  stopped = new AbortController().signal,
): SiteClient {
  const headers = { authorization: `Bearer ${token}` }
  const fetchOnce = (path: string, ms: number, extraHeaders: Readonly<Record<string, string>>) =>
    fetch(new URL(path, upstream), {
      headers: { ...headers, ...extraHeaders },
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(ms)]),
    })
  const fetchWithRetry = async (
    path: string,
    ms: number,
    extraHeaders: Readonly<Record<string, string>> = {},
  ) => {
    try {
      return await fetchOnce(path, ms, extraHeaders)
    } catch (error) {
      if (stopped.aborted || !(error instanceof TypeError)) throw error
      // The request is repeated, because the server may have closed a kept-alive connection meanwhile.
      return fetchOnce(path, ms, extraHeaders)
    }
  }
  return {
    origin: upstream.origin,
    abortSignal: stopped,
    async listRooms() {
      const response = await fetchWithRetry('/api/rooms', responseTimeoutMs)
      if (!response.ok)
        throw new SiteError(`the site did not list its rooms: ${await describeResponse(response)}`)
      return parseRooms(await response.text())
    },
    async downloadRoom(name, etag) {
      const known: Readonly<Record<string, string>> = etag === undefined ? {} : { 'if-none-match': etag }
      const response = await fetchWithRetry(`/api/rooms/${name}/export`, exportTimeoutMs, known)
      if (response.status === 304) return 'unchanged'
      if (response.status === 404) return 'gone'
      if (!response.ok || !response.body) throw new SiteError(await describeResponse(response))
      return { etag: response.headers.get('etag') ?? '', body: response.body }
    },
  }
}

/** The names of rooms become folders, so other names are rejected. */
function parseRooms(text: string): { readonly name: string; readonly title: string }[] {
  const { rooms } = (parseJsonOrUndefined(text) ?? {}) as { readonly rooms?: unknown }
  if (!Array.isArray(rooms))
    throw new SiteError('the site did not list its rooms: it is not a Packetboat site')
  return rooms.map((one: { game?: unknown; room?: unknown; title?: unknown } | null) => {
    const name = `${one?.game}/${one?.room}`
    if (!roomNamePattern.test(name) || typeof one?.title !== 'string')
      throw new SiteError(`the site lists a room without a valid name or title: ${JSON.stringify(one)}`)
    return { name, title: one.title }
  })
}

async function describeResponse(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined) // not JSON: the status alone is reported
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : ''
  return `${response.status}${detail && ` ${detail}`}`
}
