// Positions to compare: entrances, exits and levers of the maps of the town of Scorn.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ArchetypeCatalog } from '../../games/crossfire/import/catalog/archetype-catalog.ts'
import { type ParsedMap, parseMap } from '../../games/crossfire/import/world/map-converter.ts'

export interface MapPlace {
  readonly map: string
  readonly x: number
  readonly y: number
}

export const startingMap = '/world/world_105_115'
/** Matches the beginning of a map file. The same folder also contains letters, quests and shop inventories. */
const isMap = /^arch map\n/

export class ReferenceMaps {
  readonly #folder: string
  readonly #archetypes: ArchetypeCatalog

  constructor(folder: string, kinds: ArchetypeCatalog) {
    this.#folder = folder
    this.#archetypes = kinds
  }

  /**
   * Entrances of the maps of Scorn, if the maps define them. For a map without an entrance, the reference server
   * continues to an adjacent map.
   */
  entrances(): MapPlace[] {
    const names = readdirSync(join(this.#folder, 'scorn'), { recursive: true, encoding: 'utf8' })
    return names
      .map((name) => `/scorn/${name}`)
      .filter((name) => statSync(join(this.#folder, name)).isFile() && isMap.test(this.#readText(name)))
      .sort()
      .map((map) => {
        const { header } = this.read(map)
        return { map, x: header.int('enter_x'), y: header.int('enter_y') }
      })
      .filter(({ x, y }) => x > 0 || y > 0)
  }

  /** Positions of the map's things of a Crossfire type, with their connection numbers. */
  ofType(map: string, type: number): (MapPlace & { readonly connected: number })[] {
    return [...this.read(map).objects]
      .map((object) => ({ object, attributes: this.#archetypes.attributesOf(object) }))
      .filter(({ attributes }) => attributes.type === type)
      .map(({ object: { x, y }, attributes }) => ({ map, x, y, connected: attributes.int('connected') }))
  }

  read(map: string): ParsedMap {
    return parseMap(map, readFileSync(join(this.#folder, map)))
  }

  #readText(file: string): string {
    return readFileSync(join(this.#folder, file), 'latin1')
  }
}
