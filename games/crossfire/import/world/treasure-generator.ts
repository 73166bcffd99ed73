// Generates treasure when a map loads. [CF-21.1]
import type { Random } from '../../../shared/random.ts'
import type { ContainedThing } from '../../model/definitions/level-plan.ts'
import { archetypeIdOf, archetypePrefix } from '../attributes/archetype-id.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import type { ArchetypeCatalog } from '../catalog/archetype-catalog.ts'
import { markIfUnidentified } from '../converters/identification.ts'
import { heldSpellKey, maxSpellDraws, spellHolderTypes } from '../converters/magic-items.ts'
import type { ObjectDefinition } from '../format/objects.ts'
import type { Artifact } from '../format/recipes.ts'
import type { TreasureEntry, TreasureList } from '../format/treasures.ts'
import { ArtifactGenerator } from './artifact-generator.ts'
import { type StepBudget, spendSteps } from './step-budget.ts'

/** Limits of a draw from a list, because lists can contain themselves several times. */
const most = { depth: 16, things: 64, tries: 4096, count: 100_000 } as const
const spellType = 101
const noAttributes: ReadonlyMap<string, string> = new Map()
const none = 'NONE'

export class TreasureGenerator {
  readonly #lists: ReadonlyMap<string, TreasureList>
  readonly #archetypes: ArchetypeCatalog
  readonly #artifacts: ArtifactGenerator

  constructor(
    lists: readonly TreasureList[],
    archetypes: ArchetypeCatalog,
    artifacts: readonly Artifact[] = [],
  ) {
    this.#artifacts = new ArtifactGenerator(artifacts, archetypes)
    this.#lists = new Map(lists.map((list) => [list.name, list]))
    this.#archetypes = archetypes
  }

  /** `difficulty`: of the map, from 1; stronger magic needs a higher difficulty. */
  draw(
    name: string,
    random: Random,
    difficulty: number,
    budget: StepBudget,
    purpose?: TreasurePurpose,
  ): readonly ContainedThing[] {
    const drawn: ContainedThing[] = []
    this.#draw(name, 0, { random, difficulty, items: drawn, tries: 0, budget, purpose })
    return drawn
  }

  /** [CF-22.9] Draws a spell for an item that has none yet. */
  spellFor(
    attributes: ObjectAttributes,
    random: Random,
    difficulty: number,
    budget: StepBudget,
    within?: DrawState,
  ): string | undefined {
    const list = attributes.text('randomitems')
    if (list === undefined || attributes.text(heldSpellKey) !== undefined || attributes.held) return undefined
    let tries = within?.tries ?? 0
    for (let left = maxSpellDraws; left > 0; left--) {
      const state: DrawState = {
        random,
        difficulty,
        items: [],
        tries,
        budget,
        purpose: 'spells',
        spellsOnly: true,
      }
      this.#draw(list, 0, state)
      tries = state.tries
      if (within) within.tries = tries
      const [spell] = state.items
      if (spell) return spell.id.slice(archetypePrefix.length)
    }
    return undefined
  }

