// WebSocket clients on a port of their own, with any path and query: one text or binary message per frame, with
// permessage-deflate for clients that offer it. Independent of games.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { clientAddress, isLoopback } from '../wire/address.ts'
import { Arrivals, begins } from './arrivals.ts'
import type { Certificate } from './certificate.ts'
import { Crowd } from './crowd.ts'
import { Departures } from './departures.ts'
import type { OpenDoor, OpenTransport, Surroundings, Wanted } from './door.ts'
import { Handshakes, refuseUpgrade } from './handshakes.ts'
import { listen, portOf, stopListening } from './listening.ts'
import { type Newcomer, Newcomers } from './newcomers.ts'
import { type Connection, WebSocketClient } from './websocket-client.ts'
import { webSocketLimits } from './websocket-limits.ts'

/** The first byte of a TLS connection (RFC 8446, 5.1). */
const tlsHandshake = 0x16

/** Opens a WebSocket listener. */
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
  /** Connections that have not completed the handshake. */
  readonly #newcomers: Newcomers
  readonly #arrived = new WeakMap<Duplex, Newcomer>()
  /** Passes a connection to the HTTP server, as if the server had accepted it. */
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

  /** A listener with a certificate also accepts plain connections, because some clients support no TLS. */
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
