import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { webSocketLimits } from './websocket-limits.ts'
import { defaultWindowBits } from './websocket-message.ts'

/**
 * An offer with other or repeated parameters must be declined (RFC 7692, section 7.1). `ws` would reject the whole
 * request.
 */
const knownOffer =
  /^permessage-deflate(?!.*;(\w+)\b.*;\1\b)(;(client|server)_no_context_takeover|;(client|server)_max_window_bits=([89]|1[0-5])|;client_max_window_bits)*$/

/**
 * The library ws has one compression setting per server, so there is a server for each kind of window that clients
 * request.
 */
export class WebSocketHandshake {
  readonly #defaultWindow: WebSocketServer
  /** The server for clients that request a smaller window. */
  readonly #smallWindow: WebSocketServer
  /** The server for declined offers, and for the smallest window, which zlib's raw deflate does not support. */
  readonly #uncompressed: WebSocketServer

  constructor(maxPayload: number) {
    const server = {
      noServer: true,
      clientTracking: false,
      maxPayload,
      // By default the first offered subprotocol would be selected, as if the server knew it.
      handleProtocols: () => false as const,
      closeTimeout: webSocketLimits.closingMs,
    }
    const deflate = { serverNoContextTakeover: true }
    this.#defaultWindow = new WebSocketServer({
      ...server,
      perMessageDeflate: { ...deflate, serverMaxWindowBits: defaultWindowBits },
    })
    this.#smallWindow = new WebSocketServer({ ...server, perMessageDeflate: deflate })
    this.#uncompressed = new WebSocketServer(server)
  }

  /** `windowBits`: bits of the client's inflate window, if the client uses compression. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    done: (webSocket: WebSocket, windowBits: number) => void,
  ): void {
    const offer = request.headers['sec-websocket-extensions'] ?? ''
    const smaller = /server_max_window_bits\s*=\s*"?(8|9|10)\b/.exec(offer)?.[1]
    const offers = offer.replace(/[\s"]/g, '').split(',')
    const isDeclined = offers.some((one) => one.startsWith('permessage-deflate') && !knownOffer.test(one))
    const compressing = smaller ? this.#smallWindow : this.#defaultWindow
    const server = isDeclined || smaller === '8' ? this.#uncompressed : compressing
    const windowBits = Number(smaller ?? defaultWindowBits)
    server.handleUpgrade(request, socket, head, (webSocket) => done(webSocket, windowBits))
  }
}

export function rejectUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
