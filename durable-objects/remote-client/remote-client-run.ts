// Runs one remote client: the game's own client code, between the socket of a screen (a browser that shows the client's
// pictures) and a socket to the room. The client reconnects to a lost room, and ends when the screen disconnects.
import type { Frame } from '../../games/game-context.ts'
import type {
  RemoteClient,
  RemoteClientContext,
  RemoteClientFactory,
  RemoteClientRequest,
} from '../../games/remote-client.ts'
import { closeReason } from '../../wire/link/close-reason.ts'
import { closeCodes } from '../../wire/link/control-messages.ts'
import { tryAgainLaterCode } from '../../wire/link/spectator-frames.ts'
import type { Clock, Timer } from '../../wire/util/clock.ts'
import { WireError } from '../../wire/util/wire-error.ts'

/** Interval of the client's `tick`. */
const stepIntervalMs = 50
/** Interval of checks whether the owner has disabled remote clients. */
const permissionCheckMs = 30_000
/** The wait before each further try to reconnect doubles, up to the longest. After `triesForMs` the run gives up. */
const [firstWaitMs, longestWaitMs, triesForMs] = [500, 10_000, 60_000]
/** RFC 6455: policy violation. */
const refusedCode = 1008

export interface RemoteClientRoom {
  isAllowed(): Promise<boolean>
  /** Calls `heard` for each frame, and `left` at the end. Undefined: the room does not accept the connection. */
  connect(heard: (frame: Frame) => void, left: (reason: string) => void): Promise<RoomSocket | undefined>
}
export interface RoomSocket {
  send(frame: Frame): void
  close(): void
}

export interface RemoteClientRunSettings {
  readonly factory: RemoteClientFactory
  readonly request: RemoteClientRequest
  readonly file: Uint8Array
  readonly clock: Clock
  readonly room: RemoteClientRoom
  readonly drawn: RemoteClientContext['shared']
  readonly screen: { send(message: Frame): void; close(code: number, reason: string): void }
  onEnded(): void
  onFault(error: unknown): void
}

/** Caches drawn objects by the function that draws them. The cache needs no limit: a game has few such functions. */
export class DrawingCache {
  readonly #known = new Map<() => object, object>()

  get<T extends object>(draw: () => T): T {
    const known = this.#known.get(draw) ?? draw()
    this.#known.set(draw, known)
    return known as T
  }
}

export class RemoteClientRun {
  readonly #settings: RemoteClientRunSettings
  #client: RemoteClient | undefined
  #roomSocket: RoomSocket | undefined
  /** The number of the connection attempt: events of earlier attempts are ignored. */
  #attempt = 0
  #lostSince: number | undefined
  #waitMs = firstWaitMs
  #stepTimer: Timer | undefined
  #reconnectTimer: Timer | undefined
  #permissionTimer: Timer | undefined
  #isOver = false

  constructor(settings: RemoteClientRunSettings) {
    this.#settings = settings
  }

  /** Call when the screen's socket is open. */
  start(): void {
    const { factory, request, file, clock, screen, drawn } = this.#settings
    this.#guarded(() => {
      this.#client = factory.createClient(request, file, {
        now: () => clock.now(),
        sendToScreen: (message) => screen.send(message),
        sendToRoom: (frame) => this.#roomSocket?.send(frame),
        connect: () => this.#connect(),
        close: (reason) => this.#end(refusedCode, reason),
        shared: drawn,
      })
    })
    this.#step()
    this.#schedulePermissionCheck()
  }

  screenMessage(message: Frame): void {
    this.#guarded(() => this.#client?.onScreenMessage(message))
  }

  screenClosed(): void {
    if (this.#isOver) return
    this.#guarded(() => this.#client?.onScreenClosed())
    this.#stop()
  }

  #step(): void {
    if (this.#isOver) return
    this.#stepTimer = this.#settings.clock.after(stepIntervalMs, () => this.#step())
    this.#guarded(() => this.#client?.tick())
  }

  #schedulePermissionCheck(): void {
    if (this.#isOver) return
    const { clock, room, onFault } = this.#settings
    this.#permissionTimer = clock.after(permissionCheckMs, () => {
      this.#schedulePermissionCheck()
      room
        .isAllowed()
        .then(
          (isAllowed) =>
            isAllowed || this.#end(tryAgainLaterCode, 'this room has no remote clients any more'),
          onFault,
        )
    })
  }

  // ---- The room ----------------------------------------------------------------------------------------------------

  #connect(): void {
    this.#hangUp()
    const attempt = ++this.#attempt
    this.#dial(attempt).catch((error: unknown) => {
      // An overloaded object, or one reset during the call, is treated as a lost connection.
      this.#settings.onFault(error)
      if (attempt === this.#attempt) this.#connectionLost('')
    })
  }

  async #dial(attempt: number): Promise<void> {
    const { room } = this.#settings
    const isLate = () => this.#isOver || attempt !== this.#attempt
    const socket = await room.connect(
      (frame) => isLate() || this.#roomMessage(frame),
      (reason) => isLate() || this.#connectionLost(reason),
    )
    if (isLate()) return socket?.close()
    if (!socket) return this.#end(closeCodes.gone, 'the room is gone')
    this.#roomSocket = socket
    this.#guarded(() => this.#client?.onConnected())
  }

  #roomMessage(frame: Frame): void {
    this.#lostSince = undefined
    this.#waitMs = firstWaitMs
    this.#guarded(() => this.#client?.onFrame(frame))
  }

  #connectionLost(reason: string): void {
    this.#hangUp()
    const { clock } = this.#settings
    let refusal: string | undefined
    this.#guarded(() => {
      refusal = this.#client?.onDisconnected(reason)
    })
    if (this.#isOver) return
    if (refusal !== undefined) return this.#end(refusedCode, refusal)
    this.#lostSince ??= clock.now()
    if (clock.now() - this.#lostSince > triesForMs)
      return this.#end(tryAgainLaterCode, `the room has not answered for ${triesForMs / 1000} s`)
    this.#reconnectTimer?.cancel()
    this.#reconnectTimer = clock.after(this.#waitMs, () => this.#connect())
    this.#waitMs = Math.min(2 * this.#waitMs, longestWaitMs)
  }

  #hangUp(): void {
    this.#attempt++
    this.#roomSocket?.close()
    this.#roomSocket = undefined
  }

  // ---- The end -----------------------------------------------------------------------------------------------------

  #guarded(act: () => void): void {
    if (this.#isOver) return
    try {
      act()
    } catch (error) {
      if (error instanceof WireError) return this.#end(refusedCode, error.message)
      this.#settings.onFault(error)
      this.#end(tryAgainLaterCode, 'a fault of the site: try again later')
    }
  }

  #end(code: number, reason: string): void {
    if (this.#isOver) return
    this.#stop()
    this.#settings.screen.close(code, closeReason(reason))
  }

  #stop(): void {
    this.#isOver = true
    this.#stepTimer?.cancel()
    this.#reconnectTimer?.cancel()
    this.#permissionTimer?.cancel()
    this.#hangUp()
    this.#settings.onEnded()
  }
}
