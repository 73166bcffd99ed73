// All clients get the same lists in Connected, RoomInfo and RoomUpdate, so the lists are encoded once.
import { EncodedJson, type JsonWritable, stringifyJson } from '../python/json.ts'
import { PyTuple } from '../python/values.ts'
import { playerSlotType, type Seed } from '../seed/seed.ts'

export class SlotLists {
  readonly #seed: Seed
  readonly #displayName: (slot: number) => string
  #players: EncodedJson | undefined
  #slots: EncodedJson | undefined
  #games: readonly string[] | undefined
  #slotsByGame: ReadonlyMap<string, readonly number[]> | undefined

  constructor(seed: Seed, shownName: (slot: number) => string) {
    this.#seed = seed
    this.#displayName = shownName
  }

  /** The NetworkPlayers of all slots, in the seed's order. */
  get players(): EncodedJson {
    this.#players ??= encode(
      [...this.#seed.slots.values()].map(
        ({ slot, name }) => new PyTuple('NetworkPlayer', [0, slot, this.#displayName(slot), name]),
      ),
    )
    return this.#players
  }

  /** The object `slot_info` of Connected: for each slot number, its NetworkSlot. */
  get slots(): EncodedJson {
    this.#slots ??= encode(
      new Map(
        [...this.#seed.slots.values()].map(({ slot, name, game, type, members }) => [
          `${slot}`,
          new PyTuple('NetworkSlot', [name, game, type, [...members]]),
        ]),
      ),
    )
    return this.#slots
  }

  /** The games of the slots, each once, and Archipelago. */
  get games(): readonly string[] {
    this.#games ??= gamesPlayed(this.#seed)
    return this.#games
  }

  slotsPlaying(game: string): readonly number[] {
    this.#slotsByGame ??= groupByGame(this.#seed)
    return this.#slotsByGame.get(game) ?? []
  }

  /** Must be called when a display name has changed. */
  invalidate(): void {
    this.#players = undefined
  }
}

function gamesPlayed({ slots }: Seed): readonly string[] {
  const games = [...slots.values()].filter(({ type }) => type === playerSlotType).map(({ game }) => game)
  return [...new Set([...games, 'Archipelago'])]
}

function groupByGame({ slots }: Seed): Map<string, number[]> {
  const grouped = Map.groupBy(slots.values(), ({ game }) => game)
  return new Map(Array.from(grouped, ([game, some]) => [game, some.map(({ slot }) => slot)]))
}

function encode(value: JsonWritable): EncodedJson {
  return new EncodedJson(stringifyJson(value))
}
