// TCP clients: splits their streams into frames, and limits the cost of slow, silent and malformed clients. Knows the
// numbers of the framing, not the contents of frames.
import { createServer, type Server, type Socket } from 'node:net'
import { WireError } from '../wire/error.ts'
import {
  type Framing,
  lengthOnStream,
  offStream,
  onStream,
  Splitter,
  writeOnStream,
} from '../wire/framing.ts'
import { Arrivals } from './arrivals.ts'
import { Batch } from './batch.ts'
import { Crowd, type Member } from './crowd.ts'
import type { OpenDoor, OpenTransport, Surroundings, Wanted } from './door.ts'
import { listen, portOf, stopListening } from './listening.ts'
import { type Newcomer, Newcomers } from './newcomers.ts'
import type { RoomFrame } from './room-frame.ts'
import type { Call, Client } from './session.ts'
import { Slowness, unread } from './slowness.ts'

/** Milliseconds. */
export const tcpLimits = {
  /** From connecting to the first frame, and from the first byte of any frame to its last. */
  frame: 60_000,
  /** From our close until the client has read its output and closed too. */
  closing: 5_000,
  keepAlive: 60_000,
} as const

/**
 * Node takes buffers below this size from a pool. Larger ones are allocated outside its heap, and many of them trigger
 * full garbage collections of 20 ms and more: one per second with a hundred players on one tile.
 */
const pooledBytes = 4096

/** Opens a TCP listener. Throws if the door has no framing. */
export const openTcp: OpenTransport = async (wanted, at, around) => {
  const door = new TcpDoor(wanted, around)
  await listen(door.server, at)
  door.server.on('error', (error) => around.log.error({ err: error }, 'tcp door'))
  return door
}

class TcpDoor implements OpenDoor {
  readonly server: Server
  readonly #around: Surroundings
  readonly #crowd: Crowd
  /** Connections that have not sent a complete frame. */
  readonly #newcomers: Newcomers
  readonly #arrivals: Arrivals
  readonly #writes = new Batch<TcpClient>((client) => client.writeAll())
  #wanted: Wanted

  constructor(wanted: Wanted, around: Surroundings) {
    if (!wanted.door.framing) throw new Error('no framing')
    this.#wanted = wanted
    this.#around = around
    this.#crowd = new Crowd(around)
    this.#newcomers = new Newcomers(around.mostPerDoor, () => this.#crowd.size)
    this.#arrivals = new Arrivals(around, (socket, address) => this.#enter(socket, address))
    const keeping = { keepAlive: true, keepAliveInitialDelay: tcpLimits.keepAlive }
    this.server = createServer({ noDelay: true, ...keeping }, (socket) => this.#arrivals.take(socket))
  }

  get port(): number {
    return portOf(this.server)
  }

  change(wanted: Wanted): void {
    this.#wanted = wanted
  }

  stop(): Promise<void> {
    return stopListening(this.server)
  }

  async close(reason: string): Promise<void> {
    const stopped = this.stop()
    this.#crowd.dismiss(reason)
    await stopped
  }

  empty(): Promise<void> {
    return this.#crowd.empty()
  }

  #enter(socket: Socket, address: string): void {
    socket.on('error', () => {}) // 'close' follows and handles it
    let client: TcpClient | undefined
    const newcomer = {
      address,
      giveWay: () => {
        client?.leave('another came')
        socket.destroy()
        if (client) this.#crowd.left(client)
      },
    }
    const refused = address ? this.#refusal(newcomer) : 'gone'
    if (refused) {
      this.#around.tally.refuse(refused)
      socket.destroy()
      return
    }
    const stays = () => this.#newcomers.release(newcomer)
    const entered = new TcpClient(socket, address, this.#wanted, this.#around, this.#writes, stays)
    client = entered
    this.#crowd.enter(entered)
    socket.once('close', () => {
      stays()
      this.#crowd.left(entered)
    })
  }

  #refusal(newcomer: Newcomer): string | undefined {
    const refused =
      this.#newcomers.admit(newcomer) ?? this.#crowd.refusal(newcomer.address, this.#wanted.assignment)
    if (refused) this.#newcomers.release(newcomer)
    return refused
  }
}

class TcpClient implements Client, Member {
  readonly transport = 'tcp'
  readonly compressed = false
  readonly address: string
  readonly #socket: Socket
  readonly #around: Surroundings
  readonly #framing: Framing
  readonly #splitter: Splitter
  readonly #slowness = new Slowness()
  readonly #call: Call
  readonly #writes: Batch<TcpClient>
  /** Frames to write at the end of this turn of the event loop, and their size on the stream. */
  #leaving: Uint8Array[] = []
  #leavingBytes = 0
  #stays: (() => void) | undefined
  /** Either side has closed the connection. */
  #over = false
  /** The splitter may hold frames of the last chunk that did not fit into the session's window. */
  #cutting = false
  #paused = false
  #completed = false
  /** A frame is due: the first, or the rest of an incomplete one. */
  #awaiting = true
  /** When the sweep closes this client: `#patience` milliseconds after its last progress; 0: never. */
  #due = 0
  #patience = 0

