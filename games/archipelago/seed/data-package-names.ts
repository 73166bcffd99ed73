import { parseJson } from '../python/json.ts'
import type { ItemAndLocationNames } from './seed.ts'

/** import/multidata/read-data-packages.ts has validated the texts. */
export function parseNames(text: string, groups: string): ItemAndLocationNames {
  const [items, locations] = parseTables<number>(text, 'item_name_to_id', 'location_name_to_id')
  const [itemGroups, locationGroups] = parseTables<readonly string[]>(
    groups,
    'item_name_groups',
    'location_name_groups',
  )
  return new PackageNames(items, locations, itemGroups, locationGroups)
}

/**
 * A JavaScript object moves keys that look like numbers to the front, so the slower lossless parser is needed to keep
 * their order.
 */
const numericKeyPattern = /"[0-9]+":/

type Table<T> = ReadonlyMap<string, T>

/** Reads the values of two keys. The text may have other keys with any values. */
function parseTables<T>(text: string, first: string, second: string): readonly [Table<T>, Table<T>] {
  if (numericKeyPattern.test(text)) {
    const tables = parseJson(text, { length: text.length, depth: 200 }) as unknown as Table<Table<T>>
    return [tables.get(first)!, tables.get(second)!]
  }
  const tables = JSON.parse(text) as { readonly [table: string]: { readonly [name: string]: T } }
  return [new Map(Object.entries(tables[first]!)), new Map(Object.entries(tables[second]!))]
}

class PackageNames implements ItemAndLocationNames {
  readonly items: ReadonlyMap<string, number>
  readonly locations: ReadonlyMap<string, number>
  readonly itemGroups: ReadonlyMap<string, readonly string[]>
  readonly locationGroups: ReadonlyMap<string, readonly string[]>
  readonly #itemNames: ReadonlyMap<number, string>
  readonly #locationNames: ReadonlyMap<number, string>

  constructor(
    items: ReadonlyMap<string, number>,
    locations: ReadonlyMap<string, number>,
    itemGroups: ReadonlyMap<string, readonly string[]>,
    locationGroups: ReadonlyMap<string, readonly string[]>,
  ) {
    this.items = items
    this.locations = locations
    this.itemGroups = itemGroups
    this.locationGroups = locationGroups
    this.#itemNames = invertNames(items)
    this.#locationNames = invertNames(locations)
  }

  itemName(id: number): string | undefined {
    return this.#itemNames.get(id)
  }

  locationName(id: number): string | undefined {
    return this.#locationNames.get(id)
  }
}

function invertNames(names: ReadonlyMap<string, number>): ReadonlyMap<number, string> {
  return new Map(Array.from(names, ([name, id]) => [id, name]))
}

export const emptyNames: ItemAndLocationNames = new PackageNames(new Map(), new Map(), new Map(), new Map())
