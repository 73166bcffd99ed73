// The archetypes of an archive while its maps are read: each made of its text when it is asked for. All of them at once are ten
// megabytes of small things, and each part of a founding would leave as many behind.
import type { Brought } from '../kinds/said.ts'
import { archetypesIn, type LoreObject, readArchetypes } from '../objects.ts'

/** So many are remembered; the next is the first of another so many. */
const mostMade = 8192

export class KnownArchetypes implements Brought {
  readonly #text: Uint8Array
  /** By name, of it or of a part of it: from where to where its text stands. Of two of a name the later one counts. */
  readonly #places = new Map<string, readonly [from: number, to: number]>()
  readonly #made = new Map<string, LoreObject>()

  /** Throws LoreFault for what are no archetypes. */
  constructor(text: Uint8Array) {
    this.#text = text
    for (const { head, from, to } of archetypesIn('archetypes', text))
      for (const each of [head, ...head.more]) this.#places.set(each.arch, [from, to])
  }

  get(name: string): LoreObject | undefined {
    const place = this.#places.get(name)
    if (!place) return undefined
    const known = this.#made.get(name)
    if (known) return known
    const [head] = readArchetypes('archetypes', this.#text.subarray(...place))
    const object = [head!, ...head!.more].findLast(({ arch }) => arch === name)!
    if (this.#made.size >= mostMade) this.#made.clear()
    this.#made.set(name, object)
    return object
  }
}
