// A room and its sidecars in memory and in simulated time. The runtime of the world, the gateway and the links are the
// real ones. A test can cut the sockets of the links. test/durable-objects/ tests the Durable Object around it.
import { randomBytes } from 'node:crypto'
import type { GuessLimiter } from '../durable-objects/limits/guess-limiter.ts'
import type { RoomLog } from '../durable-objects/model/room-log.ts'
import type { StoredChannel } from '../durable-objects/room/connections/sidecar-channel.ts'
import type { RoomContext } from '../durable-objects/room/context/room-context.ts'
import type { TimelineEvent } from '../durable-objects/room/context/room-events.ts'
import { contextWithoutWorld, gameRecords } from '../durable-objects/room/create/game-creation.ts'
import {
  type LinkSocket,
  type SidecarAttachment,
  SidecarGateway,
} from '../durable-objects/room/gateways/sidecar-gateway.ts'
import { Moderation } from '../durable-objects/room/moderation/moderation.ts'
import { StaleSessionCollector } from '../durable-objects/room/resume/stale-session-collector.ts'
import { WorldRuntime } from '../durable-objects/room/world/world-runtime.ts'
import type { Records } from '../durable-objects/storage/records.ts'
import type { CreateRoomResult, Frame, Game, Json, Options, Refusal } from '../games/game.ts'
import { isRefusal } from '../games/refusal.ts'
import { uploadedFile } from '../games/shared/uploaded-file.ts'
import type { RoomFrame } from '../sidecar/sessions/room-frame.ts'
import type { SessionHandle, TransportClient } from '../sidecar/sessions/session.ts'
import type { ChannelSocket, SocketEvents } from '../sidecar/uplink/open-socket.ts'
import { RoomChannel } from '../sidecar/uplink/room-channel.ts'
import type { Transport } from '../wire/net/framing.ts'
import { createToEnd } from './create-game.ts'
import { memoryRecords } from './memory-records.ts'
import { cheapSecrets, testContext } from './room-context.ts'
import { SimulatedClock } from './simulated-clock.ts'

export interface HarnessSettings {
  readonly options?: Options
  readonly file?: { readonly name: string; readonly bytes: Uint8Array }
  readonly records?: Records
  /** The version of the game in which `records` were written. */
  readonly version?: number
}

/**
 * Cached results of `createRoom`, by game, file and options. An island takes 0.1 s to generate, and hundreds of tests
 * use the same island.
 */
const createdRooms = new WeakMap<
  Game['createRoom'],
  Map<unknown, Map<string, Promise<CreateRoomResult | Refusal>>>
>()

function createOnce(
  { createRoom }: Game,
  options: Options,
  file: HarnessSettings['file'],
  make: () => Promise<CreateRoomResult | Refusal>,
): Promise<CreateRoomResult | Refusal> {
  const ofGame = getOrCreate(createdRooms, createRoom, () => new Map())
  const ofFile = getOrCreate(ofGame, file?.bytes, () => new Map())
  return getOrCreate(ofFile, JSON.stringify([file?.name, options]), async () => {
    const created = await make()
    return isRefusal(created) ? created : { ...created, records: [...created.records] }
  })
}

function getOrCreate<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = make()
  map.set(key, created)
  return created
}

export interface LogEntry {
  readonly level: string
  readonly event: string
  readonly fields: { readonly [name: string]: Json } | undefined
}

/** A socket between a sidecar and the room, with both ends. */
class HarnessSocket {
  readonly door: LinkSocket
  readonly sidecar: ChannelSocket
  known: StoredChannel | undefined
  open = true
  readonly #harness: RoomHarness
  readonly #events: SocketEvents

  constructor(harness: RoomHarness, events: SocketEvents) {
    this.#harness = harness
    this.#events = events
    this.door = {
      send: (message) => {
        const sent = harness.downward(message)
        this.#deliver(() => events.onMessage(sent))
      },
      close: (code, reason) => this.cut(code, reason),
      serializeAttachment: (attached) => {
        this.known = (attached as SidecarAttachment).known
      },
    }
    this.sidecar = {
      send: (message) => this.#deliver(() => harness.upward(this, message)),
      close: (code, reason) => {
        if (this.open) harness.sidecarGateway?.socketClosed(this.door, { code, reason })
        this.cut(code, reason)
      },
      get bufferedBytes() {
        return harness.unsent
      },
    }
    this.#deliver(() => events.onOpen())
  }

  /** Breaks the socket, and loses the messages in transit. */
  cut(code = 1006, reason = ''): void {
    if (!this.open) return
    this.open = false
    this.#harness.wires.delete(this)
    this.#harness.sidecarGateway?.socketClosed(this.door)
    this.#harness.clock.soon(() => this.#events.onClose(code, reason))
  }

