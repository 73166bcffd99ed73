// Things the player carries, things in an open container and on the ground, and the actions on them.
import { appliedStates, type Item2, itemFlags } from '../../packets.ts'
import { inWords } from '../../things/counts.ts'
import { Part, told } from './part.ts'
import type { Says, Self } from './told.ts'
import { readable } from './words.ts'

type Update = Says<'upditem'>

/** Things kept; further ones from a server are dropped. */
const mostThings = 4096
/** Location of things on the ground under the player. */
export const ground = 0

/** The weight is per piece in grams, -1 for things that cannot be picked up. Read the flags with `is` and `usedAs`. */
export type Thing = Omit<Item2, 'name' | 'nrof' | 'itemType'> & {
  /** `ground`, or the tag of the player or of a container. */
  readonly location: number
  /** Singular and plural names. */
  readonly one: string
  readonly many: string
  readonly count: number
  /** The sort key of clients; groups things that are alike. */
  readonly type: number
}

export type Flag = Exclude<keyof typeof itemFlags, 'applied'>
export type Use = keyof typeof appliedStates

export function is({ flags }: Thing, flag: Flag): boolean {
  return (flags & itemFlags[flag]) !== 0
}

/** How the thing is used: worn, wielded, … or `none`. */
export function usedAs({ flags }: Thing): Use {
  const state = flags & itemFlags.applied
  return (Object.keys(appliedStates) as Use[]).find((use) => appliedStates[use] === state) ?? 'applied'
}

/** `apple`, or `three apples`. [CF-12.14] */
export function nameOf({ one, many, count }: Thing): string {
  return count > 1 ? `${inWords(count)} ${many}` : one
}

export class Items extends Part {
  readonly #things = new Map<number, Thing>()
  /** Undefined while nobody plays. */
  self: Self | undefined

  thing(tag: number): Thing | undefined {
    return this.#things.get(tag)
  }

  /** Things at a location (`ground`, the player's tag, a container's), in the order received. */
  at(location: number): Thing[] {
    return [...this.#things.values()].filter((thing) => thing.location === location)
  }

  get inventory(): Thing[] {
    return this.self ? this.at(this.self.tag) : []
  }

  /** The container that the player has open. */
  get open(): Thing | undefined {
    return [...this.#things.values()].find((thing) => is(thing, 'open'))
  }

  // ---- Actions ----------------------------------------------------------------------------------------------------

  act(type: 'apply' | 'examine' | 'mark', tag: number): void {
    this.send({ type, tag })
  }

  /** `to`: `ground`, the player's tag or a container's. `count` 0 moves all. */
  move(tag: number, to: number, count = 0): void {
    this.send({ type: 'move', to, tag, nrof: count })
  }

  lock(tag: number, locked: boolean): void {
    this.send({ type: 'lock', locked, tag })
  }

  // ---- Updates ----------------------------------------------------------------------------------------------------

  /** Nobody plays. */
  begun(): void {
    this.#things.clear()
    this.self = undefined
    this.events.tell('self', undefined)
  }

  playerTold({ tag, weight, face, name }: Self): void {
    this.self = { tag, weight, face, name: readable(name) }
    this.events.tell('self', this.self)
  }

  told(location: number, items: readonly Item2[]): void {
    const from = new Set<number>([location])
    for (const item of items) {
      const before = this.#things.get(item.tag)
      if (before) from.add(before.location)
      else if (this.#things.size >= mostThings) continue
      // A thing that is sent again for the same location keeps its position in the list.
      if (before && before.location !== location) this.#things.delete(item.tag)
      this.#things.set(item.tag, thingOf(location, item))
    }
    for (const one of from) this.events.tell('items', one)
  }

  changed(update: Update): void {
    if (update.tag === this.self?.tag) return this.#selfChanged(update)
    const before = this.#things.get(update.tag)
    if (!before) return
    const { location, flags, weight, face, name, anim, animSpeed, nrof: count } = update
    const names = name === undefined ? {} : namesOf(name)
    const changed = told({ location, flags, weight, face, anim, animSpeed, count })
    this.#things.set(update.tag, { ...before, ...changed, ...names })
    if (location !== undefined && location !== before.location) this.events.tell('items', before.location)
    this.events.tell('items', location ?? before.location)
  }

  #selfChanged({ weight, face }: Update): void {
    this.self = { ...this.self!, ...told({ weight, face }) }
    this.events.tell('self', this.self)
  }

  gone(tags: readonly number[]): void {
    const from = new Set<number>()
    for (const tag of tags) {
      const thing = this.#things.get(tag)
      if (thing) from.add(thing.location)
      this.#things.delete(tag)
    }
    for (const one of from) this.events.tell('items', one)
  }

  /** Removes all things at a location, and their contents. */
  emptied(location: number): void {
    for (const { tag } of this.at(location)) {
      this.#things.delete(tag)
      if (this.at(tag).length > 0) this.emptied(tag)
    }
    this.events.tell('items', location)
  }
}

function thingOf(location: number, { name, nrof, itemType: type, ...item }: Item2): Thing {
  return { ...item, location, ...namesOf(name), count: Math.max(1, nrof), type }
}

/** [CF-7.3] Singular and plural, separated by a NUL. */
function namesOf(name: string): { one: string; many: string } {
  const [one = '', many = one] = name.split('\0')
  return { one: readable(one), many: readable(many) }
}
