// The names of a game's items and locations, read from its data package.
import { parseJson } from '../python/json.ts'
import type { ItemAndLocationNames } from './seed.ts'

/** Reads the names from the two texts of a data package, which import/multidata/read-data-packages.ts has validated. */
export function parseNames(text: string, groups: string): ItemAndLocationNames {
  const ids = parseTables<number>(text)
  const members = parseTables<readonly string[]>(groups)
  return new PackageNames(
    ids.get('item_name_to_id')!,
    ids.get('location_name_to_id')!,
    members.get('item_name_groups')!,
    members.get('location_name_groups')!,
  )
}

/**
 * Matches a name that looks like a number. A JavaScript object moves such keys to the front, so the slower lossless
 * parser is needed to keep their order.
 */
const numericKeyPattern = /"[0-9]+":/

function parseTables<T>(text: string): ReadonlyMap<string, ReadonlyMap<string, T>> {
  if (numericKeyPattern.test(text))
    return parseJson(text, { length: text.length, depth: 4 }) as unknown as ReadonlyMap<
      string,
      ReadonlyMap<string, T>
    >
  const tables = Object.entries(JSON.parse(text) as { [table: string]: { [name: string]: T } })
  return new Map(tables.map(([table, names]) => [table, new Map(Object.entries(names))]))
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

export const noNames: ItemAndLocationNames = new PackageNames(new Map(), new Map(), new Map(), new Map())
