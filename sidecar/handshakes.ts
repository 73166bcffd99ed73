// Negotiates permessage-deflate, and its window, with WebSocket clients.
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { webSocketLimits } from './websocket-limits.ts'
import { usualWindow } from './websocket-message.ts'

/** One WebSocket server for each kind of window that clients request. */
export class Handshakes {
  readonly #usual: WebSocketServer
  /** For clients that request a smaller window. */
  readonly #smaller: WebSocketServer
  /** For clients that request the smallest window, which zlib's raw deflate does not support: no compression. */
  readonly #plain: WebSocketServer

  constructor(maxPayload: number) {
    const server = {
      noServer: true,
      clientTracking: false,
      maxPayload,
      closeTimeout: webSocketLimits.closing,
    }
    const deflate = { serverNoContextTakeover: true }
    this.#usual = new WebSocketServer({
      ...server,
      perMessageDeflate: { ...deflate, serverMaxWindowBits: usualWindow },
    })
    this.#smaller = new WebSocketServer({ ...server, perMessageDeflate: deflate })
    this.#plain = new WebSocketServer(server)
  }

  /** `windowBits`: of the client's inflate window, if it uses compression. */
  shake(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    done: (webSocket: WebSocket, windowBits: number) => void,
  ): void {
    const offer = request.headers['sec-websocket-extensions'] ?? ''
    const smaller = /server_max_window_bits\s*=\s*"?(8|9|10)\b/.exec(offer)?.[1]
    const server = !smaller ? this.#usual : smaller === '8' ? this.#plain : this.#smaller
    const windowBits = Number(smaller ?? usualWindow)
    server.handleUpgrade(request, socket, head, (webSocket) => done(webSocket, windowBits))
  }
}

/** Responds with an HTTP error and closes the socket. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
