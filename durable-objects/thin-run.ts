// Runs one thin client: the game's own client code between a screen's socket and a socket to the room. It reconnects to
// a lost room, and ends when the screen disconnects.
import type { Frame } from '../games/host.ts'
import type { RemoteClient, RemoteClientContext, RemoteClientRequest, RemoteClientFactory } from '../games/thin.ts'
import { closeCodes } from '../wire/assignment.ts'
import type { Clock, Timer } from '../wire/clock.ts'
import { WireError } from '../wire/error.ts'
import { tryAgainLaterCode } from '../wire/watched.ts'

/** Interval of the client's `minds` in milliseconds. */
const mindMs = 50
/** Interval of checks whether the room still offers thin clients. */
const lookMs = 30_000
/** Milliseconds before a lost room is redialled, doubled up to the second value; and the total time of tries. */
const [firstWaitMs, longestWaitMs, triesForMs] = [500, 10_000, 60_000]
/** RFC 6455: policy violation. */
const refusedCode = 1008

/** The room, as seen by a client. */
export interface ToRoom {
  /** Whether it still offers thin clients. */
  offers(): Promise<boolean>
  /** Opens a socket whose events call `heard` and `left`; undefined: there is no such room. */
  dial(heard: (frame: Frame) => void, left: (reason: string) => void): Promise<RoomLine | undefined>
}
export interface RoomLine {
  send(frame: Frame): void
  close(): void
}

export interface ThinSettings {
  readonly door: RemoteClientFactory
  readonly asked: RemoteClientRequest
  readonly file: Uint8Array
  readonly clock: Clock
  readonly room: ToRoom
  /** As in `ThinAround`. */
  readonly drawn: RemoteClientContext['shared']
  readonly screen: { send(message: Frame): void; close(code: number, reason: string): void }
  /** The run has ended. */
  over(): void
  fault(error: unknown): void
}

/** Caches drawings by the function that draws them: a game has few such functions. */
export class Drawn {
  readonly #known = new Map<() => object, object>()

  by<T extends object>(draw: () => T): T {
    const known = this.#known.get(draw) ?? draw()
    this.#known.set(draw, known)
    return known as T
  }
}

export class ThinRun {
  readonly #settings: ThinSettings
  #thin: RemoteClient | undefined
  #line: RoomLine | undefined
  /** Number of the current connection attempt: events of earlier ones are ignored. */
  #dialled = 0
  #lostSince: number | undefined
  #waitMs = firstWaitMs
  #minding: Timer | undefined
  #again: Timer | undefined
  #looking: Timer | undefined
  #over = false

  constructor(settings: ThinSettings) {
    this.#settings = settings
  }

  /** Starts the client; the screen's socket is open. */
  begin(): void {
    const { door, asked, file, clock, screen, drawn } = this.#settings
    this.#guarded(() => {
      this.#thin = door.createClient(asked, file, {
        now: () => clock.now(),
        sendToScreen: (message) => screen.send(message),
        sendToRoom: (frame) => this.#line?.send(frame),
        connect: () => this.#come(),
        close: (reason) => this.#end(refusedCode, reason),
        shared: drawn,
      })
    })
    this.#mind()
    this.#look()
  }

  /** A message of the screen. */
  done(message: Frame): void {
    this.#guarded(() => this.#thin?.onScreenMessage(message))
  }

  /** The screen has disconnected. */
  gone(): void {
    if (this.#over) return
    this.#guarded(() => this.#thin?.onScreenClosed())
    this.#stop()
  }

  #mind(): void {
    if (this.#over) return
    this.#minding = this.#settings.clock.after(mindMs, () => this.#mind())
    this.#guarded(() => this.#thin?.tick())
  }

  /** Its owner may have disabled thin clients. */
  #look(): void {
    if (this.#over) return
    const { clock, room, fault } = this.#settings
    this.#looking = clock.after(lookMs, () => {
      this.#look()
      room
        .offers()
        .then((offers) => offers || this.#end(tryAgainLaterCode, 'this room has no thin clients any more'), fault)
    })
  }

  // ---- The room ----------------------------------------------------------------------------------------------------

  #come(): void {
    this.#hangUp()
    const dialling = ++this.#dialled
    this.#dial(dialling).catch((error: unknown) => {
      // An overloaded object, or one reset during the call, is treated as a lost connection.
      this.#settings.fault(error)
      if (dialling === this.#dialled) this.#lose('')
    })
  }

  async #dial(dialling: number): Promise<void> {
    const { room } = this.#settings
    const isLate = () => this.#over || dialling !== this.#dialled
    const line = await room.dial(
      (frame) => isLate() || this.#heard(frame),
      (reason) => isLate() || this.#lose(reason),
    )
    if (isLate()) return line?.close()
    if (!line) return this.#end(closeCodes.gone, 'the room is gone')
    this.#line = line
    this.#guarded(() => this.#thin?.onConnected())
  }

  #heard(frame: Frame): void {
    this.#lostSince = undefined
    this.#waitMs = firstWaitMs
    this.#guarded(() => this.#thin?.onFrame(frame))
  }

  #lose(reason: string): void {
    this.#hangUp()
    const { clock } = this.#settings
    let says: string | undefined
    this.#guarded(() => {
      says = this.#thin?.onDisconnected(reason)
    })
    if (this.#over) return
    if (says !== undefined) return this.#end(refusedCode, says)
    this.#lostSince ??= clock.now()
    if (clock.now() - this.#lostSince > triesForMs)
      return this.#end(tryAgainLaterCode, `the room has not answered for ${triesForMs / 1000} s`)
    this.#again?.cancel()
    this.#again = clock.after(this.#waitMs, () => this.#come())
    this.#waitMs = Math.min(2 * this.#waitMs, longestWaitMs)
  }

  #hangUp(): void {
    this.#dialled++
    this.#line?.close()
    this.#line = undefined
  }

  // ---- The end -----------------------------------------------------------------------------------------------------

  /** Protocol errors and internal faults end the run. */
  #guarded(act: () => void): void {
    if (this.#over) return
    try {
      act()
    } catch (error) {
      if (error instanceof WireError) return this.#end(refusedCode, error.message)
      this.#settings.fault(error)
      this.#end(tryAgainLaterCode, 'a fault of the site; come again')
    }
  }

  #end(code: number, reason: string): void {
    if (this.#over) return
    this.#stop()
    this.#settings.screen.close(code, shortened(reason))
  }

  #stop(): void {
    this.#over = true
    this.#minding?.cancel()
    this.#again?.cancel()
    this.#looking?.cancel()
    this.#hangUp()
    this.#settings.over()
  }
}

/** A close reason has 123 bytes at most. */
function shortened(reason: string): string {
  return reason.replace(/[^\x20-\x7e]/g, '?').slice(0, 120)
}
