// Converts static objects to the ground of the map, and all other objects to things. [CF-20.4]
import { Random } from '../../../shared/random.ts'
import type { Traits } from '../../model/definitions/archetype.ts'
import type {
  ContainedThing,
  MapContent,
  PlacedThing,
  Position,
  StaticGround,
} from '../../model/definitions/level-plan.ts'
import type { Machine } from '../../model/definitions/machine.ts'
import { archetypeIdOf, hasOnlyPlacementKeys } from '../attributes/archetype-id.ts'
import { ObjectAttributes } from '../attributes/object-attributes.ts'
import type { ArchetypeCatalog } from '../catalog/archetype-catalog.ts'
import { markIfUnidentified } from '../converters/identification.ts'
import { heldSpellKey, spellHolderTypes } from '../converters/magic-items.ts'
import { ImportError } from '../format/import-error.ts'
import { resolveMapPath } from '../format/map-paths.ts'
import { type ObjectDefinition, parseMapObjects } from '../format/objects.ts'
import {
  generateStoreyLayout,
  parseRandomMapName,
  parseRandomMapSpec,
  randomMapName,
} from '../random-maps/dungeon.ts'
import { CellStacks } from './cell-stacks.ts'
import type { ImportedGallery } from './imported-gallery.ts'
import { maxTreasureSteps } from './step-budget.ts'
import type { TreasureGenerator, TreasurePurpose } from './treasure-generator.ts'

/**
 * Limits of a map. `side`: width and height in cells. `cells`: all cells; Debian's largest map has 19,600. `things`:
 * things including random treasure, each of which needs 600 bytes of memory. `inCell`: things in a cell, which are all
 * examined on each change of the cell.
 */
const limits = { side: 512, cells: 65_536, things: 100_000, inCell: 1000, count: 1_000_000 } as const

export interface ParsedMap {
  readonly header: ObjectAttributes
  readonly width: number
  readonly height: number
  /** Parsed during iteration, to save memory. Only one iteration is possible. */
  readonly objects: Iterable<ObjectDefinition>
}

/** Throws ImportError if the file is not a map. The iteration over its objects can also throw ImportError. */
export function parseMap(name: string, content: Uint8Array): ParsedMap {
  const objects = parseMapObjects(name, content)
  const head = objects.next().value
  if (head?.arch !== 'map') throw new ImportError(name, undefined, 'must begin with "arch map"')
  const header = parseMapHeader(head)
  const [width, height] = [header.int('width', 16), header.int('height', 16)]
  const fits = (side: number) => Number.isInteger(side) && side >= 1 && side <= limits.side
  if (!fits(width) || !fits(height) || width * height > limits.cells)
    throw new ImportError(name, head.line, `unsupported size of ${width} × ${height} cells`)
  return { header, width, height, objects }
}

export function parseMapHeader(head: ObjectDefinition): ObjectAttributes {
  // Old maps have their size in x and y, and their entry position in hp and sp.
  const old = new Map([
    ['width', String(head.x || 16)],
    ['height', String(head.y || 16)],
    ['enter_x', head.attributes.get('hp') ?? '0'],
    ['enter_y', head.attributes.get('sp') ?? '0'],
  ])
  return new ObjectAttributes('map', new Map([...old, ...head.attributes]))
}

export interface MapConversionContext {
  readonly archetypes: ArchetypeCatalog
  readonly gallery: ImportedGallery
  readonly treasures: TreasureGenerator
  /** The position at which exits without a position arrive. */
  landing(map: string): Position | undefined
  /** [CF-20.20] Whether the archive has the styles from which random maps are built. */
  readonly hasStyles: boolean
}

/** `seed`: selects the random contents, and stays the same until the map resets. */
export function convertMap(
  name: string,
  map: ParsedMap,
  context: MapConversionContext,
  seed: number,
): MapContent {
  const { width, height } = map
  const { archetypes, gallery } = context
  const placing = new MapConverter(name, map, context, seed)
  // [CF-20.5] Multi-cell objects are placed last, so that no floor listed after such an object covers it.
  const large: ObjectDefinition[] = []
  for (const object of map.objects) {
    if (placing.isFull || large.length >= limits.things) break
    if (isLarge(object, archetypes)) large.push(object)
    else if (!placing.placePlain(object)) placing.place(object, object)
  }
  let parts = 0
  for (const object of large)
    for (const { at, part } of objectPartsOf(object, archetypes, gallery)) {
      // Parts beyond the edge of the map are included in the limit, because they cost as much time as all others.
      if (placing.isFull || ++parts > limits.things) break
      placing.place(part, at)
    }
  return { width, height, things: placing.placed(), ground: placing.ground() }
}

