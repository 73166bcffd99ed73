// [DM-4] The client decides hits, and the room checks them.
import type { DoorAndLiftPositions, EyePoint, Level } from '../../map/level/level.ts'
import { type Weapon, weapons } from '../../weapons/weapons.ts'

/** Shots in the magazine of each weapon. Fists never run out. */
const magazineSizes = [Number.POSITIVE_INFINITY, 30, 30, 8] as const
const reloadMs = 600
/** Range of a shot that no wall stops, in map units. */
const maxRange = 8192

export class Arsenal {
  weapon = 1
  readonly #shotsLeft: number[] = [...magazineSizes]
  readonly #firedAt = weapons.map(() => Number.NEGATIVE_INFINITY)
  #reloadsUntil = Number.NEGATIVE_INFINITY
  /** When the player drew the current weapon. */
  drawnAt = Number.NEGATIVE_INFINITY

  /** Undefined for the fists. */
  get shotsLeft(): number | undefined {
    const left = this.#shotsLeft[this.weapon]!
    return Number.isFinite(left) ? left : undefined
  }

  get firedAt(): number {
    return this.#firedAt[this.weapon]!
  }

  isReloading(now: number): boolean {
    return now < this.#reloadsUntil
  }

  switchTo(weapon: number, now: number): boolean {
    if (weapon === this.weapon || !weapons[weapon]) return false
    this.weapon = weapon
    this.drawnAt = now
    this.#reloadsUntil = Number.NEGATIVE_INFINITY
    return true
  }

  /** [DM-4.6] Sets the shots left to those of a WEAP message, in which a negative number means unlimited. */
  setMagazines(left: readonly number[]): void {
    for (const [n, shots] of left.entries()) this.#shotsLeft[n] = shots < 0 ? Number.POSITIVE_INFINITY : shots
  }

  reload(now: number): boolean {
    const most = magazineSizes[this.weapon]!
    if (this.isReloading(now) || this.#shotsLeft[this.weapon]! >= most) return false
    this.#shotsLeft[this.weapon] = most
    this.#reloadsUntil = now + reloadMs
    return true
  }

  /** If the magazine is empty, refills it instead. */
  pullTrigger(now: number): 'shot' | 'filled' | undefined {
    const { weapon } = this
    if (this.isReloading(now) || now - this.#firedAt[weapon]! < 1000 / weapons[weapon]!.perSecond)
      return undefined
    if (this.#shotsLeft[weapon]! < 1) return this.reload(now) ? 'filled' : undefined
    this.#shotsLeft[weapon]!--
    this.#firedAt[weapon] = now
    return 'shot'
  }
}

/** The position of a target is the one that the view displays. */
export interface ShotTarget extends EyePoint {
  readonly id: number
}

/**
 * Map units from the eye to the line that stops a shot, at most `maxRange`. An opening lets a shot pass if it includes
 * the height of the eye.
 */
export function shotRange(
  level: Level,
  { x, y, z, angle }: EyePoint & { readonly angle: number },
  doorsAndLifts: DoorAndLiftPositions,
): number {
  const way = directionOf(angle)
  let reach = maxRange
  for (const { x1, y1, x2, y2, front, back } of level.lines) {
    const across = way.x * (y2 - y1) - way.y * (x2 - x1)
    if (across === 0) continue
    const along = ((x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1)) / across
    const at = ((x1 - x) * way.y - (y1 - y) * way.x) / across
    if (along <= 0 || along >= reach || at < 0 || at > 1) continue
    if (back !== undefined) {
      const bottom = Math.max(level.floor(front, doorsAndLifts), level.floor(back, doorsAndLifts))
      const top = Math.min(level.ceiling(front, doorsAndLifts), level.ceiling(back, doorsAndLifts))
      if (bottom < z && z < top) continue
    }
    reach = along
  }
  return reach
}

/** [DM-4.7] */
export function findHitTargets<T extends ShotTarget>(
  kind: Weapon,
  level: Level,
  eye: EyePoint & { readonly angle: number },
  targets: readonly T[],
  doorsAndLifts: DoorAndLiftPositions,
): T[] {
  const way = directionOf(eye.angle)
  const reach = Math.min(kind.reach, shotRange(level, eye, doorsAndLifts) + kind.hitWidth)
  return targets.filter((target) => {
    const [dx, dy] = [target.x - eye.x, target.y - eye.y]
    const along = dx * way.x + dy * way.y
    const aside = Math.abs(dx * way.y - dy * way.x)
    if (along <= 0 || along > reach || aside > kind.hitWidth) return false
    return Math.hypot(dx, dy) <= kind.reach && level.isVisible(eye, target, doorsAndLifts, kind.hitWidth)
  })
}

function directionOf(angle: number): { readonly x: number; readonly y: number } {
  const radians = (angle * Math.PI) / 180
  return { x: Math.cos(radians), y: -Math.sin(radians) }
}
