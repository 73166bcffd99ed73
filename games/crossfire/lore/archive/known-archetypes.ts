// The archetypes of an archive while its maps are read. Each is parsed on demand: all of them take ten megabytes of
// small objects, and each part of an import would leave as many behind.
import { strFromU8, strToU8 } from 'fflate'
import { Artifacts } from '../kinds/artifacts.ts'
import type { Brought } from '../kinds/said.ts'
import { archetypesIn, type LoreObject, readArchetypes } from '../objects.ts'
import { type Artifact, readArtifacts } from '../recipes.ts'
import { listedFor, readTreasures, type TreasureList } from '../treasures.ts'

/** Cache size. The cache is cleared when it is full. */
const mostMade = 8192
/** Limits of the string pool: words, and letters of a word. */
const [mostWords, mostOfWord] = [4096, 12] as const

export class KnownArchetypes implements Brought {
  readonly #text: Uint8Array
  /**
   * Byte range of the text, by the name of an archetype or of one of its parts. The later of two with one name wins.
   */
  readonly #places = new Map<string, readonly [from: number, to: number]>()
  readonly #made = new Map<string, LoreObject>()
  readonly #words = new Map<string, string>()

  readonly lists: ReadonlyMap<string, TreasureList>
  readonly #artifacts: Artifacts

  /** Throws LoreFault for malformed archetypes, treasure lists or artifacts. */
  constructor(
    text: Uint8Array,
    treasures: Uint8Array = new Uint8Array(0),
    artifacts: Uint8Array = new Uint8Array(0),
  ) {
    this.#text = text
    this.lists = new Map(readTreasures('treasures', treasures).map((list) => [list.name, list]))
    this.#artifacts = new Artifacts(readArtifacts('artifacts', artifacts))
    for (const { head, from, to } of archetypesIn('archetypes', text))
      for (const each of [head, ...head.more]) this.#places.set(apart(each.arch), [from, to])
  }

  listed(list: string, level: number): readonly string[] {
    return listedFor(this.lists, list, level)
  }

  get(name: string): LoreObject | undefined {
    const place = this.#places.get(name)
    if (!place) return undefined
    const known = this.#made.get(name)
    if (known) return known
    const [head] = readArchetypes('archetypes', this.#text.subarray(...place))
    const object = this.#lean([head!, ...head!.more].findLast(({ arch }) => arch === name)!)
    if (this.#made.size >= mostMade) this.#made.clear()
    this.#made.set(object.arch, object)
    return object
  }

  get artifacts(): readonly Artifact[] {
    return this.#artifacts.all
  }

  artifact(name: string, { arch, says }: LoreObject): Artifact | undefined {
    return this.#artifacts.named(name, arch, says)
  }

  /** A copy with its own strings: a substring keeps its whole source text in memory. */
  #lean({ arch, says, inside, more, ...place }: LoreObject): LoreObject {
    return {
      ...place,
      arch: this.#word(arch),
      says: new Map(Array.from(says, ([key, value]) => [this.#word(key), this.#word(value)])),
      inside: inside.map((each) => this.#lean(each)),
      more: more.map((each) => this.#lean(each)),
    }
  }

  #word(text: string): string {
    if (text.length > mostOfWord) return apart(text)
    const known = this.#words.get(text)
    if (known === undefined && this.#words.size < mostWords) this.#words.set(text, text)
    return known ?? text
  }
}

/** A copy of a substring, which would keep its whole source text in memory. */
function apart(text: string): string {
  return strFromU8(strToU8(text, true), true)
}
