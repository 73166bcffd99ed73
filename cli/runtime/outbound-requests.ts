// Sends the Worker's outgoing requests under `packetboat start`, which are only webhooks and notifications. Host names
// with a private address are rejected, because devices in a home network trust this machine.
import { type LookupAddress, lookup } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from '../../wire/net/public-address.ts'

/**
 * Timeout in milliseconds. A room's own timeout is shorter, so this timeout only ends requests that a room has
 * abandoned.
 */
const defaultTimeoutMs = 10_000

export interface OutboundRequest {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** Ignores the body of the answer and follows no redirects. Rejects on timeout. */
export function sendRequest(
  { url, method, headers, body }: OutboundRequest,
  allowPrivate: boolean,
  timeoutMs = defaultTimeoutMs,
): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>> }> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof sendRequest>>>()
  const send = url.protocol === 'https:' ? overHttps : overHttp
  const request = send(
    url,
    {
      ...{ method, headers, agent: false, signal: AbortSignal.timeout(timeoutMs) },
      ...(!allowPrivate && { lookup: publicLookup }),
    },
    (answer) => {
      const retryAfter = answer.headers['retry-after']
      resolve({ status: answer.statusCode ?? 502, headers: retryAfter ? { 'retry-after': retryAfter } : {} })
      answer.destroy()
    },
  )
  request.on('error', reject)
  // An invalid answer, such as 101 without an upgrade, ends the request without an event `error`.
  request.on('close', () => reject(new Error('no answer')))
  request.end(body)
  return promise
}

/** Rejects a name with at least one private address. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '')
    const [first] = addresses
    if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(Object.assign(new Error(`${host} is not public`), { code: 'ENOTFOUND' }), '')
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