  #draw(name: string, depth: number, drawing: DrawState): void {
    const list = this.#lists.get(name)
    if (!list || depth > most.depth) return
    if (list.picksOne) {
      if (spendSteps(drawing.budget, list.entries.length))
        this.#take(oneOf(list.entries, drawing.random), depth, drawing)
    } else this.#each(list.entries, depth, drawing)
  }

  #each(entries: readonly TreasureEntry[], depth: number, drawing: DrawState): void {
    for (const entry of entries) {
      // Without a maximum of tries, lists that contain only each other would never end.
      if (++drawing.tries > most.tries || !spendSteps(drawing.budget, 1)) return
      const comes = entry.chance >= 100 || drawing.random.below(100) < entry.chance
      if (comes) this.#take(entry, depth, drawing)
      else this.#each(entry.ifNotTaken, depth + 1, drawing)
    }
  }

  #take(entry: TreasureEntry | undefined, depth: number, drawing: DrawState): void {
    if (!entry || drawing.items.length >= most.things || depth > most.depth) return
    if (++drawing.tries > most.tries || !spendSteps(drawing.budget, 1)) return
    if (entry.arch !== undefined) this.#add(entry.arch, entry, depth, drawing)
    else if (entry.list !== undefined && entry.list !== none) this.#draw(entry.list, depth + 1, drawing)
    this.#each(entry.ifTaken, depth + 1, drawing)
  }

  #add(arch: string, entry: TreasureEntry, depth: number, drawing: DrawState): void {
    const object = this.#archetypes.archetype(arch)
    if (!object) return
    const { random, items } = drawing
    const attributes = this.#archetypes.attributesOf(object)
    if (attributes.type === spellType) {
      const spell = archetypeIdOf({ arch, attributes: noAttributes })
      if (drawing.purpose === 'spells' && this.#archetypes.spell(spell)) items.push({ id: spell, count: 1 })
      return
    }
    if (drawing.spellsOnly) return
    const { difficulty, budget } = drawing
    const spell = spellHolderTypes.has(attributes.type)
      ? this.spellFor(attributes, random, difficulty, budget, drawing)
      : undefined
    const holds = new Map(spell === undefined ? [] : [[heldSpellKey, spell]])
    const plain = this.#archetypes.get(archetypeIdOf({ arch, attributes: holds }))
    // [CF-22.15] A creature with a disease in its treasure list is a carrier.
    if (plain.traits.role === 'disease') {
      if (drawing.purpose === 'spells') items.push({ id: plain.id, count: 1 })
      return
    }
    // The lists of creatures and players also contain skills and forces, which are no items.
    if (drawing.purpose !== 'kit' && (plain.layer !== 'item' || plain.invisible)) return
    const list = attributes.text('randomitems')
    if (attributes.type === 4 && attributes.flag('auto_apply'))
      return this.#draw(list ?? none, depth + 1, drawing)
    const several =
      entry.count > 1
        ? random.between(1, Math.min(most.count, entry.count))
        : attributes.intWithin('nrof', 1, most.count, 1)
    const id = this.#idOf(object, holds, entry, drawing)
    // Use the id string of the archetype, so that equal items share one string.
    items.push({ id: this.#archetypes.get(id).id, count: plain.stacks ? several : 1 })
  }

  /** [CF-25.1] [CF-25.2] Wares of shops and starting equipment are identified. */
  #idOf(
    object: ObjectDefinition,
    own: Map<string, string>,
    entry: TreasureEntry,
    drawing: DrawState,
  ): string {
    const { random, difficulty, purpose, budget } = drawing
    const { arch } = object
    const wares = purpose === 'wares' || purpose === 'kit'
    const magic = Number(entry.attributes.get('magic') ?? 0)
    const original = this.#archetypes.attributesOf(object)
    const attributes = this.#artifacts.improve(original, own, {
      random,
      difficulty,
      magic,
      forShop: wares,
      budget,
    })
    const rare = { arch, attributes }
    return archetypeIdOf(
      wares ? rare : markIfUnidentified(rare, this.#archetypes.attributesOf({ ...object, ...rare })),
    )
  }
}

/**
 * [CF-22.9] `spells`: for a caster, including spells. `wares`: for a shop. `kit`: for a new character, including skills
 * and other invisible objects.
 */
export type TreasurePurpose = 'spells' | 'wares' | 'kit'

interface DrawState {
  readonly random: Random
  readonly difficulty: number
  readonly items: ContainedThing[]
  tries: number
  readonly budget: StepBudget
  readonly purpose: TreasurePurpose | undefined
  /** Draws only spells, because an item that holds a spell could draw from the same list again. */
  readonly spellsOnly?: boolean
}

/** Undefined if all weights are 0. */
function oneOf(entries: readonly TreasureEntry[], random: Random): TreasureEntry | undefined {
  let at = random.below(Math.max(1, sumOf(entries)))
  for (const entry of entries) {
    at -= Math.max(0, entry.chance)
    if (at < 0) return entry
  }
  return undefined
}

function sumOf(entries: readonly TreasureEntry[]): number {
  return entries.reduce((sum, { chance }) => sum + Math.max(0, chance), 0)
}
