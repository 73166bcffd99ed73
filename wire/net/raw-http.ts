// A complete HTTP response in one buffer, for clients that read once and do not parse HTTP.
import { latin1 } from '../codec/fields/charsets.ts'
import { concatBytes } from '../util/concat-bytes.ts'

/**
 * Maximum bytes that such a client reliably reads, because it calls `recv` once with a buffer of less than 1,000 bytes.
 */
export const maxRawResponseBytes = 999

/**
 * Adds as few headers as browsers and proxies accept. `type`: the Content-Type. The caller keeps the total within
 * `maxRawResponseBytes`; the headers take about 110 bytes.
 */
export function buildRawResponse(body: Uint8Array, type = 'text/html; charset=Shift_JIS'): Uint8Array {
  const head = latin1.encode(
    `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
  )
  return concatBytes([head, body])
}
