// Other players are drawn with a delay, so that each drawn position is between two received ones.
import type { Position } from '../../map/position.ts'
import type { PlayerInView } from '../../view/first-person.ts'

/** The delay of the display, in milliseconds. MOVEs arrive every 34 ms, and some arrive late. */
export const displayDelayMs = 100
/** If the gap between two MOVEs is longer than this many milliseconds, the player is drawn standing still first. */
const maxStepMs = 150
/** The client assumes that a player who moves farther than this at once (in map units × 1000) was teleported. */
const teleportDistance = 200_000
/** About one second per player. */
const maxPositions = 32

interface TimedPosition {
  readonly at: number
  readonly place: Position
}

export class RemotePlayer {
  readonly id: number
  readonly name: string
  /** Health points × 1000. */
  health = 0
  /** `weapon`: the weapon of the last shot. `diedAt`: undefined while the player lives. */
  firedAt = Number.NEGATIVE_INFINITY
  weapon = 1
  hurtAt = Number.NEGATIVE_INFINITY
  diedAt: number | undefined
  #positions: TimedPosition[] = []
  #walkingUntil = Number.NEGATIVE_INFINITY

  constructor(id: number, name: string) {
    this.id = id
    this.name = name
  }

  addPosition(place: Position, at: number): void {
    const last = this.#positions.at(-1)
    if (last && Math.hypot(last.place.x - place.x, last.place.y - place.y) > teleportDistance)
      this.#positions = []
    else if (last && (last.place.x !== place.x || last.place.y !== place.y))
      this.#walkingUntil = at + displayDelayMs + 2 * 34
    this.#positions.push({ at, place })
    if (this.#positions.length > maxPositions) this.#positions.shift()
  }

  /** Undefined if no position was received. */
  displayedPosition(now: number): Position | undefined {
    const time = now - displayDelayMs
    const next = this.#positions.findIndex(({ at }) => at > time)
    if (next < 0) return this.#positions.at(-1)?.place
    const to = this.#positions[next]!
    const from = this.#positions[next - 1]
    // The player has just joined or was teleported.
    if (!from) return to.place
    const begins = Math.max(from.at, to.at - maxStepMs)
    return interpolate(from.place, to.place, Math.max(0, (time - begins) / (to.at - begins)))
  }

  /** The newest received position, without the display delay. */
  get latestPosition(): Position | undefined {
    return this.#positions.at(-1)?.place
  }

  /** Ages are in ms. */
  appearance(now: number): Omit<PlayerInView, 'position'> {
    return {
      id: this.id,
      isWalking: now < this.#walkingUntil,
      firedAgo: now - this.firedAt,
      hurtAgo: now - this.hurtAt,
      diedAgo: this.diedAt === undefined ? undefined : now - this.diedAt,
    }
  }
}

/** The angle turns the shorter way around. */
export function interpolate(a: Position, b: Position, part: number): Position {
  if (part >= 1) return b
  const turn = ((((b.angle - a.angle) % 360_000) + 540_000) % 360_000) - 180_000
  return {
    x: a.x + (b.x - a.x) * part,
    y: a.y + (b.y - a.y) * part,
    z: a.z + (b.z - a.z) * part,
    angle: (a.angle + turn * part + 360_000) % 360_000,
  }
}