  /** `stays`: called after its first complete frame. */
  constructor(
    socket: Socket,
    address: string,
    wanted: Wanted,
    around: Surroundings,
    writes: Batch<TcpClient>,
    stays: () => void,
  ) {
    this.#stays = stays
    this.#writes = writes
    this.#socket = socket
    this.address = address
    this.#around = around
    this.#framing = wanted.door.framing!
    this.#splitter = new Splitter(fromClientFraming(wanted))
    this.#wait(tcpLimits.frame)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.once('end', () => this.leave('client ended'))
    socket.once('close', () => this.leave('client closed'))
    this.#call = around.open(wanted.assignment, this)
  }

  write({ bytes }: RoomFrame): void {
    if (this.#over) return
    if (this.#socket.writableLength + this.#leavingBytes > unread.most) return this.#cut('slow')
    this.#around.tally.fromServer(bytes.length)
    this.#leavingBytes += lengthOnStream(this.#framing, bytes)
    if (this.#leaving.push(bytes) === 1) this.#writes.add(this)
  }

  /** Sends all frames of one message of the room in one write: a write costs more than all other work on them. */
  writeAll(): void {
    const frames = this.#leaving
    if (frames.length === 0) return
    const bytes = this.#leavingBytes
    this.#leaving = []
    this.#leavingBytes = 0
    const written = this.#around.writes?.begin()
    if (bytes < pooledBytes && (frames.length > 1 || this.#framing.bare))
      return void this.#socket.write(this.#joined(frames, bytes), written)
    this.#socket.cork()
    for (const [i, frame] of frames.entries())
      this.#socket.write(
        this.#framing.bare ? this.#joined([frame], lengthOnStream(this.#framing, frame)) : frame,
        i === frames.length - 1 ? written : undefined,
      )
    this.#socket.uncork()
  }

  #joined(frames: readonly Uint8Array[], bytes: number): Buffer {
    const stream = Buffer.allocUnsafe(bytes)
    let at = 0
    for (const frame of frames) at = writeOnStream(this.#framing, frame, stream, at)
    return stream
  }

  close(reason: string): void {
    if (this.#over) return
    this.#around.log.debug({ peer: this.address, reason }, 'closed')
    this.#hangUp()
  }

  pause(): void {
    if (this.#over) return
    this.#paused = true
    this.#socket.pause()
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#wait(this.#patience) // time in which we did not read does not count against the client
    this.#pull()
    if (!this.#paused) this.#socket.resume()
  }

  /** Closes from this side, or handles the client's close. Notifies the room in both cases. */
  leave(reason: string): void {
    if (this.#over) return
    this.close(reason)
    this.#call.closed(reason)
  }

  /** Runs once a second: closes a client that is too slow, or whose frame has timed out. */
  look(now: number): void {
    if (this.#slowness.tooMuch(this.#socket.writableLength, now)) return this.#cut('slow')
    if (this.#paused || !this.#due || now < this.#due) return
    if (this.#over) this.#socket.destroy()
    else this.#refuse('unfinished')
  }

  #take(chunk: Uint8Array): void {
    if (this.#over) return // read and discard data after our close: unread data would reset the connection
    this.#splitter.add(chunk)
    this.#cutting = true
    this.#pull()
  }

  /** Passes frames on while the session's window has space. */
  #pull(): void {
    try {
      while (!this.#over && this.#cutting && !this.#paused) this.#next()
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.#around.log.info({ peer: this.address, detail: error.message }, 'malformed')
      this.#refuse('malformed')
    }
  }

  #next(): void {
    const frame = this.#splitter.next()
    if (!frame) return this.#finishChunk()
    this.#completed = true
    this.#stays?.()
    this.#stays = undefined
    this.#around.tally.fromClient(frame.length)
    // The socket allocates a buffer for each read, so a frame may be a view of it.
    this.#call.frame(offStream(this.#framing, frame))
  }

  #finishChunk(): void {
    this.#cutting = false
    const between = !this.#splitter.held && (this.#completed || !this.#awaiting)
    if (between) this.#wait(0)
    else if (this.#completed || !this.#awaiting) this.#wait(tcpLimits.frame)
    this.#awaiting = !between
    this.#completed = false
  }

  /** Sets the client's timeout in milliseconds; 0: none. */
  #wait(patience: number): void {
    this.#patience = patience
    this.#due = patience && this.#around.clock.now() + patience
  }

  #refuse(reason: string): void {
    this.#around.tally.refuse(reason)
    this.leave(reason)
  }

  #cut(reason: string): void {
    if (!this.#over) this.#refuse(reason)
    this.#socket.destroy()
  }

  #hangUp(): void {
    this.writeAll()
    this.#over = true
    this.#cutting = false
    this.#paused = false
    this.#wait(tcpLimits.closing)
    this.#socket.end()
    this.#socket.resume()
  }
}

/** The framing with the room's own frame limit, converted to bytes on the stream. */
function fromClientFraming({ assignment, door }: Wanted): Framing {
  const framing = door.framing!
  const bareHeader = onStream(framing, new Uint8Array(0)).length
  return { ...framing, max: Math.min(framing.max, assignment.frameBytes + bareHeader) }
}
