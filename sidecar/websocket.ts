// Plain ws:// clients on a port of their own, any path and query: text and binary messages, one a frame, with
// permessage-deflate for who offers it. Knows no game.
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { clientAddress, isLoopback, plainAddress } from '../wire/address.ts'
import { JoinedFrames } from '../wire/joined.ts'
import { takenApart } from '../wire/taken-apart.ts'
import { Crowd, type Member } from './crowd.ts'
import type { OpenDoor, OpenTransport, Surroundings, Wanted } from './door.ts'
import { listen, portOf, stopListening } from './listening.ts'
import { type Newcomer, Newcomers } from './newcomers.ts'
import type { Call, Client } from './session.ts'
import { Slowness } from './slowness.ts'

/** Milliseconds, and bytes. */
export const webSocketLimits = {
  handshake: 10_000,
  /** Between protocol pings, which keep the way through routers open; TCP's own keepalive finds the dead. */
  ping: 30_000,
  closing: 5_000,
  /** What one read may still bring after the window is full: compressed messages grow. */
  overrun: 4 << 20,
  /** Smaller messages are not worth compressing. */
  compress: 256,
} as const

const codes = { normal: 1000, goingAway: 1001, policy: 1008 } as const

/** Opens a door of WebSocket clients. */
export const openWebSocket: OpenTransport = async (wanted, at, around) => {
  const door = new WebSocketDoor(wanted, around)
  await listen(door.server, at)
  door.server.on('error', (error) => around.log.error({ err: error }, 'websocket door'))
  return door
}

class WebSocketDoor implements OpenDoor {
  readonly server: Server
  readonly #around: Surroundings
  readonly #crowd: Crowd
  /** Who has not shaken hands. */
  readonly #newcomers: Newcomers
  readonly #arrived = new WeakMap<Duplex, Newcomer>()
  #handshakes: Handshakes
  #wanted: Wanted

  constructor(wanted: Wanted, around: Surroundings) {
    this.#wanted = wanted
    this.#around = around
    this.#crowd = new Crowd(around)
    this.#newcomers = new Newcomers(around.mostPerDoor, (newcomers) => this.#crowd.size + newcomers)
    this.#handshakes = new Handshakes(wanted.assignment.frameBytes)
    const { handshake } = webSocketLimits
    this.server = createServer({
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
      headersTimeout: handshake,
      requestTimeout: handshake,
      connectionsCheckingInterval: handshake / 2,
      maxHeaderSize: 8192,
    })
    this.server.on('connection', (socket) => this.#connected(socket))
    this.server.on('request', (_request, response) => {
      response.writeHead(426, { connection: 'close', upgrade: 'websocket' }).end('This is a WebSocket.\n')
    })
    this.server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
  }

  get port(): number {
    return portOf(this.server)
  }

  change(wanted: Wanted): void {
    if (wanted.assignment.frameBytes !== this.#wanted.assignment.frameBytes) {
      this.#handshakes = new Handshakes(wanted.assignment.frameBytes)
    }
    this.#wanted = wanted
  }

  stop(): Promise<void> {
    const stopped = stopListening(this.server)
    this.server.closeIdleConnections()
    return stopped
  }

  async close(reason: string): Promise<void> {
    const stopped = this.stop()
    this.#crowd.dismiss(reason)
    await stopped
  }

  empty(): Promise<void> {
    return this.#crowd.empty()
  }

  #connected(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '')
    const newcomer = { address, giveWay: () => socket.destroy() }
    const trusted = isLoopback(address) || this.#around.proxies.includes(address)
    const refused = address ? this.#newcomers.admit(newcomer, trusted) : 'gone'
    if (refused) {
      this.#around.tally.refuse(refused)
      socket.destroy()
      return
    }
    this.#arrived.set(socket, newcomer)
    socket.once('close', () => this.#newcomers.release(newcomer))
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {})
    const forwarded = request.headers['x-forwarded-for']
    const peer = request.socket.remoteAddress ?? ''
    const address = clientAddress(peer, String(forwarded ?? ''), this.#around.proxies)
    const refused = this.#crowd.refusal(address, this.#wanted.assignment)
    if (refused) {
      this.#around.tally.refuse(refused)
      return refuseUpgrade(socket, refused === 'full' ? 503 : 429)
    }
    this.#handshakes.shake(request, socket, head, (webSocket) => {
      const newcomer = this.#arrived.get(socket)
      if (newcomer) this.#newcomers.release(newcomer)
      this.#enter(webSocket, address)
    })
  }

  #enter(webSocket: WebSocket, address: string): void {
    const client = new WebSocketClient(webSocket, address, this.#wanted, this.#around)
    this.#crowd.enter(client)
    webSocket.once('close', () => this.#crowd.left(client))
  }
}

