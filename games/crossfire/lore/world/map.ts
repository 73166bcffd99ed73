// One map of a host's as our world has maps: what lies still is its ground, everything else a thing. [CF-20.4]
import { Random } from '../../../shared/random.ts'
import type { Role } from '../../scene/archetype.ts'
import type { Held, MapRead, Placed, Spot } from '../../scene/level-plan.ts'
import type { Machine } from '../../scene/machine.ts'
import { LoreFault } from '../fault.ts'
import { kindId } from '../kinds/kind-id.ts'
import type { LoreKinds } from '../kinds/kinds.ts'
import { Said } from '../kinds/said.ts'
import { type LoreObject, mapObjects } from '../objects.ts'
import type { LoreGallery } from './gallery.ts'
import type { Hoards } from './hoards.ts'
import { pathFrom } from './paths.ts'

/** Cells of a side, and of all, of which Debian's largest has 19,600; and what lies in them, with what is drawn, of 600 bytes each. */
const most = { side: 512, cells: 65_536, things: 100_000, count: 1_000_000 } as const

export interface LoreMap {
  readonly head: Said
  readonly width: number
  readonly height: number
  readonly objects: readonly LoreObject[]
}

/** Throws LoreFault for what is no map. */
export function readLoreMap(name: string, content: Uint8Array): LoreMap {
  const read = readingMap(name, content)
  return { ...read, objects: [...read.objects] }
}

/** The same, whose objects are read when they are asked for, once, and need not be held. */
export function readingMap(
  name: string,
  content: Uint8Array,
): Omit<LoreMap, 'objects'> & { objects: Iterable<LoreObject> } {
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
  // Old maps say their sides as x and y, and where one comes in as hp and sp.
  const old = new Map([
    ['width', String(head.x || 16)],
    ['height', String(head.y || 16)],
    ['enter_x', head.says.get('hp') ?? '0'],
    ['enter_y', head.says.get('sp') ?? '0'],
  ])
  return new Said('map', new Map([...old, ...head.says]))
}

/** What a map is read by. */
export interface Surroundings {
  readonly kinds: LoreKinds
  readonly gallery: LoreGallery
  readonly hoards: Hoards
  /** Where one comes in on another map whose exit does not say. */
  landing(map: string): Spot | undefined
}

/** What lies there, by the kinds of its world. `seed`: of what is drawn, the same until the map begins anew. */
export function placedIn(name: string, map: LoreMap, around: Surroundings, seed: number): MapRead {
  const { width, height } = map
  const { kinds, gallery } = around
  const placing = new Placing(name, map, around, seed)
  for (const object of map.objects) {
    for (const { at, part } of partsOf(object, kinds, gallery)) {
      if (placing.isFull) return { width, height, placed: placing.placed(), ground: placing.ground }
      if (at.x >= 0 && at.y >= 0 && at.x < width && at.y < height) placing.place(part, at)
    }
  }
  return { width, height, placed: placing.placed(), ground: placing.ground }
}

