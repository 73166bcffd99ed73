// Plain ws:// clients on a port of their own, any path and query: text and binary messages, one a frame, with
// permessage-deflate for who offers it. Knows no game.
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { clientAddress, isLoopback } from '../wire/address.ts'
import type { Clock, Timer } from '../wire/clock.ts'
import { Coming } from '../wire/joined.ts'
import type { Urgency } from '../wire/link.ts'
import { takenApart } from '../wire/taken-apart.ts'
import { Arrivals, begins } from './arrivals.ts'
import { Batch } from './batch.ts'
import type { Certificate } from './certificate.ts'
import { Crowd, type Member } from './crowd.ts'
import type { OpenDoor, OpenTransport, Surroundings, Wanted } from './door.ts'
import { listen, portOf, stopListening } from './listening.ts'
import { type Newcomer, Newcomers } from './newcomers.ts'
import type { RoomFrame } from './room-frame.ts'
import type { Call, Client } from './session.ts'
import { Slowness } from './slowness.ts'
import { type Framed, messageOf, usualWindow, type WebSocketMessage } from './websocket-message.ts'

/** Milliseconds, and bytes. */
export const webSocketLimits = {
  handshake: 10_000,
  /** Between protocol pings, which keep the way through routers open; TCP's own keepalive finds the dead. */
  ping: 30_000,
  closing: 5_000,
  /** What one read may still bring after the window is full: compressed messages grow. */
  overrun: 4 << 20,
  /** For which texts that nobody waits for may wait for company. */
  late: 100,
} as const

/** What a connection by TLS begins with (RFC 8446, 5.1). */
const tlsHandshake = 0x16

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
  /** Takes a connection over, as if it had come to the server itself. */
  readonly #speak: (stream: Duplex) => void
  readonly #departures: Departures
  #handshakes: Handshakes
  #wanted: Wanted

  constructor(wanted: Wanted, around: Surroundings) {
    this.#wanted = wanted
    this.#around = around
    this.#crowd = new Crowd(around)
    this.#departures = new Departures(around.clock)
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
    const [speak] = this.server.listeners('connection')
    this.#speak = (stream) => speak!.call(this.server, stream)
    const arrivals = new Arrivals(around, (socket, address) => this.#connected(socket, address))
    this.server.removeAllListeners('connection').on('connection', (socket) => arrivals.take(socket))
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

  #connected(socket: Socket, address: string): void {
    const newcomer = { address, giveWay: () => socket.destroy() }
    const trusted = isLoopback(address) || this.#around.proxies.includes(address)
    const refused = address ? this.#newcomers.admit(newcomer, trusted) : 'gone'
    if (refused) {
      this.#around.tally.refuse(refused)
      socket.destroy()
      return
    }
    socket.once('close', () => this.#newcomers.release(newcomer))
    this.#secured(socket, (stream) => {
      this.#arrived.set(stream, newcomer)
      this.#speak(stream)
    })
  }

  /** A door with a certificate takes both, for some clients know no other than plain WebSockets. */
  #secured(socket: Socket, then: (stream: Duplex) => void): void {
    const { certificate, tally } = this.#around
    if (!certificate) return then(socket)
    let isSecure = false
    const read = ([first]: Buffer) => {
      isSecure = first === tlsHandshake
      return 0
    }
    begins(socket, read, (failed) => {
      if (failed) {
        tally.refuse(failed)
        socket.destroy()
      } else if (isSecure) then(this.#tls(socket, certificate))
      else then(socket.resume())
    })
  }

  #tls(socket: Socket, { context }: Certificate): TLSSocket {
    const secured = new TLSSocket(socket, { isServer: true, secureContext: context })
    return secured.on('error', () => this.#around.tally.refuse('malformed'))
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {})
    const forwarded = request.headers['x-forwarded-for']
    const newcomer = this.#arrived.get(socket)
    const address = clientAddress(newcomer?.address ?? '', String(forwarded ?? ''), this.#around.proxies)
    const refused = this.#crowd.refusal(address, this.#wanted.assignment)
    if (refused) {
      this.#around.tally.refuse(refused)
      return refuseUpgrade(socket, refused === 'full' ? 503 : 429)
    }
    this.#handshakes.shake(request, socket, head, (webSocket, windowBits) => {
      if (newcomer) this.#newcomers.release(newcomer)
      this.#enter({ webSocket, socket, windowBits, address })
    })
  }

  #enter(connection: Connection): void {
    const client = new WebSocketClient(connection, this.#departures, this.#wanted, this.#around)
    const { webSocket } = connection
    this.#crowd.enter(client)
    webSocket.once('close', () => this.#crowd.left(client))
  }
}

