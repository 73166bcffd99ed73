// The world: what was said, and who hears it. Pure: time and chance from the Host alone, records through the Store, no
// bytes and no sockets. Sessions call the verbs.
import type { Json, Store, World } from '../game.ts'
import type { Line } from './lines/line.ts'
import { Lines } from './lines/records.ts'
import type { SayBackOptions } from './options.ts'

export type { Line } from './lines/line.ts'

/** Somebody who is in. */
export interface Listener {
  hear(line: Line): void
}

export class SayBackWorld implements World {
  /** Nothing happens here by itself. A game in which it does gives the length of a tick, and `tick` its rules. */
  readonly tickMs = 0
  readonly #lines: Lines
  readonly #listeners = new Set<Listener>()
  #options: SayBackOptions

  /** Opens what founding stored, as the records have it now. Throws if they cannot be read. */
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

  /** Changed options hold from now on. */
  configure(options: SayBackOptions): void {
    this.#options = options
  }

  /** [SB-1.5] False, and nothing happened, if too many are in. */
  enter(listener: Listener): boolean {
    if (this.players >= this.capacity) return false
    this.#listeners.add(listener)
    return true
  }

  /** [SB-4.3] Who was in before a restart. */
  rejoin(listener: Listener): void {
    this.#listeners.add(listener)
  }

  /** Who is not in is left alone. */
  leave(listener: Listener): void {
    this.#listeners.delete(listener)
  }

  /** [SB-2.2] Everybody hears it; undefined, and nothing was said, if it is blank. */
  say(text: string): Line | undefined {
    const said = text.trim()
    if (!said) return undefined
    const line = this.#lines.add(said)
    for (const listener of this.#listeners) listener.hear(line)
    return line
  }

  /** The kept lines that came after the one of this number, oldest first. */
  since(number: number): readonly Line[] {
    return this.#lines.since(number)
  }

  /** [SB-3.4] */
  view(): Json {
    const { number, text } = this.#lines.newest
    return { players: this.players, newest: { number, text } }
  }
}
