// [CF-5.7]

import type { Position } from '../definitions/level-plan.ts'
import { type AdjacentLevelLookup, AdjacentMapsView, type LevelCell } from '../level/adjacent-maps.ts'
import { FieldLineOfSight } from '../level/line-of-sight.ts'
import type { Level, LightSource, LineOfSight, Player, VisibleFace } from '../state/game-state.ts'
import { darknessWithLights, outdoorDarknessAt } from '../time/time-of-day.ts'
import { type Label, labelsAt } from './labels.ts'

/** Cells from the centre to the edge of the largest view. Lights shine across map edges up to the same distance. */
export const maxViewRadius = 12

export interface VisibleCell {
  /** Faces, topmost first. If nothing has changed, this is the same array as in the previous view. */
  readonly visibleFaces: readonly VisibleFace[]
  /** Darkness from 0 (daylight) to 255 (black). */
  readonly darkness: number
  /** Set for clients that request labels. */
  readonly labels?: readonly Label[]
}

interface ViewedLevel extends LevelCell {
  /** Darkness from 0 to 4, without the map's lights. */
  readonly general: number
  /** `Level.sightRevision` at the time of the view. */
  readonly sight: number
  /** `Level.lightRevision` at the time of the view; 0 if no map in view is dark. */
  readonly light: number
}

/**
 * Valid until the transaction ends. If `differOnlyInCells` is true for a later view, only changed cells of `levels` can
 * look different in that view.
 */
export interface PlayerMapView {
  readonly level: Level
  readonly x: number
  readonly y: number
  readonly isBlind: boolean
  /** [CF-22.6] Whether the player sees through the walls of the nearest cells. */
  readonly seesThrough: boolean
  /** Names of the members of the player's party, separated by commas. */
  readonly partyMembers: string
  /** The player's map first. `x` and `y`: the position of a map's first cell in coordinates of the player's map. */
  readonly levels: readonly ViewedLevel[]
  /**
   * The cell at an offset of at most 31 cells in each direction. Undefined if the cell is not visible; the object
   * `before` if the cell looks the same.
   */
  cellAt(dx: number, dy: number, before?: VisibleCell): VisibleCell | undefined
  /** [CF-5.12] The labels of a visible cell. */
  labelsAt(dx: number, dy: number): readonly Label[]
}

/**
 * [CF-5.9] The darkness byte of each step of darkness. Current clients paint 255 as solid black, so the darkest visible
 * cells have a smaller number.
 */
export const darknessBytes = [0, 64, 112, 160, 208] as const

/** The player must be connected. */
export class PlayerView implements PlayerMapView {
  readonly level: Level
  readonly x: number
  readonly y: number
  readonly isBlind: boolean
  readonly seesThrough: boolean
  readonly partyMembers: string
  readonly levels: readonly ViewedLevel[]
  readonly #player: Player
  readonly #now: number
  readonly #friends: readonly string[]
  readonly #general: number
  readonly #reach: number
  /** The maps around the player's; undefined if the view does not reach beyond the player's map. */
  readonly #around: AdjacentMapsView | undefined
  #line: LineOfSight | undefined
  #lights: AdjacentLights | undefined
  #named: ReadonlySet<string> | undefined

  /**
   * `now`: in milliseconds of the game's clock. `radius`: cells from the centre to the edge of the client's view. Maps
   * outside the view are not opened.
   */
  constructor(
    player: Player,
    now: number,
    friends: readonly string[],
    adjacentLevel: AdjacentLevelLookup,
    radius: number,
  ) {
    const level = player.level!
    this.level = level
    this.x = player.x
    this.y = player.y
    this.#player = player
    this.#now = now
    this.#friends = friends
    this.#general = levelDarkness(level, now)
    // [CF-22.5]
    this.isBlind = player.effects.has('blind')
    this.seesThrough = player.effects.has('seeing_through')
    this.partyMembers = friends.join()
    // On a dark map, lights of maps outside the view shine into the view.
    this.#reach = this.#general > 0 ? maxViewRadius : radius
    this.#around = isNearEdge(player, this.#reach) ? new AdjacentMapsView(level, adjacentLevel) : undefined
    this.#line = this.#around ? undefined : level.lineOfSightFrom(player)
    this.levels = viewedLevels(
      this.#around?.levelsWithin(player, this.#reach) ?? [{ level, x: 0, y: 0 }],
      now,
    )
  }

