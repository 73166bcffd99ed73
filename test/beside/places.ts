// Where the walker goes: maps of the town of Scorn, each where one comes in, its exits and its levers.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LoreKinds } from '../../games/crossfire/lore/kinds/kinds.ts'
import { type LoreMap, readLoreMap } from '../../games/crossfire/lore/world/map.ts'

export interface Place {
  readonly map: string
  readonly x: number
  readonly y: number
}

export const town = '/world/world_105_115'
/** Letters to guards, quests and what is for sale are no maps. */
const isMap = /^arch map\n/

export class Maps {
  readonly #folder: string
  readonly #kinds: LoreKinds

  constructor(folder: string, kinds: LoreKinds) {
    this.#folder = folder
    this.#kinds = kinds
  }

  /** All of Scorn's that say where one comes in: in the corner of others the real server goes on to the map beside. */
  entrances(): Place[] {
    const names = readdirSync(join(this.#folder, 'scorn'), { recursive: true, encoding: 'utf8' })
    return names
      .map((name) => `/scorn/${name}`)
      .filter((name) => statSync(join(this.#folder, name)).isFile() && isMap.test(this.#text(name)))
      .sort()
      .map((map) => {
        const { head } = this.read(map)
        return { map, x: head.number('enter_x'), y: head.number('enter_y') }
      })
      .filter(({ x, y }) => x > 0 || y > 0)
  }

  /** Of the map's things those of a type of Crossfire's, that lead or hear something. */
  ofType(map: string, type: number): (Place & { readonly connected: number })[] {
    return [...this.read(map).objects]
      .map((object) => ({ object, said: this.#kinds.said(object) }))
      .filter(({ said }) => said.type === type)
      .map(({ object: { x, y }, said }) => ({ map, x, y, connected: said.number('connected') }))
  }

  read(map: string): LoreMap {
    return readLoreMap(map, readFileSync(join(this.#folder, map)))
  }

  #text(file: string): string {
    return readFileSync(join(this.#folder, file), 'latin1')
  }
}
