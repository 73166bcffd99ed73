// All slots as packets show them: everybody who joins is told the same, so it is written once and kept until it changes.
// Who uses it: the world.
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

  /** `shownName`: of a slot, as it is now. */
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

  /** `slot_info`: NetworkSlots by the slots' numbers. */
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

  /** That are played, once each, and Archipelago. */
  get games(): readonly string[] {
    this.#games ??= played(this.#seed)
    return this.#games
  }

  /** The slots of this game. */
  playing(game: string): readonly number[] {
    this.#playing ??= byGame(this.#seed)
    return this.#playing.get(game) ?? []
  }

  /** Somebody is shown under another name from now on. */
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
