// A Room whose usage is counted under simulated time. The Room, its gateways and the sidecar's link are real, as in
// test/simulator. Unlike there, nothing fails. The Room falls asleep when the platform would evict it.
import type { Platform } from '../../durable-objects/platform/platform.ts'
import { Room, type RoomSettings } from '../../durable-objects/room/room.ts'
import type { StoredValue } from '../../durable-objects/storage/records.ts'
import type { Frame, Game, Options } from '../../games/game.ts'
import type { SessionHandle, TransportClient } from '../../sidecar/sessions/session.ts'
import { RoomChannel } from '../../sidecar/uplink/room-channel.ts'
import { Scheduler, TimerOwner } from '../../test/simulator/core/scheduler.ts'
import { SeededRandom } from '../../test/simulator/core/seeded-random.ts'
import { SimulatedObject } from '../../test/simulator/platform/durable-object.ts'
import { RecordDisk } from '../../test/simulator/platform/record-disk.ts'
import { sessionToken } from '../../test/simulator/platform/secrets.ts'
import { type ClientEnd, SimulatedSocket } from '../../test/simulator/platform/sockets.ts'
import { acknowledgeWithinMs, spectatorKeepalive } from '../../wire/link/spectator-frames.ts'
import type { Transport } from '../../wire/net/framing.ts'
import { CostMeter } from './cost-meter.ts'

/** One-way latency in milliseconds between the room and a sidecar or a client's own socket. */
const wayMs = 15
const commitMs = 1
const askMs = 100
/** The platform evicts an instance after it has been idle for this many milliseconds. */
const sleepMs = 10_000
const pollMs = 1000

export interface LoadClient {
  send(frame: Frame): void
  /** Repeats `act` while the client is connected. */
  every(ms: number, act: () => void): void
  after(ms: number, act: () => void): void
}

/** The behaviour of a client. The code that creates it sends the client's first messages. */
export interface ClientProgram {
  receive(frame: Frame): void
}

export interface RoomSetup {
  readonly game: Game
  readonly options?: Options
  readonly file?: { readonly name: string; readonly bytes: Uint8Array }
}

export class MeteredRoom {
  readonly meter: CostMeter
  readonly #disk = new RecordDisk()
  readonly #scheduler = new Scheduler()
  readonly #chance = new SeededRandom('cost')
  readonly #game: Game
  readonly #options: Options
  readonly #object: SimulatedObject<Room>
  readonly #sidecar = new TimerOwner()
  #link: RoomChannel | undefined
  #ticks = false
  #eventAt = 0
  /** The reasons of all disconnections. */
  readonly closed: string[] = []

