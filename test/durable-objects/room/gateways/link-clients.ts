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

/** A test awaits one message at a time. */
class Mailbox<T> {
  readonly #messages: T[] = []
  #arrived: (() => void) | undefined
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(socket: WebSocket, read: (data: string | ArrayBuffer) => T) {
    socket.addEventListener('message', ({ data }) => {
      this.#messages.push(read(data as string | ArrayBuffer))
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
}

export class Client {
  readonly #socket: WebSocket
  readonly #mail: Mailbox<string>

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.binaryType = 'arraybuffer'
    this.#mail = new Mailbox(socket, (data) => text(typeof data === 'string' ? data : new Uint8Array(data)))
  }

  static async of(room: TimedRoom, headers: Record<string, string> = {}): Promise<Client> {
    return new Client(await room.upgrade('play', headers))
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

  get closed(): Promise<{ code: number; reason: string }> {
    return this.#mail.closed
  }

  get waiting(): number {
    return this.#mail.waiting
  }

  next(): Promise<string> {
    return this.#mail.next()
  }

  send(...frames: (string | Uint8Array)[]): void {
    for (const frame of frames) this.#socket.send(frame)
  }

  ask(frame: string | Uint8Array): Promise<string> {
    this.send(frame)
    return this.next()
  }

  close(code = 1000): void {
    this.#socket.close(code, 'done')
  }
}

/** A spectator. Messages as lists of their frames. */
export class TestSpectator {
  readonly #socket: WebSocket
  readonly #mail: Mailbox<string[]>

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.binaryType = 'arraybuffer'
    this.#mail = new Mailbox(socket, (data) =>
      typeof data === 'string'
        ? [data]
        : decodeSpectatorFrames(new Uint8Array(data)).map((frame) => text(frame)),
    )
  }

  static async of(room: TimedRoom, address = '192.0.2.1'): Promise<TestSpectator> {
    return new TestSpectator(await room.upgrade('watch', { [clientAddressHeader]: address }))
  }

  get closed(): Promise<{ code: number; reason: string }> {
    return this.#mail.closed
  }

  get waiting(): number {
    return this.#mail.waiting
  }

  next(): Promise<string[]> {
    return this.#mail.next()
  }

  say(message: string | Uint8Array): void {
    this.#socket.send(message)
  }

  close(): void {
    this.#socket.close(1000, 'done')
  }
}

/** A message as text, one line per record. `2:7 text`: a frame of session 2, transaction 7; a final `!` acknowledges it. */
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

/** A sidecar's end of one link. It sends only the records that a test writes. */
export class SidecarEnd {
  readonly socket: WebSocket
  readonly writer: LinkWriter
  readonly #mail: Mailbox<LinkMessage>
  /** Signs the resume states that a test writes, with the MAC of the room. */
  readonly #resumeStateMac: ResumeStateMac
  /** The highest received message number, which the next message acknowledges. */
  lastReceived = 0

  private constructor(socket: WebSocket, resumeStateMac: ResumeStateMac) {
    this.socket = socket
    this.#resumeStateMac = resumeStateMac
    socket.binaryType = 'arraybuffer'
    this.#mail = new Mailbox(socket, (data) => decodeLinkMessage(new Uint8Array(data as ArrayBuffer)))
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

  get closed(): Promise<{ code: number; reason: string }> {
    return this.#mail.closed
  }

  get waiting(): number {
    return this.#mail.waiting
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
    const opening = {
      token,
      address: '127.0.0.1',
      transport: 'tcp',
      compressed: false,
      note: undefined,
    } as const
    const note = about.resumeState && this.#resumeStateMac.forSession(token).seal(about.resumeState)
    this.writer.record(
      recordTypes.open,
      session,
      from,
      encodeSessionOpening({ ...opening, ...about, resumeState: note }),
    )
  }

  /** Opens a session with these bytes as its resume state, signed or not. */
  forge(session: number, token: string, resumeState: Uint8Array): void {
    const opening = { token, address: '127.0.0.1', transport: 'tcp', compressed: false, resumeState } as const
    this.writer.record(recordTypes.open, session, 1, encodeSessionOpening(opening))
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
    const message = await this.#mail.next()
    this.lastReceived = message.number
    return message
  }

  async received(): Promise<string[]> {
    return describeRecords(await this.message())
  }

  async openSession(session: number, token = newSession()): Promise<string> {
    this.open(session, token)
    this.flush()
    const received = await this.received()
    if (received.at(-1) !== `${session}:0 W!`) throw new Error(`expected a greeting, got: ${received}`)
    return token
  }

  async ask(session: number, seq: number, frame: string): Promise<string[]> {
    this.say(session, seq, frame)
    this.flush()
    return this.received()
  }
}
