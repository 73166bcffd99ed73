// [CF-20.20]

import { Random } from '../../../shared/random.ts'
import { directionOffsets } from '../../model/definitions/directions.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import { resolveMapPath } from '../format/map-paths.ts'
import type { ObjectDefinition } from '../format/objects.ts'
import { generateStoreyLayout, type RandomMapLocation, type RandomMapSpec, randomMapName } from './dungeon.ts'
import type { Layout } from './layouts.ts'

export interface StyleSource {
  /** The objects of the map `/styles/<path>`; undefined if the map does not exist. */
  objects(path: string): readonly ObjectDefinition[] | undefined
  /** Maps under `/styles/<folder>/`. */
  under(folder: string): readonly string[]
  archetype(name: string): ObjectDefinition | undefined
  blocksWalking(object: ObjectDefinition): boolean
}

/** Number of a storey's open cells for each creature, decoration and chest. */
const cellsFor = { creature: 30, decoration: 40, chest: 300 } as const
const maxCreatures = 60
const exitType = 66
/** In cells: creatures are at least this far from the entrance. */
const quietRadius = 5

/**
 * Name suffixes of joined walls, indexed by the sum of the neighbouring walls: 1 left, 2 right, 4 above, 8 below. All
 * sets of walls in Crossfire use these suffixes.
 */
const joins: readonly string[] = [
  ...['0', '1_3', '1_4', '2_1_2', '1_2', '2_2_4', '2_2_1', '3_1'],
  ...['1_1', '2_2_3', '2_2_2', '3_3', '2_1_1', '3_4', '3_2', '4'],
]

/** `seed`: selects creatures and items. The layout does not depend on the seed. */
export function generateDungeonStorey(
  dungeon: RandomMapSpec,
  place: RandomMapLocation,
  styles: StyleSource,
  seed: number,
): { readonly layout: Layout; readonly objects: readonly ObjectDefinition[] } {
  const layout = generateStoreyLayout(dungeon, place)
  const random = new Random(seed, randomMapName(place))
  const room = { dungeon, place, styles, layout, random }
  const objects = [
    ...placeGroundAndWalls(room),
    ...placeStairs(room),
    ...placeCreatures(room),
    ...placeDecorations(room),
  ]
  return { layout, objects }
}

interface StoreyContext {
  readonly dungeon: RandomMapSpec
  readonly place: RandomMapLocation
  readonly styles: StyleSource
  readonly layout: Layout
  readonly random: Random
}

/** The objects of the named style or, if it does not exist, of a random style of the folder. */
function styled(
  { styles, random }: StoreyContext,
  folder: string,
  name: string | undefined,
): readonly ObjectDefinition[] {
  const own = name === undefined ? undefined : styles.objects(`${folder}/${name}`)
  if (own) return own
  const others = styles.under(folder).filter((other) => !other.includes('/'))
  return (others.length > 0 && styles.objects(`${folder}/${random.pick(others)}`)) || []
}

function* placeGroundAndWalls(room: StoreyContext): Generator<ObjectDefinition> {
  const { dungeon, layout, random, styles } = room
  const [floors, walls] = [
    styled(room, 'floorstyles', dungeon.style.floor),
    styled(room, 'wallstyles', dungeon.style.wall),
  ]
  // The whole map has the same floor object, because a style contains floors of several colours.
  const floor = floors.length > 0 ? random.pick(floors) : undefined
  const isWall = (x: number, y: number) =>
    x >= 0 &&
    y >= 0 &&
    x < layout.width &&
    y < layout.height &&
    !layout.isOpen(x, y) &&
    directionOffsets.some(({ dx, dy }) => layout.isOpen(x + dx, y + dy))
  const set = walls.length > 0 ? random.pick(walls).arch.split('_')[0]! : ''
  for (let y = 0; y < layout.height; y++) {
    for (let x = 0; x < layout.width; x++) {
      const wall = isWall(x, y)
      if (!wall && !layout.isOpen(x, y)) continue
      if (floor) yield placeAt(floor, { x, y })
      if (!wall || walls.length === 0) continue
      const beside = [isWall(x - 1, y), isWall(x + 1, y), isWall(x, y - 1), isWall(x, y + 1)]
      const shape = beside.reduce((sum, is, bit) => sum + (is ? 1 << bit : 0), 0)
      const joined = styles.archetype(`${set}_${joins[shape]}`)
      const chosen = joined ? plainObject(joined.arch) : random.pick(walls)
      // Styles use trees as walls. These trees must block walking, while trees on hand-made maps do not.
      const firm = styles.blocksWalking(chosen) ? [] : ([['move_block', 'all']] as const)
      yield { ...placeAt(chosen, { x, y }), attributes: new Map([...chosen.attributes, ...firm]) }
    }
  }
}

