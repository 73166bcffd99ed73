// One client that the site runs: between the socket of a screen and one to the room there is the game's own client, which is
// given what comes from both. A lost room is dialled again; a lost screen ends it.
import type { Frame } from '../games/host.ts'
import type { Thin, ThinAround, ThinAsked, ThinDoor } from '../games/thin.ts'
import { closeCodes } from '../wire/assignment.ts'
import type { Clock, Timer } from '../wire/clock.ts'
import { WireError } from '../wire/error.ts'
import { laterCode } from '../wire/watched.ts'

/** Milliseconds between two looks at what is due. */
const mindMs = 50
/** Between two looks at whether the room still wants such clients. */
const lookMs = 30_000
/** Before a lost room is dialled again; they double with each try that fails. For how long it is tried at all. */
const [firstWaitMs, longestWaitMs, triesForMs] = [500, 10_000, 60_000]
/** RFC 6455: what the peer says or asks is against the rules. */
const refusedCode = 1008

/** The way to the room, as a client of its own has it. */
export interface ToRoom {
  /** Whether it still has such clients. */
  offers(): Promise<boolean>
  /** An open socket, `heard` and `left` being told what comes of it; undefined: there is no such room. */
  dial(heard: (frame: Frame) => void, left: (reason: string) => void): Promise<RoomLine | undefined>
}
export interface RoomLine {
  send(frame: Frame): void
  close(): void
}

export interface ThinSettings {
  readonly door: ThinDoor
  readonly asked: ThinAsked
  readonly file: Uint8Array
  readonly clock: Clock
  readonly room: ToRoom
  /** As `ThinAround` has it. */
  readonly drawn: ThinAround['drawn']
  readonly screen: { send(message: Frame): void; close(code: number, reason: string): void }
  /** It is over, and nothing of it goes on. */
  over(): void
  fault(error: unknown): void
}

/** What thin clients have drawn, by what drew it: a game has few such functions. */
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
  #thin: Thin | undefined
  #line: RoomLine | undefined
  /** Of the dialling that counts: what comes of an older one is not heard. */
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

  /** Somebody has come: his socket is open. */
  begin(): void {
    const { door, asked, file, clock, screen, drawn } = this.#settings
    this.#guarded(() => {
      this.#thin = door.begin(asked, file, {
        now: () => clock.now(),
        show: (message) => screen.send(message),
        say: (frame) => this.#line?.send(frame),
        come: () => this.#come(),
        end: (reason) => this.#end(refusedCode, reason),
        drawn,
      })
    })
    this.#mind()
    this.#look()
  }

  /** A message of the screen's. */
  done(message: Frame): void {
    this.#guarded(() => this.#thin?.done(message))
  }

  /** The screen is gone. */
  gone(): void {
    if (this.#over) return
    this.#guarded(() => this.#thin?.gone())
    this.#stop()
  }

  #mind(): void {
    if (this.#over) return
    this.#minding = this.#settings.clock.after(mindMs, () => this.#mind())
    this.#guarded(() => this.#thin?.minds())
  }

  /** Its host may have had enough of such clients. */
  #look(): void {
    if (this.#over) return
    const { clock, room, fault } = this.#settings
    this.#looking = clock.after(lookMs, () => {
      this.#look()
      room
        .offers()
        .then((offers) => offers || this.#end(laterCode, 'this room has no thin clients any more'), fault)
    })
  }

  // ---- The room ----------------------------------------------------------------------------------------------------

  #come(): void {
    this.#hangUp()
    const dialling = ++this.#dialled
    this.#dial(dialling).catch((error: unknown) => {
      // An object that is overloaded, or was reset under the call: as good as a line that was lost.
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
    this.#guarded(() => this.#thin?.entered())
  }

  #heard(frame: Frame): void {
    this.#lostSince = undefined
    this.#waitMs = firstWaitMs
    this.#guarded(() => this.#thin?.told(frame))
  }

  #lose(reason: string): void {
    this.#hangUp()
    const { clock } = this.#settings
    let says: string | undefined
    this.#guarded(() => {
      says = this.#thin?.left(reason)
    })
    if (this.#over) return
    if (says !== undefined) return this.#end(refusedCode, says)
    this.#lostSince ??= clock.now()
    if (clock.now() - this.#lostSince > triesForMs)
      return this.#end(laterCode, `the room has not answered for ${triesForMs / 1000} s`)
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

  /** What breaks a protocol ends it, and so does what is our own fault. */
  #guarded(act: () => void): void {
    if (this.#over) return
    try {
      act()
    } catch (error) {
      if (error instanceof WireError) return this.#end(refusedCode, error.message)
      this.#settings.fault(error)
      this.#end(laterCode, 'a fault of the site; come again')
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

/** A reason has 123 bytes at most. */
function shortened(reason: string): string {
  return reason.replace(/[^\x20-\x7e]/g, '?').slice(0, 120)
}
