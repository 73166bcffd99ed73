// Clients of a Room for tests: a WebSocket client, and a sidecar whose records the test writes.
import { ResumeStateMac } from '../../../../durable-objects/room/sessions/resume-state-mac.ts'
import { clientAddressHeader } from '../../../../durable-objects/rpc/rpc-types.ts'
import {
  decodeLinkMessage,
  decodeMulticast,
  encodeHello,
  encodeSessionOpening,
  type LinkMessage,
  type LinkRecord,
  LinkWriter,
  recordTypes,
  type SessionOpening,
} from '../../../../wire/link/link-codec.ts'
import { decodeSpectatorFrames } from '../../../../wire/link/spectator-frames.ts'
import type { TimedRoom } from '../timed-room.ts'

const text = (bytes: Uint8Array | string) =>
  typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes)

/** A socket to a room. A test awaits one message at a time. */
export class RoomSocket<T> {
  readonly socket: WebSocket
  readonly #messages: T[] = []
  #arrived: (() => void) | undefined
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(socket: WebSocket, read: (message: string | Uint8Array) => T) {
    this.socket = socket
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }) => {
      this.#messages.push(read(typeof data === 'string' ? data : new Uint8Array(data as ArrayBuffer)))
      this.#arrived?.()
    })
    this.closed = new Promise((resolve) => {
      socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason }))
    })
    socket.accept()
  }

  get waiting(): number {
    return this.#messages.length
  }

  async next(): Promise<T> {
    while (this.#messages.length === 0) await new Promise<void>((resolve) => (this.#arrived = resolve))
    return this.#messages.shift()!
  }

  close(code = 1000): void {
    this.socket.close(code, 'done')
  }
}

export class Client extends RoomSocket<string> {
  static async of(room: TimedRoom, headers: Record<string, string> = {}): Promise<Client> {
    return new Client(await room.upgrade('play', headers), text)
  }

  /** Connects a client and waits for its greeting. With a name, the client also joins the world. */
  static async connected(
    room: TimedRoom,
    name?: string,
    headers: Record<string, string> = {},
  ): Promise<Client> {
    const client = await Client.of(room, headers)
    const heard = [await client.next(), ...(name ? [await client.ask(`i${name}`)] : [])]
    const expected = ['W', ...(name ? [`I${name}`] : [])]
    if (heard.join() !== expected.join()) throw new Error(`expected ${expected}, got: ${heard}`)
    return client
  }

  send(...frames: (string | Uint8Array)[]): void {
    for (const frame of frames) this.socket.send(frame)
  }

  ask(frame: string | Uint8Array): Promise<string> {
    this.send(frame)
    return this.next()
  }
}

/** A spectator. Each message is the list of its frames. */
export class TestSpectator extends RoomSocket<string[]> {
  static async of(room: TimedRoom, address = '192.0.2.1'): Promise<TestSpectator> {
    return new TestSpectator(await room.upgrade('watch', { [clientAddressHeader]: address }), (message) =>
      typeof message === 'string' ? [message] : decodeSpectatorFrames(message).map((frame) => text(frame)),
    )
  }

  say(message: string | Uint8Array): void {
    this.socket.send(message)
  }
}

/**
 * A message as text, one line per record. `2:7 text`: a frame of session 2, transaction 7. A final `!`: the room
 * acknowledges the transaction.
 */
function describeRecords({ records }: LinkMessage): string[] {
  return records.map(saidBy)
}

function saidBy({ type, session, seq, payload, acknowledges }: LinkRecord): string {
  switch (type) {
    case recordTypes.data:
      return `${session}:${seq} ${text(payload)}${acknowledges ? '!' : ''}`
    case recordTypes.multicast: {
      const { sessions, frame } = decodeMulticast(payload, session)
      return `cast ${sessions.join()} ${text(frame)}`
    }
    case recordTypes.ack:
      return `${session}:${seq}!`
    case recordTypes.resumeState:
      return `${session} note ${text(payload.subarray(sealBytes))}`
    case recordTypes.close:
      return `${session} close ${text(payload)}`
    case recordTypes.resync:
      return 'resync'
    default:
      throw new Error(`a Room said ${type}`)
  }
}

/** Length in bytes of the MAC that precedes each resume state. */
const sealBytes = 16
const utf8 = (value: string) => new TextEncoder().encode(value)
let tokens = 0

