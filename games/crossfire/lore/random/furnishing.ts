// Populates a random floor: ground and walls of its styles, stairs, creatures and items. [CF-20.20]

import { Random } from '../../../shared/random.ts'
import { steps } from '../../scene/directions.ts'
import type { Spot } from '../../scene/level-plan.ts'
import type { LoreObject } from '../objects.ts'
import { pathFrom } from '../paths.ts'
import { type Dungeon, type DungeonPlace, dungeonName, layoutOf } from './dungeon.ts'
import type { Layout } from './layouts.ts'

/** Imported maps and archetypes to build from. */
export interface Styles {
  /** Objects of the map `/styles/<path>`; undefined: no such map. */
  objects(path: string): readonly LoreObject[] | undefined
  /** Names of the maps under `/styles/<folder>/`. */
  under(folder: string): readonly string[]
  archetype(name: string): LoreObject | undefined
  /** Whether the object blocks walking. */
  stops(object: LoreObject): boolean
}

/** Open cells per object of each sort, and the maximum number of creatures. */
const cellsFor = { creature: 30, decoration: 40, chest: 300 } as const
const mostCreatures = 60
/** Object type of exits. */
const exitType = 66
/** Radius in cells around the entrance without creatures. */
const peace = 5

/**
 * Name suffixes of joined walls, indexed by neighbouring walls: 1 left, 2 right, 4 above, 8 below, summed. All wall
 * sets of Crossfire use these names.
 */
const joins: readonly string[] = [
  ...['0', '1_3', '1_4', '2_1_2', '1_2', '2_2_4', '2_2_1', '3_1'],
  ...['1_1', '2_2_3', '2_2_2', '3_3', '2_1_1', '3_4', '3_2', '4'],
]
/** All objects of the floor. `seed` selects creatures and items; the layout is always the same. */
export function furnished(
  dungeon: Dungeon,
  place: DungeonPlace,
  styles: Styles,
  seed: number,
): { readonly layout: Layout; readonly objects: readonly LoreObject[] } {
  const layout = layoutOf(dungeon, place)
  const random = new Random(seed, dungeonName(place))
  const room = { dungeon, place, styles, layout, random }
  const objects = [...built(room), ...stairs(room), ...inhabitants(room), ...laid(room)]
  return { layout, objects }
}

interface Room {
  readonly dungeon: Dungeon
  readonly place: DungeonPlace
  readonly styles: Styles
  readonly layout: Layout
  readonly random: Random
}

/** The objects of the named style, or of a random style of the folder if that does not exist. */
function styled({ styles, random }: Room, folder: string, name: string | undefined): readonly LoreObject[] {
  const own = name === undefined ? undefined : styles.objects(`${folder}/${name}`)
  if (own) return own
  const others = styles.under(folder).filter((other) => !other.includes('/'))
  return (others.length > 0 && styles.objects(`${folder}/${random.pick(others)}`)) || []
}

function* built(room: Room): Generator<LoreObject> {
  const { dungeon, layout, random, styles } = room
  const [floors, walls] = [
    styled(room, 'floorstyles', dungeon.style.floor),
    styled(room, 'wallstyles', dungeon.style.wall),
  ]
  // One floor object for the whole map, because a style mixes colours.
  const floor = floors.length > 0 ? random.pick(floors) : undefined
  const isWall = (x: number, y: number) =>
    x >= 0 &&
    y >= 0 &&
    x < layout.width &&
    y < layout.height &&
    !layout.isOpen(x, y) &&
    steps.some(({ dx, dy }) => layout.isOpen(x + dx, y + dy))
  const set = walls.length > 0 ? random.pick(walls).arch.split('_')[0]! : ''
  for (let y = 0; y < layout.height; y++) {
    for (let x = 0; x < layout.width; x++) {
      const wall = isWall(x, y)
      if (!wall && !layout.isOpen(x, y)) continue
      if (floor) yield at(floor, { x, y })
      if (!wall || walls.length === 0) continue
      const beside = [isWall(x - 1, y), isWall(x + 1, y), isWall(x, y - 1), isWall(x, y + 1)]
      const shape = beside.reduce((sum, is, bit) => sum + (is ? 1 << bit : 0), 0)
      const joined = styles.archetype(`${set}_${joins[shape]}`)
      const chosen = joined ? plain(joined.arch) : random.pick(walls)
      // Trees can be a wall style, but are passable on drawn maps.
      const firm = styles.stops(chosen) ? [] : ([['move_block', 'all']] as const)
      yield { ...at(chosen, { x, y }), says: new Map([...chosen.says, ...firm]) }
    }
  }
}

