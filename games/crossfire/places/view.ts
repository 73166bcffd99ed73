// What a player sees around him: which cells, what is in them, how dark they are. [CF-5.7]

import type { Spot } from '../scene/level-plan.ts'
import type { Level, Light, Player, Shown } from '../scene/scene.ts'
import { darknessAt, lit } from '../time/day.ts'
import { type Beside, type CellThere, Surroundings } from './beside.ts'
import { type Label, labelsAt } from './labels.ts'
import { Sightline } from './sightline.ts'

/** Cells from the middle of the largest view to its end. */
const farthest = 12

export interface SeenCell {
  /** Topmost first; the same object as before if nothing has changed. */
  readonly stack: readonly Shown[]
  /** 0 broad day to 255 pitch dark. */
  readonly darkness: number
  /** Of who asks for labels. */
  readonly labels?: readonly Label[]
}

/** What is seen from one place at one time; good until the turn ends. */
export interface Sight {
  readonly level: Level
  readonly x: number
  readonly y: number
  /** The same as before, if nothing of what is seen can have changed. */
  readonly stamp: string
  /** Names of his party. */
  readonly friends: string
  /**
   * What is seen `dx`, `dy` cells from the player, at most 31 either way; undefined: nothing. `before`: what was seen of
   * that cell, which it is again if nothing of it has changed.
   */
  cell(dx: number, dy: number, before?: SeenCell): SeenCell | undefined
  /** [CF-5.12] What stands written there; ask it of cells that are seen alone. */
  labels(dx: number, dy: number): readonly Label[]
}

/** [CF-5.9] By our five steps. Today's client paints 255 all black, and what is in sight is to be made out. */
export const darknesses = [0, 64, 112, 160, 208] as const

/** `now`: of the host's clock, which makes the day; `friends`: names of his party. The player is in. */
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

/** [CF-20.8] What shines over the edges into a map: by that map, the lights of those beside it. */
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

/** [CF-20.8] He may see over the edge. */
function isAtEdge({ level, x, y }: Player): boolean {
  const { plan, width, height } = level!
  if (!plan.tiles) return false
  return x < farthest || y < farthest || x >= width - farthest || y >= height - farthest
}

/** 0 to 4: of a level as a whole. */
export function darknessOf({ plan, gloom }: Pick<Level, 'plan' | 'gloom'>, now: number): number {
  return Math.min(darknesses.length - 1, Math.max(0, (plan.darkness ?? darknessAt(now)) + gloom))
}