/** Three ways to shake hands, for what the client offers to inflate. */
class Handshakes {
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

/** When what waits for company leaves: at the end of this turn of the event loop, or after a while. */
class Departures {
  /** What somebody has coming who has nothing coming: those who are told the same go on from it together. */
  nothing = new Coming<RoomFrame, WebSocketMessage>()
  readonly #clock: Clock
  readonly #corked = new Batch<Duplex>((socket) => socket.uncork())
  #soon = new Set<WebSocketClient>()
  #late = new Set<WebSocketClient>()
  #lateness: Timer | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(client: WebSocketClient, urgency: Urgency): void {
    if (urgency === 'late') {
      this.#late.add(client)
      this.#lateness ??= this.#clock.after(webSocketLimits.late, () => this.#leaveLate())
    } else {
      if (this.#soon.size === 0) setImmediate(() => this.#leave())
      this.#soon.add(client)
    }
  }

  /** What is written to it from now on leaves at the end of this turn of the event loop. */
  cork(socket: Duplex): void {
    socket.cork()
    this.#corked.add(socket)
  }

  /** It has gone. */
  delete(client: WebSocketClient): void {
    this.#late.delete(client)
  }

  #leave(): void {
    const clients = this.#soon
    this.#soon = new Set()
    this.nothing = new Coming()
    for (const client of clients) client.sendComing()
  }

  #leaveLate(): void {
    const clients = this.#late
    this.#late = new Set()
    this.#lateness = undefined
    for (const client of clients) client.sendComing()
  }
}

/** `windowBits`: of the window that the client inflates with, if it does. */
interface Connection {
  readonly webSocket: WebSocket
  readonly socket: Duplex
  readonly windowBits: number
  readonly address: string
}

class WebSocketClient implements Client, Member {
  readonly transport = 'websocket'
  readonly compressed: boolean
  readonly address: string
  readonly #webSocket: WebSocket
  /** What messages are written to; ws writes pings and the close to it, and nothing that would have to wait. */
  readonly #socket: Duplex
  readonly #windowBits: number
  readonly #around: Surroundings
  readonly #departures: Departures
  readonly #slowness = new Slowness()
  readonly #call: Call
  readonly #joins: boolean
  #coming: Coming<RoomFrame, WebSocketMessage> | undefined
  /** Messages of which the first is still being deflated, and their bytes before that. */
  readonly #deflating: { readonly framed: Framed; readonly bytes: number }[] = []
  #deflatingBytes = 0
  /** Closes, once all that was written is deflated. */
  #closeThen: (() => void) | undefined
  #over = false
  #paused = false
  #overrun = 0
  #pinged: number

  constructor(connection: Connection, departures: Departures, wanted: Wanted, around: Surroundings) {
    const { webSocket, socket, windowBits, address } = connection
    this.#webSocket = webSocket
    this.#socket = socket
    this.#windowBits = windowBits
    this.address = address
    this.#departures = departures
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

  write(frame: RoomFrame, urgency?: Urgency): void {
    if (this.#over) return
    const { nothing } = this.#departures
    if (!urgency || !this.#joins || !frame.isText) {
      this.sendComing()
      return this.#send(urgency ? nothing.and(frame).whole(messageOf) : messageOf([frame]))
    }
    // Frames that come together leave as one message: each costs the client and us a wake-up.
    this.#coming = (this.#coming ?? nothing).and(frame)
    if (this.#coming.full) this.sendComing()
    else this.#departures.add(this, urgency)
  }

  /** What has waited for company. */
  sendComing(): void {
    const coming = this.#coming
    this.#coming = undefined
    if (coming && !this.#over) this.#send(coming.whole(messageOf))
  }

  #send(message: WebSocketMessage): void {
    this.#around.tally.fromServer(message.bytes.length)
    const framed = this.compressed ? message.deflated(this.#windowBits) : message.plain
    if (framed instanceof Buffer && this.#deflating.length === 0) return this.#put(framed)
    this.#deflatingBytes += message.bytes.length
    this.#deflating.push({ framed, bytes: message.bytes.length })
    if (this.#deflating.length === 1) void this.#putDeflated()
  }

  async #putDeflated(): Promise<void> {
    for (let next = this.#deflating[0]; next; next = this.#deflating[0]) {
      this.#put(await next.framed)
      this.#deflating.shift()
      this.#deflatingBytes -= next.bytes
    }
    this.#closeThen?.()
  }

  /** What one turn of the event loop brings leaves in one write: a write costs more than all else that is done for it. */
  #put(framed: Buffer): void {
    if (this.#webSocket.readyState !== WebSocket.OPEN) return
    if (this.#socket.writableCorked === 0) this.#departures.cork(this.#socket)
    this.#socket.write(framed)
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
    if (this.#slowness.tooMuch(this.#webSocket.bufferedAmount + this.#deflatingBytes, now))
      return this.#cut('slow')
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
    this.sendComing()
    this.#over = true
    this.#departures.delete(this)
    this.#around.log.debug({ peer: this.address, reason }, 'closed')
    this.#webSocket.resume() // or the other side's close would never be read
    const close = () => this.#webSocket.close(code, shortened(reason))
    if (this.#deflating.length > 0) this.#closeThen = close
    else close()
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
