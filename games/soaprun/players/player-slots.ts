// Assigns slots to players. Clients identify other players by slot.
import { colourCount, type Player, type PlayerClient, type SlotHolder, slotCount } from './player.ts'

/** A slot's generation distinguishes its player from the slot's earlier players. */
export class PlayerSlots {
  readonly #slots: (Player | undefined)[] = new Array<undefined>(slotCount).fill(undefined)
  readonly #generations: Uint8Array
  #nextColor: number
  #count = 0
  #absent = 0

  /** `record`: 63 generations and the next colour. */
  constructor(record?: Uint8Array) {
    this.#generations = record ? record.slice(0, slotCount) : new Uint8Array(slotCount)
    this.#nextColor = record?.[slotCount] ?? 0
  }

  record(): Uint8Array {
    const record = new Uint8Array(slotCount + 1)
    record.set(this.#generations)
    record[slotCount] = this.#nextColor
    return record
  }

  /** The number of players with a client. */
  get connected(): number {
    return this.#count - this.#absent
  }

  /** Players without a client who may return. */
  get absent(): readonly Player[] {
    return this.#absent === 0 ? [] : (this.#slots.filter((player) => player && isAbsent(player)) as Player[])
  }

  /** The players by slot, undefined for a free slot. */
  get all(): readonly (Player | undefined)[] {
    return this.#slots
  }

  at(slot: number): Player | undefined {
    return this.#slots[slot]
  }

  /** Undefined if the slot is free or belongs to a later login. */
  of(holder: SlotHolder): Player | undefined {
    const player = this.#slots[holder.slot]
    return player?.generation === holder.generation ? player : undefined
  }

  generation(slot: number): number {
    return this.#generations[slot]!
  }

  lowestFree(limit: number): number | undefined {
    const slot = this.#slots.indexOf(undefined)
    return slot >= 0 && slot < Math.min(limit, slotCount) ? slot : undefined
  }

  /** Counts a login to the slot, and returns its new holder. */
  logIn(slot: number): SlotHolder {
    this.#generations[slot]!++
    return { slot, generation: this.#generations[slot]! }
  }

  nextColor(): number {
    const color = this.#nextColor
    this.#nextColor = (color + 1) % colourCount
    return color
  }

  occupy(player: Player): void {
    this.#slots[player.slot] = player
    this.#count++
    if (isAbsent(player)) this.#absent++
    // The slot has a new trail, and no player has received any of its nodes yet.
    for (const other of this.#slots) if (other) other.seenPlayers[player.slot] = 0
  }

  /** Returns false if the player has no slot. */
  leave(player: Player): boolean {
    if (this.#slots[player.slot] !== player) return false
    this.#slots[player.slot] = undefined
    this.#count--
    if (isAbsent(player)) this.#absent--
    return true
  }

  /** [SR-7.7] The player keeps the slot until `until`, in milliseconds of `GameContext.now()`. */
  setAbsent(player: Player, until: number): void {
    if (!isAbsent(player)) this.#absent++
    player.client = undefined
    player.absentUntil = until
  }

  /** The client has received tile changes up to the number `tilesSeen`. */
  setPresent(player: Player, client: PlayerClient, tilesSeen: number): void {
    if (isAbsent(player)) this.#absent--
    player.returnTo(client, tilesSeen)
  }
}

function isAbsent({ absentUntil }: Player): boolean {
  return absentUntil !== undefined
}
