// How a WebSocket client and a door agree on what is deflated, and with which window.
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { webSocketLimits } from './websocket-limits.ts'
import { usualWindow } from './websocket-message.ts'

/** Three ways to shake hands, for what the client offers to inflate. */
export class Handshakes {
  readonly #usual: WebSocketServer
  /** The client asks for a yet smaller window. */
  readonly #smaller: WebSocketServer
  /** It asks for the smallest, which zlib cannot deflate raw. */
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

  /** `windowBits`: of the window that the client inflates with, if it does. */
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

/** Answers who may not come in, and hangs up. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