/** [CF-20.5] What is larger than a cell lies in all that it covers, each with its part of the picture. */
function* partsOf(
  object: LoreObject,
  kinds: LoreKinds,
  gallery: LoreGallery,
): Generator<{ at: Spot; part: LoreObject }> {
  const more = kinds.archetype(object.arch)?.more ?? []
  if (more.length === 0) return yield { at: object, part: object }
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

class Placing {
  readonly #name: string
  readonly #map: LoreMap
  readonly #kinds: LoreKinds
  readonly #around: Surroundings
  readonly #random: Random
  readonly #difficulty: number
  /** By cell: ids of what lies still, from below. */
  readonly #still = new Map<number, string[]>()
  readonly #placed = new Map<number, Placed[]>()
  /** Of all that was placed, what is inside of it and what lies still among it. */
  #things = 0

  constructor(name: string, map: LoreMap, around: Surroundings, seed: number) {
    const { kinds } = around
    this.#name = name
    this.#map = map
    this.#kinds = kinds
    this.#around = around
    this.#random = new Random(seed, name)
    this.#difficulty = map.head.within('difficulty', 1, 1000, 1)
  }

  /** A few lines of a host's may mean more than there is memory for. */
  get isFull(): boolean {
    return this.#things >= most.things
  }

  place(object: LoreObject, { x, y }: Spot): void {
    const said = this.#kinds.said(object)
    const at = x + this.#map.width * y
    if (isAtOnce(said)) {
      for (const held of this.#drawn(said)) this.#put(at, { ...held, x, y })
      // Of a heap that lies there at once nothing else is left; a shop's floor is a floor.
      if (said.type === treasure) return
    }
    const id = kindId(object)
    if (!this.#isStill(object, id)) return this.#put(at, this.#thing(object, id, { x, y }))
    this.#things++
    const ids = this.#still.get(at) ?? []
    ids.push(id)
    this.#still.set(at, ids)
  }

  #put(at: number, placed: Placed): void {
    this.#things += 1 + (placed.inside?.length ?? 0)
    const list = this.#placed.get(at) ?? []
    list.push(placed)
    this.#placed.set(at, list)
  }

  /** [CF-21.1] What comes of its list, `hp` times. */
  #drawn(said: Said): Held[] {
    const list = said.text('randomitems')
    if (list === undefined) return []
    const times = said.type === treasure ? said.within('hp', 1, 16, 1) : 1
    const difficulty = said.within('exp', 0, 1000) || this.#difficulty
    return Array.from({ length: times }, () =>
      this.#around.hoards.draw(list, this.#random, difficulty),
    ).flat()
  }

  /** Row by row. */
  placed(): readonly Placed[] {
    return [...this.#placed].sort(([a], [b]) => a - b).flatMap(([, things]) => things)
  }

  get ground(): NonNullable<MapRead['ground']> {
    const stacks: (readonly string[])[] = [[]]
    const known = new Map<string, number>([['', 0]])
    const cells = new Uint16Array(this.#map.width * this.#map.height)
    for (const [at, ids] of this.#still) {
      const key = ids.join('\0')
      const place = known.get(key) ?? stacks.push(ids) - 1
      known.set(key, place)
      cells[at] = place
    }
    return { stacks, cells }
  }

  /** Floors, walls, what only stands there: nothing ever becomes of them. */
  #isStill(object: LoreObject, id: string): boolean {
    const { layer, light, is } = this.#kinds.named(id)
    const silent = is.role === 'ground' || is.role === 'wall' || is.role === 'scenery'
    return silent && !light && object.inside.length === 0 && layer !== 'item' && layer !== 'creature'
  }

  #thing(object: LoreObject, id: string, { x, y }: Spot): Placed {
    const said = this.#kinds.said(object)
    const { is } = this.#kinds.named(id)
    const exit = leads(is, said) ? this.#exitOf(said) : undefined
    return { ...this.#held(object, id), x, y, ...(exit && { exit }) }
  }

  #held(object: LoreObject, id = kindId(object)): Held {
    const kind = this.#kinds.named(id)
    const count = kind.stacks ? this.#kinds.said(object).within('nrof', 1, most.count, 1) : 1
    const inside = this.#insideOf(object, kind.is.role)
    return { id, count, ...(inside.length > 0 && { inside }) }
  }

  /** [CF-21.2] [CF-21.3] Of what can hold anything, and of who lives: what a map says that he carries, and what is drawn for him. */
  #insideOf(object: LoreObject, role: Role['role']): Held[] {
    // What a machine shoots or makes may be anything.
    if (role === 'machine') return object.inside.map((each) => this.#held(each))
    if (role !== 'container' && role !== 'monster') return []
    const carried = object.inside.filter((each) => this.#kinds.named(kindId(each)).layer === 'item')
    const said = this.#kinds.said(object)
    const drawn = role === 'monster' || said.type === treasure ? this.#drawn(said) : []
    return [...carried.map((each) => this.#held(each)), ...drawn]
  }

  /** An exit without a path leads elsewhere in its own map; one without a place to where the other map says one comes in. */
  #exitOf(said: Said): Placed['exit'] {
    const path = said.text('slaying')
    const map = path === undefined ? this.#name : pathFrom(this.#name, path)
    if (map === undefined) return undefined
    const [x, y] = [said.within('hp', -1, most.side - 1), said.within('sp', -1, most.side - 1)]
    // A place before the first, -1 -1, says none too.
    if (x >= 0 && y >= 0 && (x !== 0 || y !== 0)) return { map, x, y }
    const landing = this.#around.landing(map)
    return landing && { map, ...landing }
  }
}

const treasure = 4
const shopFloor = 68

/** It is drawn for as soon as the map begins, and lies there: a heap, or a shop's ware. A chest waits to be opened. */
function isAtOnce(said: Said): boolean {
  return said.is('auto_apply') && (said.type === treasure || said.type === shopFloor)
}

/** An exit does; what lets fall or carries off, if it says where to. */
function leads(is: Role, said: Said): boolean {
  if (is.role === 'exit') return true
  if (is.role !== 'machine' || !carriers.has(is.part.is)) return false
  return said.is('hp') || said.is('sp') || said.text('slaying') !== undefined
}
const carriers: ReadonlySet<Machine['part']['is']> = new Set(['hole', 'trapdoor', 'teleporter'])