  #deliver(arrive: () => void): void {
    if (!this.open) return
    if (this.#harness.losesNext()) return this.cut()
    this.#harness.clock.soon(() => {
      if (this.open) arrive()
    })
  }
}

/** Maximum number of alarms during one `pass`. A larger number is treated as an endless loop. */
const maxAlarms = 10_000

/** A sidecar's client. */
export class HarnessClient implements TransportClient {
  readonly address: string
  readonly transport: Transport
  readonly compressed = false
  readonly received: Frame[] = []
  closedFor: string | undefined
  paused = false
  /** The number of frames that the client had received when the room validated its address. Undefined until then. */
  validatedAfter: number | undefined
  call!: SessionHandle

  constructor(transport: Transport, address: string) {
    this.transport = transport
    this.address = address
  }

  write({ frame }: RoomFrame): void {
    this.received.push(frame)
  }

  close(reason: string): void {
    this.closedFor ??= reason
  }

  addressValidated(): void {
    this.validatedAfter ??= this.received.length
  }

  pause(): void {
    this.paused = true
  }

  resume(): void {
    this.paused = false
  }
}

export class RoomHarness {
  readonly clock = new SimulatedClock()
  readonly records: Records
  readonly wires = new Set<HarnessSocket>()
  readonly log: LogEntry[] = []
  /** The events that transactions have announced, including transactions whose commit failed. */
  readonly news: TimelineEvent[] = []
  readonly game: Game
  sidecarGateway: SidecarGateway | undefined
  #status: 'open' | 'closed' = 'open'
  /** Whether the next message between the room and a sidecar is lost. A lost message breaks its socket. */
  losesNext: () => boolean = () => false
  alarmAt: number | undefined
  /** Names of sidecars whose process has ended, which therefore send nothing. */
  readonly stoppedSidecars = new Set<string>()
  /** The number of unsent bytes that the socket of every sidecar reports. */
  unsent = 0
  /**
   * Fault injection. `beforeUpward` is called before the room receives a message, which is dropped if the result is
   * false. `afterUpward` is called after the room has received the message.
   */
  beforeUpward: ((message: Uint8Array) => boolean) | undefined
  afterUpward: (() => void) | undefined
  /** Transforms messages from the room to a sidecar, when they are sent. */
  downward: (message: Uint8Array) => Uint8Array = (message) => message
  /** Transforms messages from a sidecar to the room. */
  upwards: (message: Uint8Array) => Uint8Array = (message) => message
  #context: RoomContext | undefined
  #runtime: WorldRuntime | undefined
  #moderation: Moderation | undefined
  #links = new Map<string, RoomChannel>()
  #epoch = 0
  #processes = 1
  #options: Options
  #version: number

  static async create(game: Game, settings: HarnessSettings = {}): Promise<RoomHarness> {
    const records = settings.records ?? memoryRecords()
    const harness = new RoomHarness(game, records, settings.options ?? {}, settings.version ?? game.version)
    if (!settings.records) await harness.#createRoom(settings)
    harness.#start()
    return harness
  }

  private constructor(game: Game, records: Records, options: Options, version: number) {
    this.game = game
    this.records = records
    this.#options = options
    this.#version = version
  }

  set status(status: 'open' | 'closed') {
    this.#status = status
    this.context.meta = { ...this.context.meta!, status }
  }

  get context(): RoomContext {
    return this.#context!
  }

  get host(): WorldRuntime {
    this.#runtime ??= new WorldRuntime(this.context, this.context.records)
    this.#version = this.game.version
    return this.#runtime
  }

  /** Advances the time and runs the due alarms. Returns their number. */
  pass(ms: number): number {
    const end = this.clock.now() + ms
    let alarms = 0
    for (let at = this.alarmAt; at !== undefined && at <= end; at = this.alarmAt) {
      this.clock.pass(Math.max(0, at - this.clock.now()))
      this.alarmAt = undefined
      this.context.alarm.cleared()
      this.host.onAlarm()
      if (++alarms > maxAlarms) break
    }
    this.clock.pass(Math.max(0, end - this.clock.now()))
    return alarms
  }

  get roomLog(): RoomLog {
    return this.context.roomLog
  }

  get moderation(): Moderation {
    return this.#moderation!
  }

  get guesses(): GuessLimiter {
    return this.context.guessLimiter
  }

