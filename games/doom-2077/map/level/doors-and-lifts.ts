// [DM-9.5] [DM-9.6] Doors and lifts are numbered as the client numbers them. The numbers are their ids in the protocol.
import type { Line, MapData, Sector } from '../../import/map-data.ts'

/** A sector whose ceiling moves. Heights are in map units, times in ms. */
export interface Door {
  readonly sector: number
  readonly closed: number
  readonly open: number
  readonly startsOpen: boolean
  /** Milliseconds of a complete movement in either direction. */
  readonly travelMs: number
  /** Milliseconds before the door returns, 0 if it never returns. */
  readonly waitMs: number
  readonly neverReturns: boolean
  /** [DM-6.1] Id of the door that moves when this one moves: the previous door of the same tag. */
  readonly next?: number
}

/**
 * A sector whose floor moves. The fields are as in `Door`. If `waitMs` is 0, the lift returns at once, unless
 * `neverReturns` is set.
 */
export interface Lift {
  readonly sector: number
  readonly low: number
  readonly high: number
  readonly startsHigh: boolean
  readonly travelMs: number
  readonly waitMs: number
  readonly neverReturns: boolean
  readonly next?: number
  /** No adjacent floor is higher, so the lift never moves. */
  readonly isFixed?: boolean
}

const slowMs = 500
const fastMs = 250

type DoorKind = Pick<Door, 'startsOpen' | 'travelMs' | 'waitMs' | 'neverReturns'>
const opensWaitsCloses = { startsOpen: false, waitMs: 4000, neverReturns: false } as const
const opensStays = { startsOpen: false, waitMs: 0, neverReturns: true } as const
const closesStays = { startsOpen: true, waitMs: 0, neverReturns: true } as const
const closesWaitsOpens = { startsOpen: true, waitMs: 30_000, neverReturns: false } as const

export const isDoorSpecial = (special: number): boolean => doorKinds.has(special)
export const isLiftSpecial = (special: number): boolean => liftKinds.has(special)

/** Type 63, a switch door, is missing from the client's list, so the client treats such lines as plain walls. */
const doorKinds: ReadonlyMap<number, DoorKind> = new Map([
  ...kindEntries<DoorKind>([1, 4, 26, 27, 28, 29, 90], { ...opensWaitsCloses, travelMs: slowMs }),
  ...kindEntries<DoorKind>([105, 108, 111, 114, 117], { ...opensWaitsCloses, travelMs: fastMs }),
  ...kindEntries<DoorKind>([2, 31, 46, 61, 86, 103], { ...opensStays, travelMs: slowMs }),
  ...kindEntries<DoorKind>([106, 109, 112, 115, 118], { ...opensStays, travelMs: fastMs }),
  ...kindEntries<DoorKind>([3, 42, 50, 75], { ...closesStays, travelMs: slowMs }),
  ...kindEntries<DoorKind>([107, 110, 113, 116], { ...closesStays, travelMs: fastMs }),
  ...kindEntries<DoorKind>([16, 76, 175, 196], { ...closesWaitsOpens, travelMs: slowMs }),
])
/** Line types that select sectors by tag only. With tag 0 they move every sector of tag 0. */
const remoteSwitches: ReadonlySet<number> = new Set([
  29, 42, 50, 61, 103, 111, 112, 113, 114, 115, 116, 175, 196,
])

