// A whole HTTP answer in one buffer, for clients that read once and know no HTTP. Made by the Directory for sidecars.
import { latin1 } from './charsets.ts'

/** The most that such a client is sure to read: it asks its socket once, for less than 1,000 bytes. */
export const rawBytes = 999

/**
 * `body` behind the fewest headers that browsers and proxies take too. `type` is the Content-Type. What the whole
 * may weigh (`rawBytes`) is for the body's author to keep: the headers take about 110 bytes.
 */
export function rawResponse(body: Uint8Array, type = 'text/html; charset=Shift_JIS'): Uint8Array {
  const head = latin1.encode(
    `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
  )
  const whole = new Uint8Array(head.length + body.length)
  whole.set(head)
  whole.set(body, head.length)
  return whole
}