  cellAt(dx: number, dy: number, before?: VisibleCell): VisibleCell | undefined {
    if (this.isBlind && (dx !== 0 || dy !== 0)) return undefined
    this.#line ??= new FieldLineOfSight(this.#around!, this)
    if (!this.#line.isVisible(dx, dy) && !(this.seesThrough && isNear(dx, dy))) return undefined
    const x = this.x + dx
    const y = this.y + dy
    const level = this.#levelOver(x, y)
    if (!level) return undefined
    const [column, row] = this.#around ? [this.#around.columnOn(x, y), this.#around.rowOn(x, y)] : [x, y]
    const stack = level.visibleFacesAt(column, row)
    if (stack.length === 0) return undefined
    const darkness = this.#darknessAt(level, column, row, x, y)
    return before?.visibleFaces === stack && before.darkness === darkness
      ? before
      : { visibleFaces: stack, darkness }
  }

  labelsAt(dx: number, dy: number): readonly Label[] {
    if (this.isBlind) return []
    const [x, y] = [this.x + dx, this.y + dy]
    const level = this.#levelOver(x, y)
    if (!level) return []
    this.#named ??= new Set(this.#friends)
    const at = this.#around?.cellAt(x, y) ?? { x, y }
    return labelsAt(level, at.x, at.y, this.#player, this.#named)
  }

  #levelOver(x: number, y: number): Level | undefined {
    return this.#around ? this.#around.levelOver(x, y) : this.level
  }

  /**
   * `column` and `row`: the position of the cell on its own map. `x` and `y`: the position in coordinates of the
   * player's map.
   */
  #darknessAt(level: Level, column: number, row: number, x: number, y: number): number {
    const dark = level === this.level ? this.#general : levelDarkness(level, this.#now)
    const own = level.darknessAt(dark, column, row)
    if (!this.#around || own === 0) return darknessBytes[own]!
    this.#lights ??= new AdjacentLights(this.#around, this, this.#reach)
    return darknessBytes[Math.min(own, darknessWithLights(dark, this.#lights.reachingInto(level), x, y))]!
  }
}

function viewedLevels(levels: readonly LevelCell[], now: number): readonly ViewedLevel[] {
  const darkness = levels.map(({ level }) => levelDarkness(level, now))
  const isDark = darkness.some((general) => general > 0)
  return levels.map(({ level, x, y }, at) => {
    const light = isDark ? level.lightRevision : 0
    return { level, x, y, general: darkness[at]!, sight: level.sightRevision, light }
  })
}

/** [CF-22.6] */
const seeThroughCells = 2

function isNear(dx: number, dy: number): boolean {
  return Math.max(Math.abs(dx), Math.abs(dy)) <= seeThroughCells
}

export function differOnlyInCells(a: PlayerMapView, b: PlayerMapView): boolean {
  return (
    a.level === b.level &&
    a.x === b.x &&
    a.y === b.y &&
    a.isBlind === b.isBlind &&
    a.seesThrough === b.seesThrough &&
    a.partyMembers === b.partyMembers &&
    a.levels.length === b.levels.length &&
    a.levels.every((each, at) => isSameLevel(each, b.levels[at]!))
  )
}

function isSameLevel(a: ViewedLevel, b: ViewedLevel): boolean {
  return (
    a.level === b.level &&
    a.x === b.x &&
    a.y === b.y &&
    a.general === b.general &&
    a.sight === b.sight &&
    a.light === b.light
  )
}

/** [CF-20.8] The lights that shine across map edges. */
class AdjacentLights {
  readonly #lights: ReturnType<AdjacentMapsView['lightsWithin']>
  readonly #into = new Map<Level, readonly LightSource[]>()

  constructor(around: AdjacentMapsView, from: Position, reach: number) {
    this.#lights = around.lightsWithin(from, reach)
  }

  reachingInto(level: Level): readonly LightSource[] {
    const known = this.#into.get(level) ?? this.#lights.filter((light) => light.level !== level)
    this.#into.set(level, known)
    return known
  }
}

/** [CF-20.8] */
function isNearEdge({ level, x, y }: Player, reach: number): boolean {
  const { plan, width, height } = level!
  if (!plan.adjacentMaps) return false
  return x < reach || y < reach || x >= width - reach || y >= height - reach
}

/** Darkness of the level without its lights, from 0 to 4. */
export function levelDarkness(
  { plan, extraDarkness }: Pick<Level, 'plan' | 'extraDarkness'>,
  now: number,
): number {
  return Math.min(
    darknessBytes.length - 1,
    Math.max(0, (plan.darkness ?? outdoorDarknessAt(now)) + extraDarkness),
  )
}