interface LiftKind extends Pick<Lift, 'travelMs' | 'waitMs' | 'neverReturns'> {
  readonly movement: 'lowers' | 'raises24' | 'raises32' | 'raisesToNext' | 'perpetual'
}
/** In the client, lifts of line types that work only once never return. */
const movesOnce = { travelMs: slowMs, waitMs: 0, neverReturns: true } as const
const returnsAtOnce = { travelMs: slowMs, waitMs: 0, neverReturns: false } as const
const waitsThenReturns = { travelMs: slowMs, waitMs: 3000, neverReturns: false } as const
const liftKinds: ReadonlyMap<number, LiftKind> = new Map([
  ...kindEntries<LiftKind>([62, 88], { movement: 'lowers', ...waitsThenReturns }),
  ...kindEntries<LiftKind>([123], { movement: 'lowers', ...waitsThenReturns, travelMs: fastMs }),
  ...kindEntries<LiftKind>([10, 21], { movement: 'lowers', ...movesOnce }),
  ...kindEntries<LiftKind>([120, 121, 122], { movement: 'lowers', ...movesOnce, travelMs: fastMs }),
  ...kindEntries<LiftKind>([66, 148], { movement: 'raises24', ...returnsAtOnce }),
  ...kindEntries<LiftKind>([15, 143], { movement: 'raises24', ...movesOnce }),
  ...kindEntries<LiftKind>([14, 67, 144, 149], { movement: 'raises32', ...movesOnce }),
  ...kindEntries<LiftKind>([68, 95], { movement: 'raisesToNext', ...returnsAtOnce }),
  ...kindEntries<LiftKind>([20, 22, 47], { movement: 'raisesToNext', ...movesOnce }),
  ...kindEntries<LiftKind>([53, 87, 162, 181], { movement: 'perpetual', ...movesOnce }),
])

function kindEntries<Kind>(types: readonly number[], kind: Kind): [number, Kind][] {
  return types.map((type) => [type, kind])
}

/** Doors or lifts, indexed by id. `warnings`: what the original client does differently from the author's intention. */
export interface MoversById<Mover> {
  readonly all: readonly Mover[]
  readonly warnings: readonly string[]
}

/** [DM-9.5] The first line that selects a sector decides how the sector moves. */
export function assignDoorIds({ lines, sectors }: MapData): MoversById<Door> {
  const around = neighbouringSectors(lines, sectors.length)
  const tagged = new SectorsByTag(sectors)
  const doors = new Map<number, Door>()
  const warnings: string[] = []
  for (const [index, line] of lines.entries()) {
    if (line.special === 63) warnings.push(`line ${index} (type 63) moves no door in the original client`)
    const kind = doorKinds.get(line.special)
    if (!kind) continue
    const direct = isDirectDoor(line)
    const named = direct ? closedDoorBeside(line, sectors) : tagged.takeTag(line.tag)
    // Without a closed sector beside the line, the client operates the door that it examined last, or crashes.
    if (direct && (named.length === 0 || line.back === undefined))
      warnings.push(`line ${index} (type ${line.special}) has no closed door beside it`)
    for (const sector of named) {
      if (around[sector]!.length === 0) warnings.push(`sector ${sector}, a door, has no line that leads in`)
      if (!doors.has(sector)) doors.set(sector, createDoor(sector, kind, sectors, around[sector]!))
    }
  }
  return { all: tagged.link(doors), warnings }
}

/** Whether the line operates the adjacent door instead of the sectors of its tag. */
export function isDirectDoor({ special, tag }: Line): boolean {
  return tag === 0 && !remoteSwitches.has(special)
}

export function closedDoorBeside({ front, back }: Line, sectors: readonly Sector[]): number[] {
  if (isClosed(sectors[front]!)) return [front]
  return back !== undefined && isClosed(sectors[back]!) ? [back] : []
}

function isClosed({ floor, ceiling }: Sector): boolean {
  return floor === ceiling
}

function createDoor(
  sector: number,
  kind: DoorKind,
  sectors: readonly Sector[],
  around: readonly number[],
): Door {
  const { floor, ceiling } = sectors[sector]!
  const raised = lowest(
    around.map((other) => sectors[other]!.ceiling),
    ceiling,
  )
  // Until a door first moves, it is as open as the map's author drew it, so the server uses the wider of the drawn and
  // the usual opening.
  const closed = kind.startsOpen ? floor : Math.max(floor, ceiling)
  const open = kind.startsOpen ? (kind.neverReturns ? ceiling : Math.max(ceiling, raised)) : raised
  return { sector, closed, open, ...kind }
}