/** Three ways to shake hands, for what the client offers to inflate. */
class Handshakes {
  /** A window of 2 KiB a client: what servers of chatty JSON grant by habit, and enough for it. */
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
    // In so small a window a high level takes no longer than a low one, and halves what a crowd's news come to.
    const deflate = { zlibDeflateOptions: { level: 8, memLevel: 5 } }
    this.#usual = new WebSocketServer({
      ...server,
      perMessageDeflate: { ...deflate, serverMaxWindowBits: 11 },
    })
    this.#smaller = new WebSocketServer({ ...server, perMessageDeflate: deflate })
    this.#plain = new WebSocketServer(server)
  }

  shake(request: IncomingMessage, socket: Duplex, head: Buffer, done: (webSocket: WebSocket) => void): void {
    this.#for(request.headers['sec-websocket-extensions'] ?? '').handleUpgrade(request, socket, head, done)
  }

  #for(offer: string): WebSocketServer {
    const bits = /server_max_window_bits\s*=\s*"?(8|9|10)\b/.exec(offer)?.[1]
    if (!bits) return this.#usual
    return bits === '8' ? this.#plain : this.#smaller
  }
}

class WebSocketClient implements Client, Member {
  readonly transport = 'websocket'
  readonly compressed: boolean
  readonly address: string
  readonly #webSocket: WebSocket
  readonly #around: Surroundings
  readonly #slowness = new Slowness()
  readonly #call: Call
  readonly #joins: boolean
  readonly #joined = new JoinedFrames()
  #over = false
  #paused = false
  #overrun = 0
  #pinged: number

  constructor(webSocket: WebSocket, address: string, wanted: Wanted, around: Surroundings) {
    this.#webSocket = webSocket
    this.address = address
    this.#around = around
    this.#pinged = around.clock.now()
    this.#joins = wanted.door.joins ?? false
    this.compressed = webSocket.extensions.includes('permessage-deflate')
    webSocket.on('message', (data, isBinary) => this.#take(data, isBinary))
    // An oversize or malformed message: ws has already answered with 1009, 1002 or 1007.
    webSocket.on('error', () => this.#around.tally.refuse('malformed'))
    webSocket.once('close', () => this.leave('client closed'))
    this.#call = around.open(wanted.assignment, this)
  }

  write(frame: Uint8Array | string, unasked = false): void {
    if (this.#over) return
    if (this.#joins && unasked && typeof frame === 'string') return this.#join(frame)
    this.#sendJoined()
    this.#send(frame)
  }

  /** Frames of one turn of the event loop leave as one message: each costs the client and us a wake-up. */
  #join(frame: string): void {
    const held = this.#joined.add(frame)
    if (held === 'first') setImmediate(() => this.#sendJoined())
    else if (held === 'full') this.#sendJoined()
  }

  #sendJoined(): void {
    const frame = this.#joined.take()
    if (frame !== undefined && !this.#over) this.#send(frame)
  }

  #send(frame: Uint8Array | string): void {
    const bytes = typeof frame === 'string' ? Buffer.byteLength(frame) : frame.length
    this.#around.tally.fromServer(bytes)
    this.#webSocket.send(frame, { compress: bytes >= webSocketLimits.compress })
  }

  close(reason: string): void {
    this.#hangUp(reason, codes.normal)
  }

  pause(): void {
    if (this.#over) return
    this.#paused = true
    this.#webSocket.pause()
  }

  resume(): void {
    this.#paused = false
    this.#overrun = 0
    this.#webSocket.resume()
  }

  /** Closes from our side, or takes note that the client did; either way the room hears of it. */
  leave(reason: string, code: number = codes.goingAway): void {
    if (this.#over) return
    this.#hangUp(reason, code)
    this.#call.closed(reason)
  }

  /** Once a second: pings, and ends the slow. */
  look(now: number): void {
    if (this.#slowness.tooMuch(this.#webSocket.bufferedAmount, now)) return this.#cut('slow')
    if (this.#over) return
    if (now - this.#pinged < webSocketLimits.ping) return
    this.#pinged = now
    this.#webSocket.ping()
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#over) return
    const bytes = data as Buffer // ws gives no other form unless asked for one
    this.#around.tally.fromClient(bytes.length)
    if (this.#paused) this.#overrun += bytes.length
    if (this.#overrun > webSocketLimits.overrun) return this.#cut('flood')
    if (isBinary) return this.#call.frame(bytes)
    const frame = bytes.toString()
    // If one part gets the client closed, those behind it count as never sent.
    for (const part of this.#joins ? takenApart(frame) : [frame]) if (!this.#over) this.#call.frame(part)
  }

  #refuse(reason: string): void {
    this.#around.tally.refuse(reason)
    this.leave(reason, codes.policy)
  }

  #cut(reason: string): void {
    if (!this.#over) this.#refuse(reason)
    this.#webSocket.terminate()
  }

  #hangUp(reason: string, code: number): void {
    if (this.#over) return
    this.#sendJoined()
    this.#over = true
    this.#around.log.debug({ peer: this.address, reason }, 'closed')
    this.#webSocket.resume() // or the other side's close would never be read
    this.#webSocket.close(code, shortened(reason))
  }
}

/** As much of the text as a close frame holds: 123 bytes. */
function shortened(reason: string): string {
  return Buffer.from(reason)
    .subarray(0, 123)
    .toString()
    .replace(/\ufffd+$/, '')
}

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
