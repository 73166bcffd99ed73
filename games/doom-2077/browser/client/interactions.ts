// [DM-6] Doors, lifts and switches that the player operates by hand or by walking over a line.
import type { Geometry } from '../../map/geometry.ts'
import type { Level } from '../../map/level/level.ts'
import { findTriggers, type Trigger } from '../../map/triggers.ts'
import type { FromClient } from '../../packets.ts'
import type { SoundName } from '../../view/sounds.ts'
import type { DoorOrLiftKind, DoorsAndLifts } from './doors-and-lifts.ts'

/** Maximum distance in map units of a line that the player operates by hand. */
const interactRange = 100

/** Map units. */
export interface MapPoint {
  readonly x: number
  readonly y: number
}

export class Interactions {
  readonly #level: Level
  readonly #doorsAndLifts: DoorsAndLifts
  readonly #triggers: readonly Trigger[]
  readonly #playSound: (noise: SoundName, where?: MapPoint) => void

  /** @param playSound called with each noise and its position; without a position if the player makes the noise */
  constructor(
    geometry: Geometry,
    level: Level,
    doorsAndLifts: DoorsAndLifts,
    playSound: (noise: SoundName, where?: MapPoint) => void,
  ) {
    this.#level = level
    this.#doorsAndLifts = doorsAndLifts
    this.#triggers = findTriggers(geometry, level.doors, level.lifts)
    this.#playSound = playSound
  }

  /** Does nothing if a wall is in the way. Returns the messages to send. */
  interact({ x, y, angle }: MapPoint & { readonly angle: number }, now: number): FromClient[] {
    const radians = (angle * Math.PI) / 180
    const to = { x: x + Math.cos(radians) * interactRange, y: y - Math.sin(radians) * interactRange }
    const met = (line: number) => crossingShare({ x, y }, to, this.#level.lines[line]!)
    const before = this.#triggers.flatMap((trigger) => {
      const far = trigger.activation === 'hand' ? met(trigger.line) : undefined
      return far === undefined ? [] : [{ trigger, far }]
    })
    if (before.length === 0) return []
    const nearest = Math.min(...before.map(({ far }) => far))
    const walled = this.#level.lines.some(
      ({ back }, line) => back === undefined && (met(line) ?? 1) < nearest,
    )
    if (walled) return []
    return before.flatMap(({ trigger, far }) => (far === nearest ? this.#activate(trigger, now) : []))
  }

  /** Returns the messages to send. */
  walkOver(from: MapPoint, to: MapPoint, now: number): FromClient[] {
    return this.#triggers.flatMap((trigger) => {
      const isMet =
        trigger.activation === 'step' &&
        crossingShare(from, to, this.#level.lines[trigger.line]!) !== undefined
      return isMet ? this.#activate(trigger, now) : []
    })
  }

  playMoverSound(kind: DoorOrLiftKind, id: number): void {
    const sector = this.#doorsAndLifts.sectorOf(kind, id)
    const line = this.#level.lines.find(({ front, back }) => front === sector || back === sector)
    if (line) this.#playSound(kind, { x: (line.x1 + line.x2) / 2, y: (line.y1 + line.y2) / 2 })
  }

  #activate({ doors, lifts, activation, line }: Trigger, now: number): FromClient[] {
    const messages: FromClient[] = []
    for (const doorId of doors) {
      if (!this.#doorsAndLifts.request('door', doorId, now)) continue
      messages.push({ type: this.#doorsAndLifts.targetState('door', doorId) ? 'OPEN' : 'CLOS', doorId })
      this.playMoverSound('door', doorId)
      if (activation === 'hand' && this.#level.lines[line]!.back === undefined) this.#playSound('switch')
    }
    for (const liftId of lifts) {
      if (!this.#doorsAndLifts.request('lift', liftId, now)) continue
      messages.push({ type: this.#doorsAndLifts.targetState('lift', liftId) ? 'LASC' : 'LDSC', liftId })
      this.playMoverSound('lift', liftId)
    }
    return messages
  }
}

/** Returns where the way from `a` to `b` crosses the line, as a fraction of the way. */
function crossingShare(
  a: MapPoint,
  b: MapPoint,
  { x1, y1, x2, y2 }: Level['lines'][number],
): number | undefined {
  const side = ({ x, y }: MapPoint) => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
  const way = (x: number, y: number) => (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
  const [from, to] = [side(a), side(b)]
  if (from > 0 === to > 0 || way(x1, y1) > 0 === way(x2, y2) > 0) return undefined
  return from / (from - to)
}