/** [DM-9.6] Like `assignDoorIds`, but always by tag, including tag 0. */
export function assignLiftIds({ lines, sectors }: MapData): MoversById<Lift> {
  const around = neighbouringSectors(lines, sectors.length)
  const tagged = new SectorsByTag(sectors)
  const lifts = new Map<number, Lift>()
  const warnings: string[] = []
  const hasWalls = lines.some(({ back }) => back === undefined)
  for (const [index, line] of lines.entries()) {
    const kind = liftKinds.get(line.special)
    if (!kind) continue
    // The client computes the heights again for every line of a sector.
    if (kind.movement === 'perpetual' && hasWalls && sectors.some(({ tag }) => tag === line.tag))
      warnings.push(`line ${index} (type ${line.special}, a perpetual lift) blocks the original client`)
    for (const sector of tagged.takeTag(line.tag)) {
      const lift = createLift(sector, kind, sectors, around[sector]!)
      lifts.set(sector, lift)
      if (lift.isFixed)
        warnings.push(
          `line ${index} (type ${line.special}) finds no higher floor beside sector ${sector}; the original client moves the sector's floor to -1`,
        )
    }
  }
  return { all: tagged.link(lifts), warnings }
}

function createLift(
  sector: number,
  kind: LiftKind,
  sectors: readonly Sector[],
  around: readonly number[],
): Lift {
  const floors = around.map((other) => sectors[other]!.floor)
  const { low, high } = liftRange(kind.movement, sectors[sector]!.floor, floors)
  const { travelMs, waitMs, neverReturns } = kind
  return {
    ...{ sector, low, high, startsHigh: kind.movement === 'lowers', travelMs, waitMs, neverReturns },
    ...(kind.movement === 'raisesToNext' && high === low && { isFixed: true }),
  }
}

function liftRange(
  way: LiftKind['movement'],
  floor: number,
  around: readonly number[],
): { low: number; high: number } {
  const higher = around.filter((other) => other > floor)
  if (way === 'raises24') return { low: floor, high: floor + 24 }
  if (way === 'raises32') return { low: floor, high: floor + 32 }
  if (way === 'raisesToNext') return { low: floor, high: lowest(higher, floor) }
  if (way === 'lowers') return { low: lowest(around, floor), high: floor }
  return { low: lowest(around, floor), high: around.reduce((a, b) => Math.max(a, b), floor) }
}

function lowest(heights: readonly number[], without: number): number {
  return heights.length === 0 ? without : heights.reduce((a, b) => Math.min(a, b))
}

/** `takeTag` returns the sectors of a tag the first time, and none after that. */
class SectorsByTag {
  readonly #sectors = new Map<number, number[]>()
  /** The previous sector of the same tag, indexed by sector. Only contains sectors of tags that a line has selected. */
  readonly #before = new Map<number, number>()

  constructor(sectors: readonly Sector[]) {
    for (const [index, { tag }] of sectors.entries()) {
      const of = this.#sectors.get(tag)
      if (of) of.push(index)
      else this.#sectors.set(tag, [index])
    }
  }

  takeTag(tag: number): readonly number[] {
    const sectors = this.#sectors.get(tag) ?? []
    this.#sectors.delete(tag)
    for (const [index, sector] of sectors.entries())
      if (index > 0) this.#before.set(sector, sectors[index - 1]!)
    return sectors
  }

  /**
   * Sets `next` to the id of the previous door or lift of the same tag, if there is one. `movers`: by sector, in the
   * order of their ids.
   */
  link<Mover extends { readonly next?: number }>(movers: ReadonlyMap<number, Mover>): Mover[] {
    const ids = new Map([...movers.keys()].map((sector, id) => [sector, id]))
    return Array.from(movers, ([sector, mover]) => {
      const before = this.#before.get(sector)
      return before === undefined ? mover : { ...mover, next: ids.get(before)! }
    })
  }
}

/** Returns the sectors on the other side of each sector's two-sided lines, indexed by sector. */
function neighbouringSectors(lines: readonly Line[], count: number): readonly (readonly number[])[] {
  const around: number[][] = Array.from({ length: count }, () => [])
  for (const { front, back } of lines) {
    if (back === undefined) continue
    around[front]!.push(back)
    if (back !== front) around[back]!.push(front)
  }
  return around
}
