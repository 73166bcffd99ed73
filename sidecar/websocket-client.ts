// One client of a WebSocket listener: passes its messages to the room, and frames to the client.
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket } from 'ws'
import type { Coming } from '../wire/joined.ts'
import type { Urgency } from '../wire/link.ts'
import { takenApart } from '../wire/taken-apart.ts'
import type { Member } from './crowd.ts'
import type { Departures, Waiting } from './departures.ts'
import type { Surroundings, Wanted } from './door.ts'
import type { RoomFrame } from './room-frame.ts'
import type { Call, Client } from './session.ts'
import { Slowness, unread } from './slowness.ts'
import { webSocketLimits } from './websocket-limits.ts'
import { type Framed, messageOf, type WebSocketMessage } from './websocket-message.ts'

const codes = { normal: 1000, goingAway: 1001, policy: 1008 } as const

/** `windowBits`: of the client's inflate window, if it uses compression. */
export interface Connection {
  readonly webSocket: WebSocket
  readonly socket: Duplex
  readonly windowBits: number
  readonly address: string
}

export class WebSocketClient implements Client, Member, Waiting {
  readonly transport = 'websocket'
  readonly compressed: boolean
  readonly address: string
  readonly #webSocket: WebSocket
  /** Frames are written to it directly. ws writes only pings and the close to it, which never need to wait. */
  readonly #socket: Duplex
  readonly #windowBits: number
  readonly #around: Surroundings
  readonly #departures: Departures
  readonly #slowness = new Slowness()
  readonly #call: Call
  readonly #joins: boolean
  #coming: Coming<RoomFrame, WebSocketMessage> | undefined
  /** Messages in order, the first of which is still being deflated, and their bytes before compression. */
  readonly #deflating: { readonly framed: Framed; readonly bytes: number }[] = []
  #deflatingBytes = 0
  /** Closes the connection, once all messages are deflated and written. */
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
    // An oversize or malformed message: ws has already responded with 1009, 1002 or 1007.
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
    // Join frames that arrive together into one message: each message costs the client and the sidecar a wake-up.
    this.#coming = (this.#coming ?? nothing).and(frame)
    if (this.#coming.full) this.sendComing()
    else this.#departures.add(this, urgency)
  }

  /** Sends the frames that wait to be joined. */
  sendComing(): void {
    const coming = this.#coming
    this.#coming = undefined
    if (coming && !this.#over) this.#send(coming.whole(messageOf))
  }

  #send(message: WebSocketMessage): void {
    if (this.#unread > unread.most) return this.#cut('slow')
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

  /** Sends all output of one turn of the event loop in one write: a write costs more than all other work on it. */
  #put(framed: Buffer): void {
    if (this.#webSocket.readyState !== WebSocket.OPEN) return
    if (this.#socket.writableCorked === 0) this.#departures.cork(this.#socket)
    this.#socket.write(framed, this.#around.writes?.begin())
  }

  get #unread(): number {
    return this.#webSocket.bufferedAmount + this.#deflatingBytes
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

  /** Closes from this side, or handles the client's close. Notifies the room in both cases. */
  leave(reason: string, code: number = codes.goingAway): void {
    if (this.#over) return
    this.#hangUp(reason, code)
    this.#call.closed(reason)
  }

  /** Runs once a second: pings, and closes a slow client. */
  look(now: number): void {
    if (this.#slowness.tooMuch(this.#unread, now)) return this.#cut('slow')
    if (this.#over) return
    if (now - this.#pinged < webSocketLimits.ping) return
    this.#pinged = now
    this.#webSocket.ping()
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#over) return
    const bytes = data as Buffer // ws's default form of messages
    this.#around.tally.fromClient(bytes.length)
    if (this.#paused) this.#overrun += bytes.length
    if (this.#overrun > webSocketLimits.overrun) return this.#cut('flood')
    if (isBinary) return this.#call.frame(bytes)
    const frame = bytes.toString()
    // If one part gets the client closed, discard the parts after it.
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
    this.#webSocket.resume() // otherwise the client's close frame would not be read
    const close = () => this.#webSocket.close(code, shortened(reason))
    if (this.#deflating.length > 0) this.#closeThen = close
    else close()
  }
}

/** Truncates the text to the 123 bytes that a close frame can hold. */
function shortened(reason: string): string {
  return Buffer.from(reason)
    .subarray(0, 123)
    .toString()
    .replace(/\ufffd+$/, '')
}
