// [DM-6] Doors, lifts and switches, as he works them: by hand before him, or by walking over a line.
import type { Geometry } from '../map/geometry.ts'
import type { Level } from '../map/level.ts'
import { type Trigger, triggersOf } from '../map/triggers.ts'
import type { FromClient } from '../packets.ts'
import type { Noise } from '../view/noises.ts'
import type { GateKind, Gates } from './gates.ts'

/** Map units before one, in which doors and switches are worked by hand. */
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

  /** `heard`: what is to be heard, and where if not at his own ears. */
  constructor(geometry: Geometry, level: Level, gates: Gates, heard: (noise: Noise, where?: At) => void) {
    this.#level = level
    this.#gates = gates
    this.#triggers = triggersOf(geometry, level.doors, level.lifts)
    this.#heard = heard
  }

  /** What is nearest before him, unless a wall is before it; back with what the room is to be asked. */
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

  /** All that lies on his way. */
  byFoot(from: At, to: At, now: number): FromClient[] {
    return this.#triggers.flatMap((trigger) => {
      const isMet = trigger.by === 'step' && part(from, to, this.#level.lines[trigger.line]!) !== undefined
      return isMet ? this.#work(trigger, now) : []
    })
  }

  /** One moves: it is heard where it is. */
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

/** Of the way from `a` to `b`, how much lies before the line; undefined: it does not meet it. */
function part(a: At, b: At, { x1, y1, x2, y2 }: Level['lines'][number]): number | undefined {
  const side = ({ x, y }: At) => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
  const way = (x: number, y: number) => (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
  const [from, to] = [side(a), side(b)]
  if (from > 0 === to > 0 || way(x1, y1) > 0 === way(x2, y2) > 0) return undefined
  return from / (from - to)
}