const isLarge = ({ arch }: ObjectDefinition, archetypes: ArchetypeCatalog) =>
  (archetypes.archetype(arch)?.otherParts ?? []).length > 0

/** [CF-20.5] A multi-cell object occupies all its cells, each with its part of the picture. */
function* objectPartsOf(
  object: ObjectDefinition,
  archetypes: ArchetypeCatalog,
  gallery: ImportedGallery,
): Generator<{ at: Position; part: ObjectDefinition }> {
  const more = archetypes.archetype(object.arch)?.otherParts ?? []
  const [left, top] = [Math.min(0, ...more.map(({ x }) => x)), Math.min(0, ...more.map(({ y }) => y))]
  const whole = gallery.faceNumber(archetypes.attributesOf(object).text('face') ?? '')
  const partOf = (part: ObjectDefinition, x: number, y: number): ObjectDefinition => {
    const cell = whole === undefined ? undefined : gallery.cellOf(whole, x - left, y - top)
    if (cell === undefined) return part
    return {
      ...part,
      attributes: new Map([...part.attributes, ['face', gallery.face(cell).name], ['animation', 'NONE']]),
    }
  }
  yield { at: object, part: partOf(object, 0, 0) }
  const own = [...object.attributes].filter(([key]) => key !== 'face' && key !== 'animation')
  for (const { arch, x, y } of more) {
    const part: ObjectDefinition = { ...object, arch, attributes: new Map(own), inside: [], otherParts: [] }
    yield { at: { x: object.x + x, y: object.y + y }, part: partOf(part, x, y) }
  }
}

/** The first `covered` things are below a floor. */
interface ItemPile {
  readonly things: PlacedThing[]
  covered: number
}

interface PlainObject {
  readonly id: string
  readonly isFloor: boolean
}

class MapConverter {
  readonly #name: string
  readonly #map: ParsedMap
  readonly #archetypes: ArchetypeCatalog
  readonly #context: MapConversionContext
  readonly #random: Random
  readonly #difficulty: number
  readonly #staticStacks: CellStacks
  readonly #placed = new Map<number, ItemPile>()
  readonly #inCell: Uint16Array
  /** One budget for all treasure lists of the map. */
  readonly #budget = { left: maxTreasureSteps }
  /** By archetype name, for objects without attributes of their own. Undefined for archetypes that are not static. */
  readonly #plain = new Map<string, PlainObject | undefined>()
  /** Static objects and things so far, contents included. */
  #things = 0

  constructor(name: string, map: ParsedMap, context: MapConversionContext, seed: number) {
    const { archetypes } = context
    this.#name = name
    this.#map = map
    this.#archetypes = archetypes
    this.#context = context
    this.#random = new Random(seed, name)
    this.#difficulty = map.header.intWithin('difficulty', 1, 1000, 1)
    this.#staticStacks = new CellStacks(map.width * map.height)
    this.#inCell = new Uint16Array(map.width * map.height)
  }

  /** Bounds memory use, because a few lines of an uploaded map can expand to many things. */
  get isFull(): boolean {
    return this.#things >= limits.things
  }

  /** Fast path for floors and walls without changes, which most objects are. Returns false for all other objects. */
  placePlain(object: ObjectDefinition): boolean {
    const { arch, attributes, inside, x, y } = object
    if (inside.length > 0 || !hasOnlyPlacementKeys(attributes)) return false
    if (!this.#plain.has(arch)) this.#plain.set(arch, this.#plainOf(object))
    const plain = this.#plain.get(arch)
    if (!plain) return false
    if (!this.#hasRoom(x, y)) return true
    const at = x + this.#map.width * y
    if (plain.isFloor) this.#cover(at)
    this.#placeStatic(plain.id, at)
    return true
  }

  #plainOf(object: ObjectDefinition): PlainObject | undefined {
    const attributes = this.#archetypes.attributesOf(object)
    if (placesContentsOnLoad(attributes)) return undefined
    const id = archetypeIdOf(object)
    return this.#isStatic(object, id) ? { id, isFloor: attributes.flag('is_floor') } : undefined
  }

  /** [CF-20.4] */
  #hasRoom(x: number, y: number): boolean {
    const { width, height } = this.#map
    return x >= 0 && y >= 0 && x < width && y < height && this.#inCell[x + width * y]! < limits.inCell
  }