/** Stairs up to the previous place, and down unless this is the end. */
function* stairs(room: Room): Generator<LoreObject> {
  const { dungeon, place, layout } = room
  const above = { ...place, floor: place.floor - 1 }
  const up =
    place.floor === 1
      ? { to: place.origin, x: place.x, y: place.y }
      : { to: dungeonName(above), ...layoutOf(dungeon, above).down }
  yield stair(room, 'up', layout.up, up)
  const below = { ...place, floor: place.floor + 1 }
  if (place.floor < dungeon.floors)
    yield stair(room, 'down', layout.down, { to: dungeonName(below), ...layoutOf(dungeon, below).up })
  // The final map defines its own entry position.
  else if (dungeon.end !== undefined)
    yield stair(room, 'down', layout.down, { to: pathFrom(place.origin, dungeon.end) ?? '', x: -1, y: -1 })
}

function stair(room: Room, way: 'up' | 'down', spot: Spot, { to, x, y }: Spot & { to: string }): LoreObject {
  const { styles, dungeon, random } = room
  const name = dungeon.style.exit ?? ''
  const style =
    styles.objects(`exitstyles/${way}/${name}`) ??
    styles.objects(`exitstyles/generic/${name}`) ??
    styled(room, `exitstyles/${way}`, undefined)
  const object = style.length > 0 ? random.pick(style) : plain('exit')
  const leads = [
    // A teleporter would send arriving players straight back.
    ['type', String(exitType)],
    ['slaying', to],
    ['hp', String(x)],
    ['sp', String(y)],
  ] as const
  return { ...at(object, spot), says: new Map([...object.says, ...leads]) }
}

/** Creatures from the part of the style with the closest difficulty. */
function* inhabitants(room: Room): Generator<LoreObject> {
  const { dungeon, place, layout, random, styles } = room
  const wanted = dungeon.difficulty + place.floor - 1
  const folder = `monsterstyles/${dungeon.style.monster}`
  const [nearest] = styles
    .under(folder)
    .toSorted((a, b) => Math.abs(numberOf(a) - wanted) - Math.abs(numberOf(b) - wanted))
  const kinds = nearest === undefined ? [] : (styles.objects(`${folder}/${nearest}`) ?? [])
  if (kinds.length === 0) return
  const taken = new Set<number>()
  const count = Math.min(mostCreatures, Math.ceil(layout.open.length / cellsFor.creature))
  for (let n = 0; n < count; n++) {
    const [spot, kind] = [random.pick(layout.open), random.pick(kinds)]
    const cells = [{ x: 0, y: 0 }, ...(styles.archetype(kind.arch)?.more ?? [])].map(({ x, y }) => ({
      x: spot.x + x,
      y: spot.y + y,
    }))
    const key = ({ x, y }: Spot) => x + layout.width * y
    const isFree = cells.every(
      (cell) => layout.isOpen(cell.x, cell.y) && !taken.has(key(cell)) && isQuiet(layout, cell),
    )
    if (!isFree) continue
    for (const cell of cells) taken.add(key(cell))
    yield at(kind, spot)
  }
}

function isQuiet({ up }: Layout, { x, y }: Spot): boolean {
  return Math.max(Math.abs(up.x - x), Math.abs(up.y - y)) >= peace
}

function numberOf(name: string): number {
  return Number(/\d+$/.exec(name)?.[0] ?? 1)
}

/** Passable decorations, and chests, one of which is at the end. */
function* laid(room: Room): Generator<LoreObject> {
  const { dungeon, place, layout, random, styles } = room
  const decor = styled(room, 'decorstyles', dungeon.style.decor).filter((each) => !styles.stops(each))
  const decorations = decor.length > 0 ? Math.floor(layout.open.length / cellsFor.decoration) : 0
  for (let n = 0; n < decorations; n++) yield at(random.pick(decor), random.pick(layout.open))
  const chests = styles.objects('cheststyles/standard') ?? []
  if (!dungeon.hasTreasure || chests.length === 0) return
  for (let n = Math.floor(layout.open.length / cellsFor.chest); n > 0; n--)
    yield at(random.pick(chests), random.pick(layout.open))
  if (place.floor === dungeon.floors && dungeon.end === undefined) yield at(random.pick(chests), layout.down)
}

function at(object: LoreObject, { x, y }: Spot): LoreObject {
  return { ...object, x, y }
}

function plain(arch: string): LoreObject {
  return { arch, line: 0, x: 0, y: 0, says: new Map(), inside: [], more: [] }
}
