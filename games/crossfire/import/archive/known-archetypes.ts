// Archetypes are parsed on demand, because parsing all of them in each part of an import would need ten megabytes of
// small objects.
import { strFromU8, strToU8 } from 'fflate'
import { Artifacts } from '../attributes/artifacts.ts'
import type { ArchetypeSource } from '../attributes/object-attributes.ts'
import { iterateArchetypes, type ObjectDefinition, parseArchetypes } from '../format/objects.ts'
import { type Artifact, parseArtifacts } from '../format/recipes.ts'
import { archetypesOfTreasureList, parseTreasureLists, type TreasureList } from '../format/treasures.ts'

/** The cache is cleared when it is full. */
const maxParsed = 8192
/** Maximum number of pooled strings, and of characters of each. */
const [maxWords, maxWordLength] = [4096, 12] as const

export class ArchiveArchetypes implements ArchetypeSource {
  readonly #text: Uint8Array
  /** By the name of the archetype or one of its parts. A later archetype replaces an earlier one of the same name. */
  readonly #places = new Map<string, readonly [from: number, to: number]>()
  readonly #parsed = new Map<string, ObjectDefinition>()
  readonly #words = new Map<string, string>()

  readonly treasureLists: ReadonlyMap<string, TreasureList>
  readonly #artifacts: Artifacts

  /** Throws ImportError for malformed archetypes, treasure lists or artifacts. */
  constructor(
    text: Uint8Array,
    treasures: Uint8Array = new Uint8Array(0),
    artifacts: Uint8Array = new Uint8Array(0),
  ) {
    this.#text = text
    this.treasureLists = new Map(parseTreasureLists('treasures', treasures).map((list) => [list.name, list]))
    this.#artifacts = new Artifacts(parseArtifacts('artifacts', artifacts))
    for (const { head, from, to } of iterateArchetypes('archetypes', text))
      for (const each of [head, ...head.otherParts]) this.#places.set(copyString(each.arch), [from, to])
  }

  treasureList(list: string, level: number): readonly string[] {
    return archetypesOfTreasureList(this.treasureLists, list, level)
  }

  get(name: string): ObjectDefinition | undefined {
    const place = this.#places.get(name)
    if (!place) return undefined
    const known = this.#parsed.get(name)
    if (known) return known
    const [head] = parseArchetypes('archetypes', this.#text.subarray(...place))
    const object = this.#shareStrings([head!, ...head!.otherParts].findLast(({ arch }) => arch === name)!)
    if (this.#parsed.size >= maxParsed) this.#parsed.clear()
    this.#parsed.set(object.arch, object)
    return object
  }

  get artifacts(): readonly Artifact[] {
    return this.#artifacts.all
  }

  artifact(name: string, { arch, attributes }: ObjectDefinition): Artifact | undefined {
    return this.#artifacts.named(name, arch, attributes)
  }

  /** A substring would keep its whole source text in memory. */
  #shareStrings({ arch, attributes, inside, otherParts, ...place }: ObjectDefinition): ObjectDefinition {
    return {
      ...place,
      arch: this.#internString(arch),
      attributes: new Map(
        Array.from(attributes, ([key, value]) => [this.#internString(key), this.#internString(value)]),
      ),
      inside: inside.map((each) => this.#shareStrings(each)),
      otherParts: otherParts.map((each) => this.#shareStrings(each)),
    }
  }

  #internString(text: string): string {
    if (text.length > maxWordLength) return copyString(text)
    const known = this.#words.get(text)
    if (known === undefined && this.#words.size < maxWords) this.#words.set(text, text)
    return known ?? text
  }
}

function copyString(text: string): string {
  return strFromU8(strToU8(text, true), true)
}
