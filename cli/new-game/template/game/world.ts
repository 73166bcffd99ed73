// The world, which consists of lines and listeners. Sessions call the world's actions. The world gets time and random
// numbers only from the GameContext, and records only from the RecordStore. It handles no bytes and no sockets.
import type { Json, Picture, RecordStore, World } from '../game.ts'
import type { Line } from './lines/line.ts'
import { Lines } from './lines/records.ts'
import type { SayBackOptions } from './options.ts'
import { drawPicture } from './view/picture.ts'

export type { Line } from './lines/line.ts'

/** A connected player who has entered. */
export interface Listener {
  receiveLine(line: Line): void
}

export class SayBackWorld implements World {
  /**
   * Milliseconds between ticks. 0: the world never ticks. A game whose world changes by itself sets a value and
   * implements `tick`.
   */
  readonly tickMs = 0
  readonly #lines: Lines
  readonly #listeners = new Set<Listener>()
  #options: SayBackOptions

  /** Opens the world from its records. Throws if no records are stored. */
  constructor(store: RecordStore, options: SayBackOptions) {
    this.#lines = new Lines(store)
    this.#options = options
  }

  get players(): number {
    return this.#listeners.size
  }

  get isOccupied(): boolean {
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

  applyOptions(options: SayBackOptions): void {
    this.#options = options
  }

  /** [SB-1.5] Adds a player. Returns false, without any effect, if the room is full. */
  enter(listener: Listener): boolean {
    if (this.players >= this.capacity) return false
    this.#listeners.add(listener)
    return true
  }

  /** [SB-4.3] Restores a player after a restart. */
  rejoin(listener: Listener): void {
    this.#listeners.add(listener)
  }

  /** Removes a player. Does nothing if the player has not entered. */
  leave(listener: Listener): void {
    this.#listeners.delete(listener)
  }

  /** [SB-2.2] Sends a line to all players. Returns undefined, without any effect, if the line is blank. */
  say(text: string): Line | undefined {
    const trimmed = text.trim()
    if (!trimmed) return undefined
    const line = this.#lines.add(trimmed)
    for (const listener of this.#listeners) listener.receiveLine(line)
    return line
  }

  /** The stored lines after the line with this number, with the oldest first. */
  since(number: number): readonly Line[] {
    return this.#lines.since(number)
  }

  /** [SB-3.4] */
  publicState(): Json {
    const { number, text } = this.#lines.newest
    return { players: this.players, newest: { number, text } }
  }

  drawPicture(): Picture {
    return drawPicture(this.#lines.since(0), this.players)
  }
}
