// How much of a host's world lives: of each type how many things there are, and whether there is a rule for them. Floors,
// walls and scenery are not counted, for nothing is wanted of them. [CF-20.9]

import type { LoreObject } from '../objects.ts'
import { merged } from './said.ts'
import { typeOf } from './types.ts'

export interface CoveredType {
  readonly name: string
  things: number
  /** Of which a rule makes something. */
  living: number
}

export class Coverage {
  /** By name. */
  readonly types = new Map<string, CoveredType>()
  things = 0
  living = 0
  objects = 0
  maps = 0
  /** Of whose things all live. */
  wholeMaps = 0
  readonly #archetypes: ReadonlyMap<string, LoreObject>

  constructor(archetypes: ReadonlyMap<string, LoreObject>) {
    this.#archetypes = archetypes
  }

  /** All of one map, its head not among them. */
  count(objects: Iterable<LoreObject>): void {
    const mute = this.things - this.living
    for (const object of objects) this.#add(object)
    this.maps++
    if (this.things - this.living === mute) this.wholeMaps++
  }

  #add(object: LoreObject): void {
    this.objects++
    for (const each of object.inside) this.#add(each)
    const said = merged(this.#archetypes.get(object.arch), object)
    const type = typeOf(said)
    if (type.scenery) return
    const counted = this.types.get(type.name) ?? { name: type.name, things: 0, living: 0 }
    this.types.set(type.name, counted)
    counted.things++
    this.things++
    if (!type.rule?.(said)) return
    counted.living++
    this.living++
  }

  /** Percent of things, and of maps, to a tenth. */
  get share(): { readonly things: number; readonly maps: number } {
    return { things: percent(this.living, this.things), maps: percent(this.wholeMaps, this.maps) }
  }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.round((1000 * part) / whole) / 10
}
