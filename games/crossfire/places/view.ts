// A player's view: visible cells, their content and darkness. [CF-5.7]

import type { Spot } from '../scene/level-plan.ts'
import type { Level, Light, Player, Shown } from '../scene/scene.ts'
import { darknessAt, lit } from '../time/day.ts'
import { type Beside, type CellThere, Surroundings } from './beside.ts'
import { type Label, labelsAt } from './labels.ts'
import { Sightline } from './sightline.ts'

/** Cells from the centre to the edge of the largest view. */
const farthest = 12

export interface SeenCell {
  /** Topmost first; the same array as before if nothing has changed. */
  readonly stack: readonly Shown[]
  /** 0 daylight to 255 pitch dark. */
  readonly darkness: number
  /** Set for clients that request labels. */
  readonly labels?: readonly Label[]
}

/** The view from one place at one time; valid until the turn ends. */
export interface Sight {
  readonly level: Level
  readonly x: number
  readonly y: number
  /** Unchanged if no visible cell can have changed. */
  readonly stamp: string
  /** Names of the player's party. */
  readonly friends: string
  /** The cell at that offset, at most 31 each way; undefined: not visible. Returns `before` if unchanged. */
  cell(dx: number, dy: number, before?: SeenCell): SeenCell | undefined
  /** [CF-5.12] Labels of the cell. Call only for visible cells. */
  labels(dx: number, dy: number): readonly Label[]
}

/** [CF-5.9] By darkness step. Current clients paint 255 solid black, so the darkest visible cell stays below. */
export const darknesses = [0, 64, 112, 160, 208] as const

/** `now`: host clock, for the time of day; `friends`: names of the party. The player must be connected. */
export function sightOf(player: Player, now: number, friends: readonly string[], beside: Beside): Sight {
  const level = player.level!
  const { x, y } = player
  const general = darknessOf(level, now)
  const named = new Set(friends)
  // [CF-22.5]
  const isBlind = player.effects.has('blind')
  const around = isAtEdge(player) ? new Surroundings(level, beside) : undefined
  let over: LightOver | undefined
  let line = around ? undefined : level.sightFrom(player)
  const at = (dx: number, dy: number): CellThere | undefined =>
    around ? around.at(x + dx, y + dy) : { level, x: x + dx, y: y + dy }
  return {
    level,
    x,
    y,
    stamp: `${level.stamp} ${general} ${isBlind} ${friends.join()}${around?.stampWithin(player, farthest) ?? ''}`,
    friends: friends.join(),
    cell(dx, dy, before) {
      if (isBlind && (dx !== 0 || dy !== 0)) return undefined
      line ??= new Sightline(around!, player)
      if (!line.sees(dx, dy)) return undefined
      const there = at(dx, dy)
      const stack = there?.level.stack(there.x, there.y) ?? []
      if (!there || stack.length === 0) return undefined
      const dark = there.level === level ? general : darknessOf(there.level, now)
      const own = there.level.darknessAt(dark, there.x, there.y)
      if (around && own > 0) over ??= new LightOver(around, player)
      const least = own > 0 && over ? Math.min(own, lit(dark, over.into(there.level), x + dx, y + dy)) : own
      const darkness = darknesses[least]!
      return before?.stack === stack && before.darkness === darkness ? before : { stack, darkness }
    },
    labels(dx, dy) {
      if (isBlind) return []
      const there = at(dx, dy)
      return there ? labelsAt(there.level, there.x, there.y, player, named) : []
    },
  }
}

/** [CF-20.8] Lights that shine across map edges: for each map, those of adjacent maps. */
class LightOver {
  readonly #lights: ReturnType<Surroundings['lightsWithin']>
  readonly #into = new Map<Level, readonly Light[]>()

  constructor(around: Surroundings, from: Spot) {
    this.#lights = around.lightsWithin(from, farthest)
  }

  into(level: Level): readonly Light[] {
    const known = this.#into.get(level) ?? this.#lights.filter((light) => light.level !== level)
    this.#into.set(level, known)
    return known
  }
}

/** [CF-20.8] Whether the view can reach past the edge. */
function isAtEdge({ level, x, y }: Player): boolean {
  const { plan, width, height } = level!
  if (!plan.tiles) return false
  return x < farthest || y < farthest || x >= width - farthest || y >= height - farthest
}

/** Darkness of a level as a whole, 0 to 4. */
export function darknessOf({ plan, gloom }: Pick<Level, 'plan' | 'gloom'>, now: number): number {
  return Math.min(darknesses.length - 1, Math.max(0, (plan.darkness ?? darknessAt(now)) + gloom))
}