  private constructor({ game, options = {} }: RoomSetup) {
    this.#game = game
    this.#options = options
    this.meter = new CostMeter(() => this.#scheduler.now)
    this.#object = new SimulatedObject<Room>({
      name: 'the room',
      scheduler: this.#scheduler,
      random: new SeededRandom('secrets'),
      disk: this.#disk,
      host: (platform) => this.#host(platform),
      fate: () => 'good',
      commitMs: () => commitMs,
      wayMs: () => wayMs,
      skewMs: () => 0,
      lost: () => this.meter.instanceEnded(),
      logged: (level, line) => {
        if (level === 'error') throw new Error(line)
      },
    })
  }

  /** Resolves when the new room is asleep. Throws if the creation fails. */
  static async create(setup: RoomSetup): Promise<MeteredRoom> {
    const room = new MeteredRoom(setup)
    const { game, options = {}, file } = setup
    const request = { game: game.slug, room: 'harbor', generation: 1, title: 'Harbor', options, listen: [] }
    let answer: unknown
    const files = file ? [{ field: 'file', name: file.name, body: [file.bytes] }] : []
    void room.#object
      .call((one) => one.createRoom({ ...request, files }))
      .then((result) => {
        answer = result
      })
    // Some creations await promises that the simulated scheduler does not control, so they need real time.
    for (let tries = 0; answer === undefined && tries < 100; tries++) {
      await room.advance(100)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    if (!answer || Object.hasOwn(answer as object, 'refused'))
      throw new Error(`not created: ${JSON.stringify(answer)}`)
    room.#sleepWhenIdle()
    await room.advance(2 * sleepMs)
    return room
  }

  #host(platform: Platform): Room {
    const { meter } = this
    const directory: RoomSettings['directory'] = {
      announce: async ({ limits }) => {
        meter.requests++
        this.#ticks = limits.ticks
        return undefined
      },
      removeRoom: async () => {},
    }
    return new (class extends Room {
      override alarm(): void {
        meter.requests++
        super.alarm()
      }
    })({ games: [this.#game], platform: meter.metered(platform), directory })
  }

  get #room(): Room | undefined {
    return this.#object.hosted
  }

  /** Asks the room twice for the number of connected players. The meter counts both requests. */
  async players(): Promise<number> {
    let players = 0
    // The first request wakes a sleeping room. The sidecar reports the connected clients only to a room that is awake,
    // so the second answer counts.
    for (let times = 0; times < 2; times++) {
      this.meter.requests++
      const state = await this.call((room) => room.describe())
      if (state && 'players' in state) players = state.players
    }
    return players
  }

  /** Calls the room and thereby wakes it. The meter does not count this call. */
  async call<T>(ask: (room: Room) => Promise<T>): Promise<T | undefined> {
    let answer: T | undefined
    const asked = this.#object.call(ask)
    void asked.then((received) => {
      answer = received
    })
    await this.advance(askMs)
    return answer
  }

  get records(): readonly (readonly [key: string, value: StoredValue])[] {
    return this.#disk.durableKeys().map((key) => [key, this.#disk.durable(key)!])
  }

  get now(): number {
    return this.#scheduler.now
  }

  advance(ms: number): Promise<void> {
    return this.#scheduler.advance(ms)
  }

  /** Returns a function that disconnects the client. */
  connectClient(
    transport: Transport,
    route: 'sidecar' | 'socket',
    program: (client: LoadClient) => ClientProgram,
    address = '127.0.0.1',
  ): () => void {
    if (route === 'sidecar') return this.#bySidecar(transport, program, address)
    return this.#bySocket(program, address)
  }

  /** The spectator regularly confirms that it still reads. */
  connectSpectator(onMessage: (message: Frame) => void): void {
    const pipe = this.#pipe({
      opened: () => confirm(),
      message: (message) => {
        if (message !== spectatorKeepalive.pong) onMessage(message)
      },
      closed: (_code, reason) => void this.closed.push(reason),
    })
    const confirm = () => {
      pipe.up(spectatorKeepalive.ping)
      this.#scheduler.after(acknowledgeWithinMs, confirm)
    }
    pipe.connect((socket) => this.#room!.acceptSpectator(socket, '127.0.0.1'))
  }

  #bySidecar(
    transport: Transport,
    program: (client: LoadClient) => ClientProgram,
    address: string,
  ): () => void {
    const there = new TimerOwner()
    const queue: Frame[] = []
    let paused = false
    let call: SessionHandle | undefined
    const send = (frame: Frame) => {
      if (!there.alive) return
      if (paused || !call) queue.push(frame)
      else call.sendFrame(frame)
    }
    const sendQueued = () => {
      while (!paused && queue.length > 0) call!.sendFrame(queue.shift()!)
    }
    const client: TransportClient = {
      address,
      transport,
      compressed: false,
      write: ({ frame }) => {
        if (there.alive) running.receive(frame)
      },
      close: (reason) => {
        there.alive = false
        this.closed.push(reason)
      },
      pause() {
        paused = true
      },
      resume() {
        paused = false
        if (call) sendQueued()
      },
    }
    const running = program(this.#client(there, send))
    this.#link ??= this.#newLink()
    call = this.#link.open(client)
    sendQueued()
    return () => {
      if (!there.alive) return
      there.alive = false
      call!.clientClosed('client closed')
    }
  }

  #bySocket(program: (client: LoadClient) => ClientProgram, address: string): () => void {
    const there = new TimerOwner()
    const queue: Frame[] = []
    let opened = false
    const pipe = this.#pipe({
      opened: () => {
        opened = true
        for (const frame of queue) pipe.up(frame)
      },
      message: (frame) => {
        if (there.alive) running.receive(frame)
      },
      closed: (_code, reason) => {
        if (there.alive) this.closed.push(reason)
        there.alive = false
      },
    })
    const running = program(
      this.#client(there, (frame) => {
        if (!there.alive) return
        if (opened) pipe.up(frame)
        else queue.push(frame)
      }),
    )
    this.meter.requests++
    pipe.connect((socket) => this.#room!.acceptClient(socket, { address, compressed: false }))
    return () => {
      there.alive = false
      pipe.close()
    }
  }

  #client(there: TimerOwner, say: (frame: Frame) => void): LoadClient {
    const after = (ms: number, act: () => void) => void this.#scheduler.after(ms, act, there)
    const every = (ms: number, act: () => void) =>
      after(ms, () => {
        act()
        every(ms, act)
      })
    return { send: say, every, after }
  }

  #newLink(): RoomChannel {
    const chance = new SeededRandom('sidecar')
    const link: RoomChannel = new RoomChannel({
      name: 'the room',
      hello: { sidecar: 'box', process: 'one' },
      clock: this.#scheduler.clock(this.#sidecar),
      random: () => chance.next(),
      newToken: () => sessionToken(chance),
      dial: (events) => {
        this.meter.requests++
        const pipe = this.#pipe({
          opened: () => events.onOpen(),
          message: (message) => events.onMessage(message as Uint8Array),
          closed: (code) => events.onClose(code),
        })
        pipe.connect((socket) => this.#room!.acceptSidecar(socket))
        return { send: (message) => pipe.up(message), close: () => pipe.close(), bufferedBytes: 0 }
      },
      flushMs: 4,
      windowBytes: this.#game.limits(this.#options).windowBytes,
      ticks: this.#ticks,
      idleMs: this.#game.limits(this.#options).idleTimeoutMs,
      onEnded: () => {
        if (this.#link === link) this.#link = undefined
      },
      log() {},
    })
    return link
  }

  #pipe(far: ClientEnd): SimulatedSocket {
    return new SimulatedSocket(this.#object, far, {
      scheduler: this.#scheduler,
      random: this.#chance,
      delayMs: () => wayMs,
      beforeMessage: () => {
        this.meter.messages++
        this.#eventAt = this.#scheduler.now
      },
      afterMessage() {},
    })
  }

  #sleepWhenIdle(): void {
    this.#scheduler.after(pollMs, () => {
      const busy = this.#object.armed > 0 || !this.#object.settled
      if (busy) this.#eventAt = this.#scheduler.now
      else if (this.#scheduler.now - this.#eventAt >= sleepMs) this.#object.sleep()
      this.#sleepWhenIdle()
    })
  }
}