  #placeStatic(id: string, at: number): void {
    this.#things++
    this.#inCell[at]!++
    this.#staticStacks.add(id, at)
  }

  place(given: ObjectDefinition, { x, y }: Position): void {
    if (!this.#hasRoom(x, y)) return
    const object = this.#archetypes.withEvents(given)
    const attributes = this.#archetypes.attributesOf(object)
    const at = x + this.#map.width * y
    if (attributes.flag('is_floor')) this.#cover(at)
    if (placesContentsOnLoad(attributes)) {
      const wares = attributes.type === shopFloor ? 'wares' : undefined
      for (const held of this.#drawn(attributes, wares)) this.#put(at, { ...held, x, y })
      // A heap is replaced by its contents. A shop floor stays below its wares.
      if (attributes.type === treasure) return
    }
    const id = archetypeIdOf(object)
    if (!this.#isStatic(object, id)) return this.#put(at, this.#thing(object, id, { x, y }))
    this.#placeStatic(id, at)
  }

  /** [CF-20.4] Things below a floor are invisible but keep working, such as secret buttons and hidden exits. */
  #cover(at: number): void {
    const pile = this.#placed.get(at)
    if (pile) {
      for (const each of pile.things.splice(pile.covered))
        pile.things.push({ ...each, id: this.#archetypes.unseen(each.id) })
      pile.covered = pile.things.length
    }
    this.#staticStacks.cover(at, (id) => this.#archetypes.unseen(id))
  }

  #put(at: number, placed: PlacedThing): void {
    this.#inCell[at]!++
    const pile = this.#placed.get(at) ?? { things: [], covered: 0 }
    pile.things.push(placed)
    this.#placed.set(at, pile)
  }

  /** [CF-21.1] Draws random treasure for an object; for heaps and chests, `hp` times. */
  #drawn(attributes: ObjectAttributes, purpose?: TreasurePurpose): ContainedThing[] {
    const list = attributes.text('randomitems')
    if (list === undefined) return []
    const times = attributes.type === treasure ? attributes.intWithin('hp', 1, 16, 1) : 1
    const difficulty = attributes.intWithin('exp', 0, 1000) || this.#difficulty
    const drawn = Array.from({ length: times }, () =>
      this.#context.treasures.draw(list, this.#random, difficulty, this.#budget, purpose),
    ).flat()
    this.#things += drawn.length
    return drawn
  }

  /** The placed things, row by row. */
  placed(): readonly PlacedThing[] {
    return [...this.#placed].sort(([a], [b]) => a - b).flatMap(([, { things }]) => things)
  }

  ground(): StaticGround {
    return this.#staticStacks.ground()
  }

  /** Floors, walls and scenery are static, because they never change. */
  #isStatic(object: ObjectDefinition, id: string): boolean {
    const { layer, light, traits } = this.#archetypes.get(id)
    const isInert = traits.role === 'ground' || traits.role === 'wall' || traits.role === 'scenery'
    return isInert && !light && object.inside.length === 0 && layer !== 'item' && layer !== 'creature'
  }

  #thing(object: ObjectDefinition, id: string, { x, y }: Position): PlacedThing {
    const attributes = this.#archetypes.attributesOf(object)
    const { traits } = this.#archetypes.get(id)
    const exit = hasDestination(traits, attributes) ? this.#exitOf(attributes, { x, y }) : undefined
    return { ...this.#held(object, id), x, y, ...(exit && { exit }) }
  }

  #held(given: ObjectDefinition, known?: string): ContainedThing {
    this.#things++
    const whole = known === undefined ? this.#archetypes.withEvents(given) : given
    const object = this.#unidentified(this.#withSpell(whole))
    const id = object === given && known !== undefined ? known : archetypeIdOf(object)
    const kind = this.#archetypes.get(id)
    const count = kind.stacks
      ? this.#archetypes.attributesOf(object).intWithin('nrof', 1, limits.count, 1)
      : 1
    const inside = this.#insideOf(object, kind.traits.role)
    return { id, count, ...(inside.length > 0 && { inside }) }
  }

  /** [CF-25.1] Items that players can pick up are unidentified unless the map marks them as identified. */
  #unidentified(object: ObjectDefinition): ObjectDefinition {
    const { layer, invisible } = this.#archetypes.get(archetypeIdOf(object))
    return layer === 'item' && !invisible
      ? markIfUnidentified(object, this.#archetypes.attributesOf(object))
      : object
  }

  /** [CF-22.9] The spell that the map puts inside, or a random one. */
  #withSpell(object: ObjectDefinition): ObjectDefinition {
    const attributes = this.#archetypes.attributesOf(object)
    if (!spellHolderTypes.has(attributes.type)) return object
    const spell =
      attributes.spellInside?.arch ??
      this.#context.treasures.spellFor(attributes, this.#random, this.#difficulty, this.#budget)
    if (spell === undefined) return object
    return { ...object, attributes: new Map([...object.attributes, [heldSpellKey, spell]]), inside: [] }
  }

  /** [CF-21.2] [CF-21.3] The things that the map puts inside, and random treasure. */
  #insideOf(object: ObjectDefinition, role: Traits['role']): ContainedThing[] {
    // A machine can shoot or create any object inside it.
    const things = object.inside.filter((each) => !this.#archetypes.isConnector(each))
    if (role === 'machine') return things.flatMap((each) => (this.isFull ? [] : [this.#held(each)]))
    if (role !== 'container' && role !== 'monster' && role !== 'person') return []
    const carried = things.filter((each) => this.#isCarried(each))
    const attributes = this.#archetypes.attributesOf(object)
    const drawn =
      role !== 'container' || attributes.type === treasure
        ? this.#drawn(attributes, role === 'monster' ? 'spells' : undefined)
        : []
    const own = role === 'monster' ? drawn.map((each) => this.#fleshOf(attributes, each)) : drawn
    // [CF-22.9] A creature's archetype can contain spells.
    const born = role === 'monster' ? (this.#archetypes.archetype(object.arch)?.inside ?? []) : []
    const known = born.filter((each) => this.#archetypes.get(archetypeIdOf(each)).traits.role === 'spell')
    return [...[...carried, ...known].flatMap((each) => this.#heldOrDrawn(each)), ...own]
  }

  /** [CF-21.2] Heaps are also replaced inside containers and creatures. */
  #heldOrDrawn(object: ObjectDefinition): ContainedThing[] {
    if (this.isFull) return []
    const attributes = this.#archetypes.attributesOf(object)
    return placesContentsOnLoad(attributes) ? this.#drawn(attributes) : [this.#held(object)]
  }

  /** [CF-24.13] */
  #fleshOf({ name }: ObjectAttributes, held: ContainedThing): ContainedThing {
    const { matchProperties, name: own } = this.#archetypes.get(held.id)
    if (matchProperties?.type !== flesh) return held
    return { ...held, name: `${name}'s ${own.one}` }
  }

  /** Unsupported spells and all skills are left out. */
  #isCarried(object: ObjectDefinition): boolean {
    const { layer, matchProperties, traits } = this.#archetypes.get(archetypeIdOf(object))
    if (matchProperties?.type === spellType) return traits.role === 'spell'
    if (traits.role === 'disease') return true
    return layer === 'item' && matchProperties?.type !== skillType
  }

  /** An exit without a path leads to the same map. An exit without a position leads to the map's entry position. */
  #exitOf(attributes: ObjectAttributes, from: Position): PlacedThing['exit'] {
    const path = attributes.text('slaying')
    if (path?.startsWith('/!')) return this.#intoDungeon(attributes, path, from)
    const map = path === undefined ? this.#name : resolveMapPath(this.#name, path)
    if (map === undefined) return undefined
    const [x, y] = [
      attributes.intWithin('hp', -1, limits.side - 1),
      attributes.intWithin('sp', -1, limits.side - 1),
    ]
    // The position -1 -1 means that the exit has no position.
    if (x >= 0 && y >= 0 && (x !== 0 || y !== 0)) return { map, x, y }
    const landing = this.#context.landing(map)
    return landing && { map, ...landing }
  }

  /**
   * [CF-20.20] The path of an exit between the storeys of a dungeon names the storey. All other exits lead to the first
   * storey, and need the parameters in their `msg`.
   */
  #intoDungeon(attributes: ObjectAttributes, path: string, from: Position): PlacedThing['exit'] {
    if (parseRandomMapName(path)) return { map: path, x: attributes.int('hp'), y: attributes.int('sp') }
    const msg = attributes.text('msg')
    if (!msg || !this.#context.hasStyles) return undefined
    const place = { origin: this.#name, ...from, floor: 1 }
    return { map: randomMapName(place), ...generateStoreyLayout(parseRandomMapSpec(msg), place).up }
  }
}

const treasure = 4
const flesh = 72
const [skillType, spellType] = [43, 101] as const
const shopFloor = 68

/** Heaps and shop floors place their contents when the map loads, and chests do not. */
function placesContentsOnLoad(attributes: ObjectAttributes): boolean {
  return attributes.flag('auto_apply') && (attributes.type === treasure || attributes.type === shopFloor)
}

function hasDestination(is: Traits, attributes: ObjectAttributes): boolean {
  if (is.role !== 'exit' && !(is.role === 'machine' && partsWithDestination.has(is.part.type))) return false
  return attributes.flag('hp') || attributes.flag('sp') || attributes.text('slaying') !== undefined
}
const partsWithDestination: ReadonlySet<Machine['part']['type']> = new Set(['hole', 'trapdoor', 'teleporter'])
