// [CF-20.10]
import type { Machine } from '../definitions/machine.ts'
import type { ChangedCell, Machinery, Player, Signal, Thing } from '../state/game-state.ts'

export class MachineryIndex implements Machinery {
  readonly activeParts = new Set<Thing>()
  readonly signals: Signal[] = []
  readonly #connected = new Map<number, Set<Thing>>()
  readonly #resetTimes = new WeakMap<Thing, number>()
  readonly #partCounts = new Map<number, number>()
  readonly #listening = new Set<Thing>()
  #changedCells = new Map<number, Player[]>()

  get listeningParts(): ReadonlySet<Thing> {
    return this.#listening
  }

  get hasPendingWork(): boolean {
    return this.#changedCells.size > 0 || this.signals.length > 0
  }

  partsConnectedTo(number: number): ReadonlySet<Thing> {
    return this.#connected.get(number) ?? new Set()
  }

  hasPartAt(cell: number): boolean {
    return this.#partCounts.has(cell)
  }

  resetTimeOf(thing: Thing): number | undefined {
    return this.#resetTimes.get(thing)
  }

  scheduleReset(thing: Thing, clock: number): void {
    this.#resetTimes.set(thing, clock)
  }

  takeChangedCells(most: number): readonly ChangedCell[] {
    const taken: ChangedCell[] = []
    for (const [cell, came] of this.#changedCells) {
      if (taken.length >= most) break
      this.#changedCells.delete(cell)
      taken.push({ cell, enteredPlayers: came })
    }
    return taken
  }

  changeUnmarked(cell: number, change: () => void): void {
    const was = this.#changedCells.has(cell)
    change()
    if (!was) this.#changedCells.delete(cell)
  }

  // ---- Called by the level ---------------------------------------------------------------------------------------

  add(thing: Thing, machine: Machine, cell: number): void {
    this.#partCounts.set(cell, (this.#partCounts.get(cell) ?? 0) + 1)
    if (machine.connected !== undefined) {
      const others = this.#connected.get(machine.connected) ?? new Set()
      this.#connected.set(machine.connected, others.add(thing))
    }
    if (needsTick(machine)) this.activeParts.add(thing)
    if (machine.part.type === 'ear') this.#listening.add(thing)
  }

  delete(thing: Thing, machine: Machine, cell: number): void {
    const others = (this.#partCounts.get(cell) ?? 1) - 1
    if (others > 0) this.#partCounts.set(cell, others)
    else this.#partCounts.delete(cell)

    if (machine.connected !== undefined) this.#connected.get(machine.connected)?.delete(thing)
    this.activeParts.delete(thing)
    this.#listening.delete(thing)
  }

  markCellChanged(cell: number): void {
    if (this.#partCounts.has(cell) && !this.#changedCells.has(cell)) this.#changedCells.set(cell, [])
  }

  onPlayerEntered(player: Player, cell: number): void {
    if (!this.#partCounts.has(cell)) return
    const came = this.#changedCells.get(cell) ?? []
    this.#changedCells.set(cell, came)
    came.push(player)
  }
}

function needsTick({ part, state }: Machine): boolean {
  switch (part.type) {
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