export const newSession = (): string => (++tokens).toString(16).padStart(32, '0')

/** The payload of a record that opens a session. */
export const openingOf = (token: string, change: object = {}): Uint8Array =>
  encodeSessionOpening({
    ...{ token, address: '127.0.0.1', transport: 'tcp', compressed: false, resumeState: undefined },
    ...change,
  } as SessionOpening)

/** A sidecar's end of one link. It sends only the records that a test writes. */
export class SidecarEnd extends RoomSocket<LinkMessage> {
  readonly writer: LinkWriter
  /** Signs the resume states that a test writes, with the MAC of the room. */
  readonly #resumeStateMac: ResumeStateMac
  /** The highest received message number, which the next message acknowledges. */
  lastReceived = 0

  private constructor(socket: WebSocket, resumeStateMac: ResumeStateMac) {
    super(socket, (message) => decodeLinkMessage(message as Uint8Array))
    this.#resumeStateMac = resumeStateMac
    this.writer = new LinkWriter(false, (message) => socket.send(message))
  }

  static async silent(room: TimedRoom): Promise<SidecarEnd> {
    const { seed, version } = await room.meta()
    return new SidecarEnd(await room.upgrade('link'), new ResumeStateMac(String(seed), [Number(version)]))
  }

  /** Sends `hello` and waits for the instance's epoch. */
  static async of(room: TimedRoom, sidecar = 'east', process = 'p1'): Promise<SidecarEnd> {
    const end = await SidecarEnd.silent(room)
    end.hello(sidecar, process)
    await end.receiveResync()
    return end
  }

  hello(sidecar: string, process: string): void {
    this.writer.record(recordTypes.hello, 0, 0, encodeHello({ sidecar, process }))
    this.writer.flush()
  }

  /** Waits for `resync` and addresses later messages to that instance. */
  async receiveResync(): Promise<number> {
    const message = await this.message()
    if (describeRecords(message).join() !== 'resync')
      throw new Error(`expected resync, got: ${describeRecords(message)}`)
    this.writer.epoch = message.epoch
    return message.epoch
  }

  open(session: number, token: string, from = 0, about: Partial<SessionOpening> = {}): void {
    const resumeState = about.resumeState && this.#resumeStateMac.forSession(token).seal(about.resumeState)
    this.writer.record(recordTypes.open, session, from, openingOf(token, { ...about, resumeState }))
  }

  /** Opens a session with these bytes as its resume state, signed or not. */
  forge(session: number, token: string, resumeState: Uint8Array): void {
    this.writer.record(recordTypes.open, session, 1, openingOf(token, { resumeState }))
  }

  say(session: number, seq: number, frame: string | Uint8Array): void {
    this.writer.frame(session, seq, typeof frame === 'string' ? utf8(frame) : frame)
  }

  record(type: (typeof recordTypes)[keyof typeof recordTypes], session = 0): void {
    this.writer.record(type, session)
  }

  /** Sends all written records in one message, which acknowledges the messages read so far. */
  flush(): void {
    this.writer.number = this.lastReceived
    this.writer.flush(true)
  }

  async message(): Promise<LinkMessage> {
    const message = await this.next()
    this.lastReceived = message.number
    return message
  }

  async received(): Promise<string[]> {
    return describeRecords(await this.message())
  }

  /** Opens a session of an earlier link with its resume state. Returns the room's first message. */
  resume(session: number, token: string, from: number, resumeState: Uint8Array): Promise<string[]> {
    this.open(session, token, from, { resumeState })
    this.flush()
    return this.received()
  }

  /** Ends the link as a lost connection does. */
  async lose(): Promise<void> {
    this.socket.close(1000, 'lost')
    await this.closed
  }

  async openSession(session: number, token = newSession()): Promise<string> {
    this.open(session, token)
    this.flush()
    const received = await this.received()
    if (received.at(-1) !== `${session}:0 W!`) throw new Error(`expected a greeting, got: ${received}`)
    return token
  }

  /** Writes frames of one session, with consecutive numbers, and sends all written records in one message. */
  sendFrames(session: number, firstSeq: number, ...frames: (string | Uint8Array)[]): void {
    for (const [n, frame] of frames.entries()) this.say(session, firstSeq + n, frame)
    this.flush()
  }

  ask(session: number, seq: number, frame: string): Promise<string[]> {
    this.sendFrames(session, seq, frame)
    return this.received()
  }
}
