// How much of a host's world lives: of each type how many things there are, and whether there is a rule for them. Floors,
// walls and scenery are not counted, for nothing is wanted of them. [CF-20.9]

import type { LoreObject } from '../objects.ts'
import { withEvents } from './events.ts'
import { type Brought, merged } from './said.ts'
import { typeOf } from './types.ts'

export interface CoveredType {
  readonly name: string
  things: number
  /** Of which a rule makes something. */
  living: number
}

/** What was counted so far, as it can be kept. */
export type Counted = {
  readonly [count in 'things' | 'living' | 'objects' | 'maps' | 'wholeMaps']: number
} & { readonly types: readonly { readonly [key in keyof CoveredType]: CoveredType[key] }[] }

interface Judged {
  readonly type: CoveredType
  readonly lives: boolean
}

export class Coverage {
  /** By name. */
  readonly types: ReadonlyMap<string, CoveredType>
  things = 0
  living = 0
  objects = 0
  maps = 0
  /** Of whose things all live. */
  wholeMaps = 0
  readonly #types = new Map<string, CoveredType>()
  readonly #archetypes: Brought
  /** What things are that say nothing of their own, by archetype; undefined: scenery. */
  readonly #plain = new Map<string, Judged | undefined>()

  /** `before`: what is counted on from. */
  constructor(archetypes: Brought, before?: Counted) {
    this.#archetypes = archetypes
    this.types = this.#types
    const { types = [], ...counts } = before ?? {}
    Object.assign(this, counts)
    for (const type of types) this.#types.set(type.name, { ...type })
  }

  get counted(): Counted {
    const { things, living, objects, maps, wholeMaps } = this
    return { things, living, objects, maps, wholeMaps, types: [...this.types.values()] }
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
    const judged = this.#judged(object)
    if (!judged) return
    const { type, lives } = judged
    type.things++
    this.things++
    if (!lives) return
    type.living++
    this.living++
  }

  #judged(object: LoreObject): Judged | undefined {
    const { arch, says } = object
    if (says.size > 0 || object.inside.length > 0) return this.#judge(object)
    const known = this.#plain.get(arch)
    if (known !== undefined || this.#plain.has(arch)) return known
    const judged = this.#judge(object)
    // By the archetype's own name: that of the object keeps the text of its map.
    this.#plain.set(this.#archetypes.get(arch)?.arch ?? arch, judged)
    return judged
  }

  #judge(object: LoreObject): Judged | undefined {
    const said = merged(
      this.#archetypes,
      object.inside.length > 0 ? withEvents(this.#archetypes, object) : object,
    )
    const { name, scenery, rule } = typeOf(said)
    if (scenery) return undefined
    const type = this.types.get(name) ?? { name, things: 0, living: 0 }
    this.#types.set(name, type)
    return { type, lives: rule?.(said) !== undefined }
  }

  /** Percent of things, and of maps, to a tenth. */
  get share(): { readonly things: number; readonly maps: number } {
    return { things: percent(this.living, this.things), maps: percent(this.wholeMaps, this.maps) }
  }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.round((1000 * part) / whole) / 10
}
