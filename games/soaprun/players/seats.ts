// Assignment of seats. A client knows others by their seat's index.
import { colors, type SeatHolder, type Player, seatCount } from './player.ts'

/** The seats, and a generation per seat: a reused index must look new to clients that saw the previous player. */
export class Seats {
  readonly #seats: (Player | undefined)[] = new Array<undefined>(seatCount).fill(undefined)
  readonly #generations: Uint8Array
  #nextColor: number
  #count = 0

  /** `record`: from `record()`, 63 generations and the next colour. */
  constructor(record?: Uint8Array) {
    this.#generations = record ? record.slice(0, seatCount) : new Uint8Array(seatCount)
    this.#nextColor = record?.[seatCount] ?? 0
  }

  record(): Uint8Array {
    const record = new Uint8Array(seatCount + 1)
    record.set(this.#generations)
    record[seatCount] = this.#nextColor
    return record
  }

  get count(): number {
    return this.#count
  }

  /** By slot; undefined where the seat is free. */
  get all(): readonly (Player | undefined)[] {
    return this.#seats
  }

  at(slot: number): Player | undefined {
    return this.#seats[slot]
  }

  /** The holder, if that same login is still connected. */
  of(holder: SeatHolder): Player | undefined {
    const player = this.#seats[holder.slot]
    return player?.generation === holder.generation ? player : undefined
  }

  generation(slot: number): number {
    return this.#generations[slot]!
  }

  /** Lowest free slot below `limit`. */
  lowestFree(limit: number): number | undefined {
    const slot = this.#seats.indexOf(undefined)
    return slot >= 0 && slot < Math.min(limit, seatCount) ? slot : undefined
  }

  /** Starts a new login on the slot. */
  next(slot: number): SeatHolder {
    this.#generations[slot]!++
    return { slot, generation: this.#generations[slot]! }
  }

  nextColor(): number {
    const color = this.#nextColor
    this.#nextColor = (color + 1) % colors
    return color
  }

  occupy(player: Player): void {
    this.#seats[player.slot] = player
    this.#count++
    // The seat's trail starts over, so no one has seen any of it.
    for (const other of this.#seats) if (other) other.seenPlayers[player.slot] = 0
  }

  /** Returns false if the player has no seat. */
  leave(player: Player): boolean {
    if (this.#seats[player.slot] !== player) return false
    this.#seats[player.slot] = undefined
    this.#count--
    return true
  }
}
