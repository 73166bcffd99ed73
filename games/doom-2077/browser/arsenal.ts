// [DM-4] The player's weapons and what each shot hits. The client decides hits; the room checks them.
import type { Level, Movables, Spot } from '../map/level.ts'
import { type Weapon, weapons } from '../weapons/weapons.ts'

export const weaponNames = ['fists', 'pistol', 'chaingun', 'shotgun'] as const
/** Shots in a full magazine. Fists need none. */
const full = [Number.POSITIVE_INFINITY, 30, 30, 8] as const
/** Milliseconds to refill a magazine. */
const fillMs = 600
/** [DM-4.1] Minimum ms between shots of two weapons, or half the slower one's interval if that is longer. */
const changeMs = 300
/** Range of a shot that no wall stops, in map units. */
const farthest = 8192

export class Arsenal {
  weapon = 1
  readonly #left: number[] = [...full]
  readonly #firedAt = weapons.map(() => Number.NEGATIVE_INFINITY)
  #last = 1
  #fillsUntil = Number.NEGATIVE_INFINITY
  /** When the player drew the current weapon. */
  takenAt = Number.NEGATIVE_INFINITY

  /** Shots left in the magazine, or undefined if the weapon has none. */
  get left(): number | undefined {
    const left = this.#left[this.weapon]!
    return Number.isFinite(left) ? left : undefined
  }

  get firedAt(): number {
    return this.#firedAt[this.weapon]!
  }

  fills(now: number): boolean {
    return now < this.#fillsUntil
  }

  take(weapon: number, now: number): boolean {
    if (weapon === this.weapon || !weapons[weapon]) return false
    this.weapon = weapon
    this.takenAt = now
    this.#fillsUntil = Number.NEGATIVE_INFINITY
    return true
  }

  /** [DM-4.6] Sets the shots of every magazine, as the room sends them at the start of a match. */
  load(left: readonly number[]): void {
    for (const [n, shots] of left.entries()) this.#left[n] = shots < 0 ? Number.POSITIVE_INFINITY : shots
  }

  fill(now: number): boolean {
    const most = full[this.weapon]!
    if (this.fills(now) || this.#left[this.weapon]! >= most) return false
    this.#left[this.weapon] = most
    this.#fillsUntil = now + fillMs
    return true
  }

  /** Pulls the trigger: fires if the weapon is ready; refills an empty magazine instead. */
  fire(now: number): 'shot' | 'filled' | undefined {
    const { weapon } = this
    if (this.fills(now) || now - this.#firedAt[weapon]! < 1000 / weapons[weapon]!.perSecond) return undefined
    const since = now - this.#firedAt[this.#last]!
    if (this.#last !== weapon && since < Math.max(changeMs, 500 / weapons[this.#last]!.perSecond))
      return undefined
    if (this.#left[weapon]! < 1) return this.fill(now) ? 'filled' : undefined
    this.#left[weapon]!--
    this.#firedAt[weapon] = now
    this.#last = weapon
    return 'shot'
  }
}

/** A player that a shot can hit, at their displayed position. */
export interface Target extends Spot {
  readonly id: number
}

/** Map units from the eye to whatever stops a shot: a wall, or an opening that the eye's height misses. */
export function reachOf(
  level: Level,
  { x, y, z, angle }: Spot & { readonly angle: number },
  movables: Movables,
): number {
  const way = wayOf(angle)
  let reach = farthest
  for (const { x1, y1, x2, y2, front, back } of level.lines) {
    const across = way.x * (y2 - y1) - way.y * (x2 - x1)
    if (across === 0) continue
    const along = ((x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1)) / across
    const at = ((x1 - x) * way.y - (y1 - y) * way.x) / across
    if (along <= 0 || along >= reach || at < 0 || at > 1) continue
    if (back !== undefined) {
      const bottom = Math.max(level.floor(front, movables), level.floor(back, movables))
      const top = Math.min(level.ceiling(front, movables), level.ceiling(back, movables))
      if (bottom < z && z < top) continue
    }
    reach = along
  }
  return reach
}

/** [DM-4.7] The targets that a shot hits: in range, close enough to its ray, and in sight. */
export function hitBy<T extends Target>(
  kind: Weapon,
  level: Level,
  eye: Spot & { readonly angle: number },
  targets: readonly T[],
  movables: Movables,
): T[] {
  const way = wayOf(eye.angle)
  const reach = Math.min(kind.reach, reachOf(level, eye, movables) + kind.beside)
  return targets.filter((target) => {
    const [dx, dy] = [target.x - eye.x, target.y - eye.y]
    const along = dx * way.x + dy * way.y
    const aside = Math.abs(dx * way.y - dy * way.x)
    if (along <= 0 || along > reach || aside > kind.beside) return false
    return Math.hypot(dx, dy) <= kind.reach && level.sees(eye, target, movables, kind.beside)
  })
}

function wayOf(angle: number): { readonly x: number; readonly y: number } {
  const radians = (angle * Math.PI) / 180
  return { x: Math.cos(radians), y: -Math.sin(radians) }
}