/** The last storey of a dungeon without a final map has no stairs down. */
function* placeStairs(room: StoreyContext): Generator<ObjectDefinition> {
  const { dungeon, place, layout } = room
  const above = { ...place, floor: place.floor - 1 }
  const up =
    place.floor === 1
      ? { to: place.origin, x: place.x, y: place.y }
      : { to: randomMapName(above), ...generateStoreyLayout(dungeon, above).down }
  yield createStair(room, 'up', layout.up, up)
  const below = { ...place, floor: place.floor + 1 }
  if (place.floor < dungeon.floors)
    yield createStair(room, 'down', layout.down, {
      to: randomMapName(below),
      ...generateStoreyLayout(dungeon, below).up,
    })
  // The final map determines where players arrive.
  else if (dungeon.end !== undefined)
    yield createStair(room, 'down', layout.down, {
      to: resolveMapPath(place.origin, dungeon.end) ?? '',
      x: -1,
      y: -1,
    })
}

function createStair(
  room: StoreyContext,
  way: 'up' | 'down',
  spot: Position,
  { to, x, y }: Position & { to: string },
): ObjectDefinition {
  const { styles, dungeon, random } = room
  const name = dungeon.style.exit ?? ''
  const style =
    styles.objects(`exitstyles/${way}/${name}`) ??
    styles.objects(`exitstyles/generic/${name}`) ??
    styled(room, `exitstyles/${way}`, undefined)
  const object = style.length > 0 ? random.pick(style) : plainObject('exit')
  const leads = [
    // The stairs are always exits, because a teleporter would send arriving players straight back.
    ['type', String(exitType)],
    ['slaying', to],
    ['hp', String(x)],
    ['sp', String(y)],
  ] as const
  return { ...placeAt(object, spot), attributes: new Map([...object.attributes, ...leads]) }
}

/** Places creatures from the part of the style whose difficulty is closest to the storey's. */
function* placeCreatures(room: StoreyContext): Generator<ObjectDefinition> {
  const { dungeon, place, layout, random, styles } = room
  const wanted = dungeon.difficulty + place.floor - 1
  const folder = `monsterstyles/${dungeon.style.monster}`
  const [nearest] = styles
    .under(folder)
    .toSorted((a, b) => Math.abs(numberOf(a) - wanted) - Math.abs(numberOf(b) - wanted))
  const kinds = nearest === undefined ? [] : (styles.objects(`${folder}/${nearest}`) ?? [])
  if (kinds.length === 0) return
  const taken = new Set<number>()
  const count = Math.min(maxCreatures, Math.ceil(layout.open.length / cellsFor.creature))
  for (let n = 0; n < count; n++) {
    const [spot, kind] = [random.pick(layout.open), random.pick(kinds)]
    const cells = [{ x: 0, y: 0 }, ...(styles.archetype(kind.arch)?.otherParts ?? [])].map(({ x, y }) => ({
      x: spot.x + x,
      y: spot.y + y,
    }))
    const key = ({ x, y }: Position) => x + layout.width * y
    const isFree = cells.every(
      (cell) => layout.isOpen(cell.x, cell.y) && !taken.has(key(cell)) && isQuiet(layout, cell),
    )
    if (!isFree) continue
    for (const cell of cells) taken.add(key(cell))
    yield placeAt(kind, spot)
  }
}

function isQuiet({ up }: Layout, { x, y }: Position): boolean {
  return Math.max(Math.abs(up.x - x), Math.abs(up.y - y)) >= quietRadius
}

function numberOf(name: string): number {
  return Number(/\d+$/.exec(name)?.[0] ?? 1)
}

/** A dungeon without a final map has a chest at its end. */
function* placeDecorations(room: StoreyContext): Generator<ObjectDefinition> {
  const { dungeon, place, layout, random, styles } = room
  const decor = styled(room, 'decorstyles', dungeon.style.decor).filter((each) => !styles.blocksWalking(each))
  const decorations = decor.length > 0 ? Math.floor(layout.open.length / cellsFor.decoration) : 0
  for (let n = 0; n < decorations; n++) yield placeAt(random.pick(decor), random.pick(layout.open))
  const chests = styles.objects('cheststyles/standard') ?? []
  if (!dungeon.hasTreasure || chests.length === 0) return
  for (let n = Math.floor(layout.open.length / cellsFor.chest); n > 0; n--)
    yield placeAt(random.pick(chests), random.pick(layout.open))
  if (place.floor === dungeon.floors && dungeon.end === undefined)
    yield placeAt(random.pick(chests), layout.down)
}

function placeAt(object: ObjectDefinition, { x, y }: Position): ObjectDefinition {
  return { ...object, x, y }
}

function plainObject(arch: string): ObjectDefinition {
  return { arch, line: 0, x: 0, y: 0, attributes: new Map(), inside: [], otherParts: [] }
}
