// The machine parts of a level, and cells with pending work. [CF-20.10]
import type { Machine } from '../scene/machine.ts'
import type { Machinery, Player, Signal, Thing, Touch } from '../scene/scene.ts'

export class MachineryState implements Machinery {
  readonly acting = new Set<Thing>()
  readonly signals: Signal[] = []
  readonly #connected = new Map<number, Set<Thing>>()
  readonly #letGo = new WeakMap<Thing, number>()
  /** Number of parts by cell. */
  readonly #cells = new Map<number, number>()
  readonly #ears = new Set<Thing>()
  #touched = new Map<number, Player[]>()

  get ears(): ReadonlySet<Thing> {
    return this.#ears
  }

  get isTouched(): boolean {
    return this.#touched.size > 0 || this.signals.length > 0
  }

  connectedTo(number: number): ReadonlySet<Thing> {
    return this.#connected.get(number) ?? new Set()
  }

  isAt(cell: number): boolean {
    return this.#cells.has(cell)
  }

  letsGoAt(thing: Thing): number | undefined {
    return this.#letGo.get(thing)
  }

  letGoAt(thing: Thing, clock: number): void {
    this.#letGo.set(thing, clock)
  }

  touches(most: number): readonly Touch[] {
    const taken: Touch[] = []
    for (const [cell, came] of this.#touched) {
      if (taken.length >= most) break
      this.#touched.delete(cell)
      taken.push({ cell, came })
    }
    return taken
  }

  quietly(cell: number, change: () => void): void {
    const was = this.#touched.has(cell)
    change()
    if (!was) this.#touched.delete(cell)
  }

  // ---- Called by the level ---------------------------------------------------------------------------------------

  add(thing: Thing, is: Machine, cell: number): void {
    this.#cells.set(cell, (this.#cells.get(cell) ?? 0) + 1)
    if (is.connected !== undefined) {
      const others = this.#connected.get(is.connected) ?? new Set()
      this.#connected.set(is.connected, others.add(thing))
    }
    if (actsAlone(is)) this.acting.add(thing)
    if (is.part.is === 'ear') this.#ears.add(thing)
  }

  delete(thing: Thing, is: Machine, cell: number): void {
    const others = (this.#cells.get(cell) ?? 1) - 1
    if (others > 0) this.#cells.set(cell, others)
    else this.#cells.delete(cell)

    if (is.connected !== undefined) this.#connected.get(is.connected)?.delete(thing)
    this.acting.delete(thing)
    this.#ears.delete(thing)
  }

  touch(cell: number): void {
    if (this.#cells.has(cell) && !this.#touched.has(cell)) this.#touched.set(cell, [])
  }

  came(player: Player, cell: number): void {
    if (!this.#cells.has(cell)) return
    const came = this.#touched.get(cell) ?? []
    this.#touched.set(cell, came)
    came.push(player)
  }
}

/** Whether the part needs a check each tick: it acts by itself, or is due to reset. */
function actsAlone({ part, state }: Machine): boolean {
  switch (part.is) {
    case 'trigger':
    case 'ship':
      return state > 0
    case 'button':
    case 'pedestal':
    case 'altar':
      return part.ticks !== undefined && (state & 2) !== 0
    case 'gate':
      return part.perTick > 0 || state === 2 || (part.ticks !== undefined && state === 0)
    case 'creator':
    case 'mood':
    case 'shooter':
      return part.perTick > 0
    default:
      return false
  }
}
