// Where the walker goes: maps of the town of Scorn, each where one comes in, its exits and its levers.
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
/** Letters to guards, quests and what is for sale are no maps. */
const isMap = /^arch map\n/

export class ReferenceMaps {
  readonly #folder: string
  readonly #archetypes: ArchetypeCatalog

  constructor(folder: string, kinds: ArchetypeCatalog) {
    this.#folder = folder
    this.#archetypes = kinds
  }

  /** All of Scorn's that say where one comes in: in the corner of others the real server goes on to the map beside. */
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

  /** Of the map's things those of a type of Crossfire's, that lead or hear something. */
  ofType(map: string, type: number): (MapPlace & { readonly connected: number })[] {
    return [...this.read(map).objects]
      .map((object) => ({ object, said: this.#archetypes.attributesOf(object) }))
      .filter(({ said }) => said.type === type)
      .map(({ object: { x, y }, said }) => ({ map, x, y, connected: said.int('connected') }))
  }

  read(map: string): ParsedMap {
    return parseMap(map, readFileSync(join(this.#folder, map)))
  }

  #readText(file: string): string {
    return readFileSync(join(this.#folder, file), 'latin1')
  }
}
