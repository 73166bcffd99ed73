// The world: its lines and listeners. Pure: time and chance only from the Host, records through the Store, no bytes
// and no sockets. Sessions call the verbs.
import type { Json, Store, World } from '../game.ts'
import type { Line } from './lines/line.ts'
import { Lines } from './lines/records.ts'
import type { SayBackOptions } from './options.ts'

export type { Line } from './lines/line.ts'

/** A player who is connected. */
export interface Listener {
  hear(line: Line): void
}

export class SayBackWorld implements World {
  /** 0 because nothing happens by itself. Otherwise set the length of a tick, and put the rules into `tick`. */
  readonly tickMs = 0
  readonly #lines: Lines
  readonly #listeners = new Set<Listener>()
  #options: SayBackOptions

  /** Opens the stored records. Throws if they cannot be read. */
  constructor(store: Store, options: SayBackOptions) {
    this.#lines = new Lines(store)
    this.#options = options
  }

  get players(): number {
    return this.#listeners.size
  }

  get occupied(): boolean {
    return this.players > 0
  }

  get capacity(): number {
    return this.#options.maxPlayers
  }

  /** The number of the newest line. */
  get newest(): number {
    return this.#lines.newest.number
  }

  tick(): void {}

  /** Applies changed options from now on. */
  configure(options: SayBackOptions): void {
    this.#options = options
  }

  /** [SB-1.5] False, without any effect, if the room is full. */
  enter(listener: Listener): boolean {
    if (this.players >= this.capacity) return false
    this.#listeners.add(listener)
    return true
  }

  /** [SB-4.3] Restores a player after a restart. */
  rejoin(listener: Listener): void {
    this.#listeners.add(listener)
  }

  /** No effect for a listener that has not entered. */
  leave(listener: Listener): void {
    this.#listeners.delete(listener)
  }

  /** [SB-2.2] Sends a line to all; undefined, without any effect, if it is blank. */
  say(text: string): Line | undefined {
    const said = text.trim()
    if (!said) return undefined
    const line = this.#lines.add(said)
    for (const listener of this.#listeners) listener.hear(line)
    return line
  }

  /** The kept lines after this number, oldest first. */
  since(number: number): readonly Line[] {
    return this.#lines.since(number)
  }

  /** [SB-3.4] */
  view(): Json {
    const { number, text } = this.#lines.newest
    return { players: this.players, newest: { number, text } }
  }
}
