// Converts an imported map to a map of this world: static objects become its ground, all others things. [CF-20.4]
import { Random } from '../../../shared/random.ts'
import type { Role } from '../../scene/archetype.ts'
import type { Ground, Held, MapRead, Placed, Spot } from '../../scene/level-plan.ts'
import type { Machine } from '../../scene/machine.ts'
import { LoreFault } from '../fault.ts'
import { holders, spellKey } from '../kinds/casters.ts'
import { isPlain, kindId } from '../kinds/kind-id.ts'
import type { LoreKinds } from '../kinds/kinds.ts'
import { notKnown } from '../kinds/knowing.ts'
import { Said } from '../kinds/said.ts'
import { type LoreObject, mapObjects } from '../objects.ts'
import { pathFrom } from '../paths.ts'
import { dungeonName, dungeonPlace, layoutOf, readDungeon } from '../random/dungeon.ts'
import type { LoreGallery } from './gallery.ts'
import type { Hoards, Purpose } from './hoards.ts'
import { mostLooks } from './looks.ts'
import { Stacks } from './stacks.ts'

/**
 * Limits: cells of a side; all cells, of which Debian's largest map has 19,600; things including drawn ones, 600
 * bytes each; and things in one cell, all of which are examined on each change there.
 */
const most = { side: 512, cells: 65_536, things: 100_000, inCell: 1000, count: 1_000_000 } as const

export interface LoreMap {
  readonly head: Said
  readonly width: number
  readonly height: number
  /** Parsed during iteration, which works once, to save memory. */
  readonly objects: Iterable<LoreObject>
}

/** Throws LoreFault if it is not a map; so does iterating its objects. */
export function readLoreMap(name: string, content: Uint8Array): LoreMap {
  const objects = mapObjects(name, content)
  const head = objects.next().value
  if (head?.arch !== 'map') throw new LoreFault(name, undefined, 'it does not begin with arch map')
  const said = headOf(head)
  const [width, height] = [said.number('width', 16), said.number('height', 16)]
  const fits = (side: number) => Number.isInteger(side) && side >= 1 && side <= most.side
  if (!fits(width) || !fits(height) || width * height > most.cells)
    throw new LoreFault(name, head.line, `a map of ${width} by ${height} cells`)
  return { head: said, width, height, objects }
}

export function headOf(head: LoreObject): Said {
  // Old maps give their size as x and y, and their entry position as hp and sp.
  const old = new Map([
    ['width', String(head.x || 16)],
    ['height', String(head.y || 16)],
    ['enter_x', head.says.get('hp') ?? '0'],
    ['enter_y', head.says.get('sp') ?? '0'],
  ])
  return new Said('map', new Map([...old, ...head.says]))
}

/** Dependencies of loading a map. */
export interface Surroundings {
  readonly kinds: LoreKinds
  readonly gallery: LoreGallery
  readonly hoards: Hoards
  /** Entry position of another map, for exits that give none. */
  landing(map: string): Spot | undefined
  /** [CF-20.20] Whether there are styles to build random maps from. */
  readonly hasStyles: boolean
}

/** The map's content as kinds of this world. `seed` of the draws stays the same until the map resets. */
export function placedIn(name: string, map: LoreMap, around: Surroundings, seed: number): MapRead {
  const { width, height } = map
  const { kinds, gallery } = around
  const placing = new Placing(name, map, around, seed)
  // [CF-20.5] A floor listed after a multi-cell object does not cover it.
  const large: LoreObject[] = []
  for (const object of map.objects) {
    if (placing.isFull || large.length >= most.things) break
    if (isLarge(object, kinds)) large.push(object)
    else if (!placing.placePlain(object)) placing.place(object, object)
  }
  for (const object of large)
    for (const { at, part } of partsOf(object, kinds, gallery)) if (!placing.isFull) placing.place(part, at)
  return { width, height, placed: placing.placed(), ground: placing.ground() }
}

const isLarge = ({ arch }: LoreObject, kinds: LoreKinds) => (kinds.archetype(arch)?.more ?? []).length > 0

