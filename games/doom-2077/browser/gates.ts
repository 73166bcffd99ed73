// [DM-6] Doors and lifts as this client sees them. A gate moves when the client requests it or the room announces it;
// the room's state takes precedence.
import type { Geometry } from '../map/geometry.ts'
import type { Level, Movables } from '../map/level.ts'
import type { Rooms } from '../view/hall/lens.ts'

/** Milliseconds after this client's own request in which full state lists are ignored: they may predate it. */
const mineMs = 1000

interface Gate {
  /** Sector of the gate, and the height of its moving surface when on (open, high) and off. */
  readonly sector: number
  readonly on: number
  readonly off: number
  readonly home: boolean
  readonly travelMs: number
  state: boolean
  /** When it started to move, and when this client requested it. */
  since: number
  asked: number
}

export type GateKind = 'door' | 'lift'

export class Gates {
  readonly rooms: Rooms
  readonly movables: Movables
  readonly #gates: { readonly [kind in GateKind]: readonly Gate[] }
  #now = 0

  constructor({ sectors }: Geometry, { doors, lifts }: Level) {
    this.#gates = {
      door: doors.map(({ sector, open, closed, startsOpen, travelMs }) =>
        gate({ sector, on: open, off: closed, home: startsOpen, travelMs }),
      ),
      lift: lifts.map(({ sector, high, low, startsHigh, travelMs }) =>
        gate({ sector, on: high, off: low, home: startsHigh, travelMs }),
      ),
    }
    this.rooms = {
      floors: Float64Array.from(sectors, ({ floor }) => floor),
      ceilings: Float64Array.from(sectors, ({ ceiling }) => ceiling),
    }
    this.movables = {
      door: (id) => this.#where('door', id, 'open', 'closed'),
      lift: (id) => this.#where('lift', id, 'high', 'low'),
    }
    this.advance(0)
  }

  /** Starts the gate moving if it rests at its home state. Returns true if the room must be asked. */
  ask(kind: GateKind, id: number, now: number): boolean {
    const one = this.#gates[kind][id]
    if (!one || one.state !== one.home || now - one.since < one.travelMs) return false
    Object.assign(one, { state: !one.home, since: now, asked: now })
    return true
  }

  /** The state that a request moves the gate to: true for open or high. */
  goal(kind: GateKind, id: number): boolean {
    return !this.#gates[kind][id]!.home
  }

  /** Applies a state from the room. Returns true if the gate starts to move. */
  told(kind: GateKind, id: number, state: boolean, now: number): boolean {
    const one = this.#gates[kind][id]
    if (!one || one.state === state) return false
    // A gate that reverses halfway starts from its current height.
    const done = Math.min(1, (now - one.since) / one.travelMs)
    Object.assign(one, { state, since: now - (1 - done) * one.travelMs })
    return true
  }

  /** [DM-6.3] Applies the states of all gates of a kind. */
  toldAll(kind: GateKind, states: readonly boolean[], now: number): void {
    for (const [id, one] of this.#gates[kind].entries()) {
      const state = states[id]
      if (state !== undefined && now - one.asked > mineMs) this.told(kind, id, state, now)
    }
  }

  /** Advances to `now`. Returns true if anything has moved. */
  advance(now: number): boolean {
    const before = this.#now
    this.#now = now
    let moved = false
    for (const [kind, heights] of [
      ['door', this.rooms.ceilings],
      ['lift', this.rooms.floors],
    ] as const)
      for (const one of this.#gates[kind]) {
        heights[one.sector] = heightOf(one, now)
        moved ||= before - one.since <= one.travelMs
      }
    return moved
  }

  get moving(): boolean {
    return Object.values(this.#gates).some((all) =>
      all.some(({ since, travelMs }) => this.#now - since < travelMs),
    )
  }

  /** The sector that this gate moves. */
  sectorOf(kind: GateKind, id: number): number | undefined {
    return this.#gates[kind][id]?.sector
  }

  #where<Name extends string>(kind: GateKind, id: number, on: Name, off: Name): Name | 'moving' {
    const one = this.#gates[kind][id]!
    if (this.#now - one.since < one.travelMs) return 'moving'
    return one.state ? on : off
  }
}

function gate(of: Pick<Gate, 'sector' | 'on' | 'off' | 'home' | 'travelMs'>): Gate {
  return { ...of, state: of.home, since: Number.NEGATIVE_INFINITY, asked: Number.NEGATIVE_INFINITY }
}

function heightOf({ on, off, state, since, travelMs }: Gate, now: number): number {
  const done = Math.min(1, Math.max(0, (now - since) / travelMs))
  const [from, to] = state ? [off, on] : [on, off]
  return done >= 1 ? to : from + (to - from) * done
}
