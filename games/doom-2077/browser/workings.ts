// [DM-6] Doors, lifts and switches that the player operates by hand or by walking over a line.
import type { Geometry } from '../map/geometry.ts'
import type { Level } from '../map/level.ts'
import { type Trigger, triggersOf } from '../map/triggers.ts'
import type { FromClient } from '../packets.ts'
import type { Noise } from '../view/noises.ts'
import type { GateKind, Gates } from './gates.ts'

/** Map units within which the player can operate a door or switch. */
const handReach = 100

/** Map units. */
export interface At {
  readonly x: number
  readonly y: number
}

export class Workings {
  readonly #level: Level
  readonly #gates: Gates
  readonly #triggers: readonly Trigger[]
  readonly #heard: (noise: Noise, where?: At) => void

  /** @param heard called with each noise, and with where it happens unless it is the player's own */
  constructor(geometry: Geometry, level: Level, gates: Gates, heard: (noise: Noise, where?: At) => void) {
    this.#level = level
    this.#gates = gates
    this.#triggers = triggersOf(geometry, level.doors, level.lifts)
    this.#heard = heard
  }

  /** Operates the nearest trigger in front of the player unless a wall is in the way. Returns the messages to send. */
  byHand({ x, y, angle }: At & { readonly angle: number }, now: number): FromClient[] {
    const radians = (angle * Math.PI) / 180
    const to = { x: x + Math.cos(radians) * handReach, y: y - Math.sin(radians) * handReach }
    const met = (line: number) => part({ x, y }, to, this.#level.lines[line]!)
    const before = this.#triggers.flatMap((trigger) => {
      const far = trigger.by === 'hand' ? met(trigger.line) : undefined
      return far === undefined ? [] : [{ trigger, far }]
    })
    if (before.length === 0) return []
    const nearest = Math.min(...before.map(({ far }) => far))
    const walled = this.#level.lines.some(
      ({ back }, line) => back === undefined && (met(line) ?? 1) < nearest,
    )
    if (walled) return []
    return before.flatMap(({ trigger, far }) => (far === nearest ? this.#work(trigger, now) : []))
  }

  /** Operates everything that the player walks over. */
  byFoot(from: At, to: At, now: number): FromClient[] {
    return this.#triggers.flatMap((trigger) => {
      const isMet = trigger.by === 'step' && part(from, to, this.#level.lines[trigger.line]!) !== undefined
      return isMet ? this.#work(trigger, now) : []
    })
  }

  /** Plays the sound of a moving door or lift at its place. */
  sound(kind: GateKind, id: number): void {
    const sector = this.#gates.sectorOf(kind, id)
    const line = this.#level.lines.find(({ front, back }) => front === sector || back === sector)
    if (line) this.#heard(kind, { x: (line.x1 + line.x2) / 2, y: (line.y1 + line.y2) / 2 })
  }

  #work({ doors, lifts, by, line }: Trigger, now: number): FromClient[] {
    const said: FromClient[] = []
    for (const doorId of doors) {
      if (!this.#gates.ask('door', doorId, now)) continue
      said.push({ type: this.#gates.goal('door', doorId) ? 'OPEN' : 'CLOS', doorId })
      this.sound('door', doorId)
      if (by === 'hand' && this.#level.lines[line]!.back === undefined) this.#heard('switch')
    }
    for (const liftId of lifts) {
      if (!this.#gates.ask('lift', liftId, now)) continue
      said.push({ type: this.#gates.goal('lift', liftId) ? 'LASC' : 'LDSC', liftId })
      this.sound('lift', liftId)
    }
    return said
  }
}

/** The share of the way from `a` to `b` that lies before the line, or undefined if they do not cross. */
function part(a: At, b: At, { x1, y1, x2, y2 }: Level['lines'][number]): number | undefined {
  const side = ({ x, y }: At) => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
  const way = (x: number, y: number) => (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
  const [from, to] = [side(a), side(b)]
  if (from > 0 === to > 0 || way(x1, y1) > 0 === way(x2, y2) > 0) return undefined
  return from / (from - to)
}
