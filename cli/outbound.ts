// What the Worker asks of others under `packetboat start`: webhooks alone. A name is looked up here, and led nowhere if it
// means an address that is not public: at home this machine's neighbours trust it.
import { type LookupAddress, lookup } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublic } from '../durable-objects/hook-url.ts'

/** Longer than a room waits: what it has given up is not kept open for ever either. */
const usualPatienceMs = 10_000

export interface Outgoing {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The head of the answer; its body is not read, and no redirection followed. Rejects when there is none in time. */
export function ask(
  { url, method, headers, body }: Outgoing,
  anywhere: boolean,
  patienceMs = usualPatienceMs,
): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>> }> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof ask>>>()
  const over = url.protocol === 'https:' ? overHttps : overHttp
  const asked = over(
    url,
    {
      ...{ method, headers, agent: false, signal: AbortSignal.timeout(patienceMs) },
      ...(!anywhere && { lookup: publicLookup }),
    },
    (answer) => {
      const retryAfter = answer.headers['retry-after']
      resolve({ status: answer.statusCode ?? 502, headers: retryAfter ? { 'retry-after': retryAfter } : {} })
      answer.destroy()
    },
  )
  asked.on('error', reject)
  // What has an answer to nothing, as 101 to no upgrade, ends without an error.
  asked.on('close', () => reject(new Error('no answer')))
  asked.end(body)
  return promise
}

/** As the system's own, but that a name has no address if one of its addresses is not public. */
const publicLookup: LookupFunction = (host, options, found) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return found(error, '')
    const [first] = addresses
    if (!first || addresses.some(({ address }) => !isPublic(address)))
      return found(Object.assign(new Error(`${host} is not public`), { code: 'ENOTFOUND' }), '')
    if (options.all) found(null, addresses)
    else found(null, first.address, first.family)
  })
}
