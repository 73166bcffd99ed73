// What slots, items and locations are called in texts. Who uses it: the world, hints and commands.
import type { Seed } from '../seed/seed.ts'

/** Its names mean the same in every game. */
const everywhere = 'Archipelago'

export class GameNames {
  readonly #seed: Seed

  constructor(seed: Seed) {
    this.#seed = seed
  }

  /** '' for a slot that there is not. */
  game(slot: number): string {
    return this.#seed.slots.get(slot)?.game ?? ''
  }

  /** Of the game that `slot` plays. */
  item(slot: number, id: number): string {
    const name = this.#seed.names(this.game(slot)).itemName(id)
    return name ?? this.#seed.names(everywhere).itemName(id) ?? `Unknown item (ID: ${id})`
  }

  /** Of the game that `slot` plays. */
  location(slot: number, id: number): string {
    const name = this.#seed.names(this.game(slot)).locationName(id)
    return name ?? this.#seed.names(everywhere).locationName(id) ?? `Unknown location (ID: ${id})`
  }
}