/** [CF-20.5] A multi-cell object occupies all its cells, each with its part of the picture. */
function* partsOf(
  object: LoreObject,
  kinds: LoreKinds,
  gallery: LoreGallery,
): Generator<{ at: Spot; part: LoreObject }> {
  const more = kinds.archetype(object.arch)?.more ?? []
  const [left, top] = [Math.min(0, ...more.map(({ x }) => x)), Math.min(0, ...more.map(({ y }) => y))]
  const whole = gallery.faceNumber(kinds.said(object).text('face') ?? '')
  const partOf = (part: LoreObject, x: number, y: number): LoreObject => {
    const cell = whole === undefined ? undefined : gallery.cellOf(whole, x - left, y - top)
    if (cell === undefined) return part
    return {
      ...part,
      says: new Map([...part.says, ['face', gallery.face(cell).name], ['animation', 'NONE']]),
    }
  }
  yield { at: object, part: partOf(object, 0, 0) }
  const own = [...object.says].filter(([key]) => key !== 'face' && key !== 'animation')
  for (const { arch, x, y } of more) {
    const part = { ...object, arch, says: new Map(own), inside: [], more: [] }
    yield { at: { x: object.x + x, y: object.y + y }, part: partOf(part, x, y) }
  }
}

/** Things placed in one cell; the first `covered` are below a floor. */
interface Heap {
  readonly things: Placed[]
  covered: number
}

interface Plain {
  readonly id: string
  readonly isFloor: boolean
}

class Placing {
  readonly #name: string
  readonly #map: LoreMap
  readonly #kinds: LoreKinds
  readonly #around: Surroundings
  readonly #random: Random
  readonly #difficulty: number
  readonly #still: Stacks
  readonly #placed = new Map<number, Heap>()
  /** Number of things and static objects, by cell. */
  readonly #inCell: Uint16Array
  /** Shared by all draws of the map. */
  readonly #looks = { left: mostLooks }
  /** Static objects without attributes of their own, by archetype; undefined: not static. */
  readonly #plain = new Map<string, Plain | undefined>()
  /** Count of all things, their contents and static objects. */
  #things = 0

  constructor(name: string, map: LoreMap, around: Surroundings, seed: number) {
    const { kinds } = around
    this.#name = name
    this.#map = map
    this.#kinds = kinds
    this.#around = around
    this.#random = new Random(seed, name)
    this.#difficulty = map.head.within('difficulty', 1, 1000, 1)
    this.#still = new Stacks(map.width * map.height)
    this.#inCell = new Uint16Array(map.width * map.height)
  }

  /** Limits memory: a few lines of an uploaded map can expand to many things. */
  get isFull(): boolean {
    return this.#things >= most.things
  }

  /** Fast path for most objects: unmodified floors and walls. Returns false for others. */
  placePlain(object: LoreObject): boolean {
    const { arch, says, inside, x, y } = object
    if (inside.length > 0 || !isPlain(says)) return false
    if (!this.#plain.has(arch)) this.#plain.set(arch, this.#plainOf(object))
    const plain = this.#plain.get(arch)
    if (!plain) return false
    if (!this.#hasRoom(x, y)) return true
    const at = x + this.#map.width * y
    if (plain.isFloor) this.#cover(at)
    this.#lay(plain.id, at)
    return true
  }

  #plainOf(object: LoreObject): Plain | undefined {
    const said = this.#kinds.said(object)
    if (isAtOnce(said)) return undefined
    const id = kindId(object)
    return this.#isStill(object, id) ? { id, isFloor: said.is('is_floor') } : undefined
  }

  /** [CF-20.4] */
  #hasRoom(x: number, y: number): boolean {
    const { width, height } = this.#map
    return x >= 0 && y >= 0 && x < width && y < height && this.#inCell[x + width * y]! < most.inCell
  }

