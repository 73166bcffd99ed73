// Everybody and everything that is seen on a field, from one telling of it to the next.
import type { Node } from '../board/board.ts'
import type { Fields } from './figure.ts'
import { Other, SeenUnit } from './figure.ts'

/** What somebody was before he was told of anew; undefined: he was not seen. */
export interface Before {
  readonly status: number
  readonly items: number
}

export interface CrowdEvents {
  /** 0 to 1. */
  chance(): number
  player?(other: Other, before: Before | undefined): void
  unit?(unit: SeenUnit, before: number | undefined): void
}

export class Crowd {
  readonly others = new Map<number, Other>()
  readonly units = new Map<number, SeenUnit>()
  readonly #events: CrowdEvents

  constructor(events: CrowdEvents) {
    this.#events = events
  }

  /** [SR-3.8] Who is missing is hidden. */
  see({ players, units }: Pick<Fields, 'players' | 'units'>): void {
    keepOnly(this.others, players)
    keepOnly(this.units, units)
    for (const entry of players) {
      const known = this.others.get(entry.index)
      const before = known && { status: known.status, items: known.items }
      known?.heard(entry)
      const other = known ?? new Other(entry, this.#anyAge())
      this.others.set(entry.index, other)
      this.#events.player?.(other, before)
    }
    for (const entry of units) {
      const known = this.units.get(entry.index)
      const before = known?.status
      known?.heard(entry)
      const unit = known ?? new SeenUnit(entry, this.#anyAge())
      this.units.set(entry.index, unit)
      this.#events.unit?.(unit, before)
    }
  }

  /** 17 ms. */
  frame(): void {
    for (const other of this.others.values()) other.frame()
    for (const unit of this.units.values()) unit.frame()
  }

  /** Somebody is on his way. */
  get walks(): boolean {
    return [...this.others.values(), ...this.units.values()].some(({ walks }) => walks)
  }

  clear(): void {
    this.others.clear()
    this.units.clear()
  }

  /** So that not all breathe at the same time. */
  #anyAge(): number {
    return Math.floor(this.#events.chance() * 256)
  }
}

function keepOnly(seen: Map<number, unknown>, entries: readonly { readonly index: number }[]): void {
  const told = new Set(entries.map(({ index }) => index))
  for (const index of seen.keys()) if (!told.has(index)) seen.delete(index)
}

/** How far they are from each other, in the longer direction. */
export const distance = (a: Node, b: Node): number => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
