// The content of a fixture's multiworld as CPython decodes it. Tests compare the room with this content.
import { readDecodedFixture } from '../../games/archipelago/sample-multiworlds.ts'

export interface LocationInSeed {
  readonly finder: number
  readonly location: number
  readonly item: number
  readonly receiver: number
  readonly flags: number
}

export interface Player {
  readonly slot: number
  readonly name: string
  readonly game: string
}

interface Package {
  readonly item_name_to_id: { readonly [name: string]: number }
  readonly location_name_to_id: { readonly [name: string]: number }
  readonly item_name_groups: { readonly [name: string]: readonly string[] }
  readonly checksum: string
}

interface Dict<V> {
  readonly $dict: readonly (readonly [number, V])[]
}

interface Tree {
  readonly slot_info: Dict<{ readonly name: string; readonly game: string }>
  readonly slot_data: Dict<unknown>
  readonly locations: Dict<Dict<{ readonly $tuple: readonly [number, number, number] }>>
  readonly precollected_items: Dict<readonly number[]>
  readonly datapackage: { readonly [game: string]: Package }
  readonly seed_name: string
}

/** The names that the server shows instead of a location for items that come from no location. */
const serverPlaces: ReadonlyMap<number, string> = new Map([
  [-1, 'Cheat Console'],
  [-2, 'Server'],
])

/** A multiworld without groups. Other tests cover item links. */
export class Seed {
  readonly name: string
  readonly players: readonly Player[]
  readonly packages: { readonly [game: string]: Package }
  readonly places: readonly LocationInSeed[]
  readonly #tree: Tree
  readonly #names = new Map<string, ReadonlyMap<number, string>>()

  constructor(fixture: string) {
    const tree = readDecodedFixture(fixture) as Tree
    this.#tree = tree
    this.name = tree.seed_name
    this.players = tree.slot_info.$dict.map(([slot, { name, game }]) => ({ slot, name, game }))
    this.packages = tree.datapackage
    this.places = tree.locations.$dict.flatMap(([finder, places]) =>
      places.$dict.map(([location, { $tuple }]) => {
        const [item, receiver, flags] = $tuple
        return { finder, location, item, receiver, flags }
      }),
    )
  }

  placesIn(slot: number): readonly LocationInSeed[] {
    return this.places.filter(({ finder }) => finder === slot)
  }

  /** The slot data as JSON, with lists in place of tuples and strings in place of numeric keys. */
  slotData(slot: number): unknown {
    return plain(this.#tree.slot_data.$dict.find(([one]) => one === slot)?.[1])
  }

  /** The name of a location as the room's page shows it. */
  locationName(finder: number, location: number): string {
    return (
      this.#name(finder, 'location_name_to_id', location) ??
      serverPlaces.get(location) ??
      `Unknown location (ID: ${location})`
    )
  }

  /** A client's item, `finder location item flags`, in the form of the room's page. */
  itemShown(receiver: number, text: string): { item: string; location: string; from: string } {
    const [finder, location, item] = text.split(' ').map(Number)
    return {
      item: this.#name(receiver, 'item_name_to_id', item!) ?? `Unknown item (ID: ${item})`,
      location: this.locationName(finder!, location!),
      from: this.players.find(({ slot }) => slot === finder)?.name ?? 'Server',
    }
  }

  /** Returns the name of an item or a location by its id. If an id has several names, it returns the last one. */
  #name(slot: number, names: 'item_name_to_id' | 'location_name_to_id', id: number): string | undefined {
    const game = this.players.find((player) => player.slot === slot)?.game
    const key = `${names} ${game}`
    const known = this.#names.get(key)
    const byId =
      known ??
      new Map(Object.entries(this.packages[game ?? '']?.[names] ?? {}).map(([name, id]) => [id, name]))
    this.#names.set(key, byId)
    return byId.get(id)
  }

  /** All items that a slot receives by the end of the game, as `finder location item flags`, sorted. */
  itemsOf(slot: number): string[] {
    const start = this.#tree.precollected_items.$dict.find(([one]) => one === slot)?.[1] ?? []
    const found = this.places.filter(({ receiver }) => receiver === slot).map(itemText)
    return [...start.map((item) => `0 -2 ${item} 0`), ...found].sort()
  }
}

function itemText({ finder, location, item, flags }: LocationInSeed): string {
  return `${finder} ${location} ${item} ${flags}`
}

function plain(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(plain)
  if (typeof tree !== 'object' || tree === null) return tree
  const { $tuple, $dict, $bigint } = tree as {
    $tuple?: unknown[]
    $dict?: [unknown, unknown][]
    $bigint?: string
  }
  if ($tuple) return $tuple.map(plain)
  if ($bigint) return Number($bigint)
  const entries = $dict ?? Object.entries(tree)
  return Object.fromEntries(entries.map(([key, value]) => [String(key), plain(value)]))
}