  link(sidecar = 'stage'): RoomChannel {
    const known = this.#links.get(sidecar)
    if (known) return known
    const link: RoomChannel = new RoomChannel({
      name: 'test/stage',
      hello: { sidecar, process: `${sidecar}-${this.#processes}` },
      clock: this.clock,
      random: () => 0.5,
      newToken: () => randomBytes(16).toString('hex'),
      dial: (events) => this.#dial(sidecar, events),
      flushMs: 0,
      windowBytes: this.host.limits.windowBytes,
      ticks: this.host.tickMs > 0,
      idleMs: 0,
      onEnded: () => {
        if (this.#links.get(sidecar) === link) this.#links.delete(sidecar)
      },
      log: (level, event, fields) => this.log.push({ level, event: `sidecar: ${event}`, fields }),
    })
    this.#links.set(sidecar, link)
    return link
  }

  client(transport: Transport = 'tcp', address = '127.0.0.1', sidecar = 'stage'): HarnessClient {
    const client = new HarnessClient(transport, address)
    client.call = this.link(sidecar).open(client)
    this.clock.settle()
    return client
  }

  /** Kills the room's instance without a shutdown and starts another one. */
  kill(): void {
    this.#dropInstance()
    this.sidecarGateway = undefined
    this.cut()
    this.#start()
  }

  /** Kills the room's instance, and advances the time by a second, in which the sidecars connect again. */
  restart(): void {
    this.kill()
    this.clock.pass(1000)
  }

  /** Replaces the room's instance and keeps its sockets, as hibernation does. */
  hibernate(): void {
    this.#dropInstance()
    this.#start()
  }

  /** Breaks all sockets between the room and its sidecars. */
  cut(): void {
    for (const wire of [...this.wires]) wire.cut()
  }

  upward(wire: HarnessSocket, message: Uint8Array): void {
    if (this.beforeUpward?.(message) === false) return
    this.sidecarGateway!.message(wire.door, this.upwards(message), wire.known)
    this.afterUpward?.()
  }

  /** Connects a client through another sidecar process with the same id. */
  rival(sidecar: string): HarnessClient {
    const older = this.#links.get(sidecar)
    this.#links.delete(sidecar)
    this.#processes++
    const client = this.client('tcp', '127.0.0.1', sidecar)
    if (older && older === this.#links.get(sidecar)) throw new Error('no rival')
    return client
  }

  /** Stops the instance and its timers. */
  #dropInstance(): void {
    this.#options = this.context.meta!.options
    this.#runtime?.stop()
    this.#runtime = undefined
    this.roomLog.reset()
    this.guesses.reset()
  }

  #start(): void {
    const harness = this
    const epoch = ++this.#epoch
    const context = testContext({
      game: this.game,
      options: this.#options,
      records: this.records,
      clock: this.clock,
      meta: { seed: 'stage', version: this.#version, status: this.#status },
      platform: {
        secrets: { ...cheapSecrets, newEpoch: () => epoch },
        log: (level, line) => {
          const { event, level: _, time, game, room, ...fields } = JSON.parse(line)
          this.log.push({ level, event, fields })
        },
      },
      disk: {
        setAlarm: (at) => {
          this.alarmAt = at
        },
      },
    })
    this.#context = context
    context.events.on('committing', (events) => this.news.push(...events))
    this.#moderation = new Moderation(context, {
      get occupied() {
        return harness.host
      },
    })
    const world = {
      open: () => harness.host,
      get runtime() {
        return harness.host
      },
    }
    const collector = new StaleSessionCollector(context, {
      ownsRecord: (key) => this.sidecarGateway!.ownsRecord(key),
    })
    this.sidecarGateway = new SidecarGateway(context, world, collector)
  }

  #dial(sidecar: string, events: SocketEvents): ChannelSocket {
    if (this.stoppedSidecars.has(sidecar)) return { send() {}, close() {}, bufferedBytes: 0 }
    const wire = new HarnessSocket(this, events)
    this.wires.add(wire)
    return wire.sidecar
  }

  async #createRoom({ options = {}, file }: HarnessSettings): Promise<void> {
    const input = { options, files: new Map(file && [['file', uploadedFile(file.name, file.bytes)]]) }
    const created = await createOnce(this.game, options, file, () =>
      createToEnd(
        (part) =>
          this.game.createRoom(part, contextWithoutWorld({ clock: this.clock, secrets: cheapSecrets })),
        input,
      ),
    )
    if (isRefusal(created)) throw new Error(`${created.refused.field}: ${created.refused.detail}`)
    const records = memoryRecords()
    records.writeAll(gameRecords(created))
    this.records.write(new Map(records.list('')))
    this.#options = created.options
  }
}