  #lay(id: string, at: number): void {
    this.#things++
    this.#inCell[at]!++
    this.#still.add(id, at)
  }

  place(given: LoreObject, { x, y }: Spot): void {
    if (!this.#hasRoom(x, y)) return
    const object = this.#kinds.withEvents(given)
    const said = this.#kinds.said(object)
    const at = x + this.#map.width * y
    if (said.is('is_floor')) this.#cover(at)
    if (isAtOnce(said)) {
      const wares = said.type === shopFloor ? 'wares' : undefined
      for (const held of this.#drawn(said, wares)) this.#put(at, { ...held, x, y })
      // A heap consists of its content alone; a shop floor stays as floor.
      if (said.type === treasure) return
    }
    const id = kindId(object)
    if (!this.#isStill(object, id)) return this.#put(at, this.#thing(object, id, { x, y }))
    this.#lay(id, at)
  }

  /**
   * [CF-20.4] Things under a later floor keep working but become invisible, such as secret buttons and hidden exits.
   */
  #cover(at: number): void {
    const heap = this.#placed.get(at)
    if (heap) {
      // Each thing is covered only once, because many floors can be stacked.
      for (const each of heap.things.splice(heap.covered))
        heap.things.push({ ...each, id: this.#kinds.unseen(each.id) })
      heap.covered = heap.things.length
    }
    this.#still.cover(at, (id) => this.#kinds.unseen(id))
  }

  #put(at: number, placed: Placed): void {
    this.#inCell[at]!++
    const heap = this.#placed.get(at) ?? { things: [], covered: 0 }
    heap.things.push(placed)
    this.#placed.set(at, heap)
  }

  /** [CF-21.1] Draws from the object's list, `hp` times. */
  #drawn(said: Said, purpose?: Purpose): Held[] {
    const list = said.text('randomitems')
    if (list === undefined) return []
    const times = said.type === treasure ? said.within('hp', 1, 16, 1) : 1
    const difficulty = said.within('exp', 0, 1000) || this.#difficulty
    const drawn = Array.from({ length: times }, () =>
      this.#around.hoards.draw(list, this.#random, difficulty, this.#looks, purpose),
    ).flat()
    this.#things += drawn.length
    return drawn
  }

  /** Row by row. */
  placed(): readonly Placed[] {
    return [...this.#placed].sort(([a], [b]) => a - b).flatMap(([, { things }]) => things)
  }

  ground(): Ground {
    return this.#still.ground()
  }

  /** Whether the object is static: floors, walls and scenery, which never change. */
  #isStill(object: LoreObject, id: string): boolean {
    const { layer, light, is } = this.#kinds.named(id)
    const silent = is.role === 'ground' || is.role === 'wall' || is.role === 'scenery'
    return silent && !light && object.inside.length === 0 && layer !== 'item' && layer !== 'creature'
  }

  #thing(object: LoreObject, id: string, { x, y }: Spot): Placed {
    const said = this.#kinds.said(object)
    const { is } = this.#kinds.named(id)
    const exit = leads(is, said) ? this.#exitOf(said, { x, y }) : undefined
    return { ...this.#held(object, id), x, y, ...(exit && { exit }) }
  }

  #held(given: LoreObject, known?: string): Held {
    this.#things++
    const whole = known === undefined ? this.#kinds.withEvents(given) : given
    const object = this.#hidden(this.#withSpell(whole))
    const id = object === given && known !== undefined ? known : kindId(object)
    const kind = this.#kinds.named(id)
    const count = kind.stacks ? this.#kinds.said(object).within('nrof', 1, most.count, 1) : 1
    const inside = this.#insideOf(object, kind.is.role)
    return { id, count, ...(inside.length > 0 && { inside }) }
  }

  /** [CF-25.1] Items that can be picked up are unidentified unless the map says otherwise. */
  #hidden(object: LoreObject): LoreObject {
    const { layer, unseen } = this.#kinds.named(kindId(object))
    return layer === 'item' && !unseen ? notKnown(object, this.#kinds.said(object)) : object
  }

  /** [CF-22.9] Sets the spell of an item that holds one: the spell that the map puts inside, or a drawn one. */
  #withSpell(object: LoreObject): LoreObject {
    const said = this.#kinds.said(object)
    if (!holders.has(said.type)) return object
    const spell =
      said.spellInside?.arch ??
      this.#around.hoards.spellFor(said, this.#random, this.#difficulty, this.#looks)
    if (spell === undefined) return object
    return { ...object, says: new Map([...object.says, [spellKey, spell]]), inside: [] }
  }

  /** [CF-21.2] [CF-21.3] Contents of containers and creatures: what the map puts inside, and what is drawn. */
  #insideOf(object: LoreObject, role: Role['role']): Held[] {
    // Machines can shoot or create anything.
    const things = object.inside.filter((each) => !this.#kinds.isConnector(each))
    if (role === 'machine') return things.map((each) => this.#held(each))
    if (role !== 'container' && role !== 'monster' && role !== 'person') return []
    const carried = things.filter((each) => this.#isCarried(each))
    const said = this.#kinds.said(object)
    const drawn =
      role === 'monster' || said.type === treasure
        ? this.#drawn(said, role === 'monster' ? 'spells' : undefined)
        : []
    const own = role === 'monster' ? drawn.map((each) => this.#fleshOf(said, each)) : drawn
    // [CF-22.9] A creature's archetype can contain spells.
    const born = role === 'monster' ? (this.#kinds.archetype(object.arch)?.inside ?? []) : []
    const known = born.filter((each) => this.#kinds.named(kindId(each)).is.role === 'spell')
    return [...[...carried, ...known].map((each) => this.#held(each)), ...own]
  }

  /** [CF-24.13] Flesh is named after its creature. */
  #fleshOf({ name }: Said, held: Held): Held {
    const { known, name: own } = this.#kinds.named(held.id)
    if (known?.type !== flesh) return held
    return { ...held, name: `${name}'s ${own.one}` }
  }

  /** Unsupported spells and skills are not carried. */
  #isCarried(object: LoreObject): boolean {
    const { layer, known, is } = this.#kinds.named(kindId(object))
    if (known?.type === spellType) return is.role === 'spell'
    return layer === 'item' && known?.type !== skillType
  }

  /** Resolves an exit. Without a path it stays on the map; without a position it uses the other map's entry. */
  #exitOf(said: Said, from: Spot): Placed['exit'] {
    const path = said.text('slaying')
    if (path?.startsWith('/!')) return this.#intoDungeon(said, path, from)
    const map = path === undefined ? this.#name : pathFrom(this.#name, path)
    if (map === undefined) return undefined
    const [x, y] = [said.within('hp', -1, most.side - 1), said.within('sp', -1, most.side - 1)]
    // The position -1 -1 also means none.
    if (x >= 0 && y >= 0 && (x !== 0 || y !== 0)) return { map, x, y }
    const landing = this.#around.landing(map)
    return landing && { map, ...landing }
  }

  /** [CF-20.20] Leads from floor to floor as the path says, or into the first floor. Needs parameters in `msg`. */
  #intoDungeon(said: Said, path: string, from: Spot): Placed['exit'] {
    if (dungeonPlace(path)) return { map: path, x: said.number('hp'), y: said.number('sp') }
    const msg = said.text('msg')
    if (!msg || !this.#around.hasStyles) return undefined
    const place = { origin: this.#name, ...from, floor: 1 }
    return { map: dungeonName(place), ...layoutOf(readDungeon(msg), place).up }
  }
}

const treasure = 4
const flesh = 72
const [skillType, spellType] = [43, 101] as const
const shopFloor = 68

/** Whether its content is drawn when the map loads and lies open: heaps and shop wares, unlike chests. */
function isAtOnce(said: Said): boolean {
  return said.is('auto_apply') && (said.type === treasure || said.type === shopFloor)
}

/** Exits, holes, trapdoors and teleporters with a destination. */
function leads(is: Role, said: Said): boolean {
  if (is.role !== 'exit' && !(is.role === 'machine' && carriers.has(is.part.is))) return false
  return said.is('hp') || said.is('sp') || said.text('slaying') !== undefined
}
const carriers: ReadonlySet<Machine['part']['is']> = new Set(['hole', 'trapdoor', 'teleporter'])
