// All slots as packets show them: the same for all clients, so encoded once and cached. Used by the world.
import { Ready, stringify, type Writable } from '../python/json.ts'
import { Tuple } from '../python/values.ts'
import { player, type Seed } from '../seed/seed.ts'

export class Roster {
  readonly #seed: Seed
  readonly #shownName: (slot: number) => string
  #players: Ready | undefined
  #slots: Ready | undefined
  #games: readonly string[] | undefined
  #playing: ReadonlyMap<string, readonly number[]> | undefined

  /** `shownName`: the current display name of a slot. */
  constructor(seed: Seed, shownName: (slot: number) => string) {
    this.#seed = seed
    this.#shownName = shownName
  }

  /** NetworkPlayers, in the seed's order. */
  get players(): Ready {
    this.#players ??= written(
      [...this.#seed.slots.values()].map(
        ({ slot, name }) => new Tuple('NetworkPlayer', [0, slot, this.#shownName(slot), name]),
      ),
    )
    return this.#players
  }

  /** `slot_info`: NetworkSlots by slot number. */
  get slots(): Ready {
    this.#slots ??= written(
      new Map(
        [...this.#seed.slots.values()].map(({ slot, name, game, type, members }) => [
          `${slot}`,
          new Tuple('NetworkSlot', [name, game, type, [...members]]),
        ]),
      ),
    )
    return this.#slots
  }

  /** The games played, once each, and Archipelago. */
  get games(): readonly string[] {
    this.#games ??= played(this.#seed)
    return this.#games
  }

  /** The slots of this game. */
  playing(game: string): readonly number[] {
    this.#playing ??= byGame(this.#seed)
    return this.#playing.get(game) ?? []
  }

  /** Invalidates the cache after a display name changed. */
  renamed(): void {
    this.#players = undefined
  }
}

function played({ slots }: Seed): readonly string[] {
  const games = [...slots.values()].filter(({ type }) => type === player).map(({ game }) => game)
  return [...new Set([...games, 'Archipelago'])]
}

function byGame({ slots }: Seed): Map<string, number[]> {
  const grouped = Map.groupBy(slots.values(), ({ game }) => game)
  return new Map(Array.from(grouped, ([game, some]) => [game, some.map(({ slot }) => slot)]))
}

function written(value: Writable): Ready {
  return new Ready(stringify(value))
}
