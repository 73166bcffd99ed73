import { WebSocket } from 'ws'
import type { SidecarSettings } from '../config/settings.ts'

/** A socket that is open or connecting. */
export interface ChannelSocket {
  send(message: Uint8Array): void
  close(code: number, reason: string): void
  /** Bytes that were passed to `send` and are not sent yet. */
  readonly bufferedBytes: number
}
export interface SocketEvents {
  onOpen(): void
  onMessage(bytes: Uint8Array): void
  /**
   * `code`: the WebSocket's close code, or the HTTP status of a rejected upgrade. `reason`: the close reason, if any.
   */
  onClose(code: number, reason?: string): void
}

const handshakeMs = 10_000
/**
 * Pings detect dead links: a peer that vanishes sends no close. The platform answers pings, so they do not wake a
 * hibernating room.
 */
const pingMs = 15_000
const pongMs = 10_000
const messageBytes = 64 * 1024 * 1024

export function openSocket(
  url: URL,
  { token, headers }: Pick<SidecarSettings, 'token' | 'headers'>,
  events: SocketEvents,
): ChannelSocket {
  const socket = new WebSocket(url, {
    headers: { ...headers, authorization: `Bearer ${token}` },
    handshakeTimeout: handshakeMs,
    maxPayload: messageBytes,
    perMessageDeflate: false,
  })
  let status = 0
  let pong: NodeJS.Timeout | undefined
  const ping = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return
    socket.ping()
    pong ??= setTimeout(() => socket.terminate(), pongMs)
  }, pingMs)
  socket.on('open', () => events.onOpen())
  socket.on('pong', () => {
    clearTimeout(pong)
    pong = undefined
  })
  socket.on('message', (data: Buffer) => events.onMessage(data))
  socket.on('unexpected-response', (_request, response) => {
    status = response.statusCode ?? 0
    socket.terminate()
  })
  // 'close' follows, with the status or code
  socket.on('error', () => undefined)
  socket.on('close', (code, reason) => {
    clearInterval(ping)
    clearTimeout(pong)
    events.onClose(status || code, String(reason))
  })
  return {
    send: (message) => socket.send(message),
    close: (code, reason) => socket.close(code, reason),
    get bufferedBytes() {
      return socket.bufferedAmount
    },
  }
}
