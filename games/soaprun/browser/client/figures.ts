import type { BoardPoint } from '../../board/board.ts'
import { type FieldPacket, type Figure, OtherPlayer, VisibleUnit } from './figure.ts'

export interface FigureEvents {
  /** Returns a random number from 0 to 1. */
  chance(): number
  /** Called for each player who was also in the previous Flds, with the player's earlier status and items. */
  player?(other: OtherPlayer, before: Pick<OtherPlayer, 'status' | 'items'>): void
  unit?(unit: VisibleUnit, before: Pick<VisibleUnit, 'status'>): void
}

export class Figures {
  readonly others = new Map<number, OtherPlayer>()
  readonly units = new Map<number, VisibleUnit>()
  readonly #events: FigureEvents

  constructor(events: FigureEvents) {
    this.#events = events
  }

  /** [SR-3.8] */
  update({ players, units }: Pick<FieldPacket, 'players' | 'units'>): void {
    const { player, unit } = this.#events
    updateFigures(this.others, players, (entry) => new OtherPlayer(entry, this.#anyAge()), player)
    updateFigures(this.units, units, (entry) => new VisibleUnit(entry, this.#anyAge()), unit)
  }

  /** A frame takes 17 ms. */
  frame(): void {
    for (const other of this.others.values()) other.frame()
    for (const unit of this.units.values()) unit.frame()
  }

  /** Whether any player or unit is walking. */
  get isMoving(): boolean {
    return [...this.others.values(), ...this.units.values()].some(({ isMoving }) => isMoving)
  }

  clear(): void {
    this.others.clear()
    this.units.clear()
  }

  /** Returns a random age, so that the animations of several figures are not synchronized. */
  #anyAge(): number {
    return Math.floor(this.#events.chance() * 256)
  }
}

function updateFigures<
  E extends { readonly index: number },
  F extends Figure & { updateFrom(entry: E): void },
>(
  seen: Map<number, F>,
  entries: readonly E[],
  create: (entry: E) => F,
  changed?: (figure: F, before: F) => void,
): void {
  const present = new Set(entries.map(({ index }) => index))
  for (const index of seen.keys()) if (!present.has(index)) seen.delete(index)
  for (const entry of entries) {
    const known = seen.get(entry.index)
    if (!known) seen.set(entry.index, create(entry))
    else {
      const before = { ...known }
      known.updateFrom(entry)
      changed?.(known, before)
    }
  }
}

/** The distance along the longer axis. */
export const pixelDistance = (a: BoardPoint, b: BoardPoint): number =>
  Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
