import type { HintRow } from '../endpoints/hints.ts'
import type { SlotRow } from '../endpoints/slots.ts'
import { displayName } from './labels.ts'

type Query = { readonly [name: string]: string }

export const slotOrders = {
  slot: 'by number',
  name: 'by name',
  game: 'by game',
  done: 'most done first',
  left: 'most left first',
  active: 'last active first',
} as const
type SlotOrder = keyof typeof slotOrders

const orders: { readonly [order in SlotOrder]: (a: SlotRow, b: SlotRow) => number } = {
  slot: (a, b) => a.slot - b.slot,
  name: (a, b) => compare(displayName(a).toLowerCase(), displayName(b).toLowerCase()),
  game: (a, b) => compare(a.game, b.game),
  done: (a, b) => doneShare(b) - doneShare(a),
  left: (a, b) => b.locations - b.checks - (a.locations - a.checks),
  active: (a, b) => (b.lastActivity ?? 0) - (a.lastActivity ?? 0),
}

export function isSlotOrder(order: string | undefined): order is SlotOrder {
  return order !== undefined && Object.hasOwn(slotOrders, order)
}

/**
 * `find` searches the name, the alias, the game and the name in the claim. `game` and `status` must match exactly.
 * `sort` is a key of `slotOrders`.
 */
export function filterSlots(slots: readonly SlotRow[], { find, game, status, sort }: Query): SlotRow[] {
  const matching = slots.filter(
    (slot) =>
      matchesSearch(find, slot.name, slot.alias ?? '', slot.game, slot.claim?.called ?? '') &&
      matchesExactly(game, slot.game) &&
      matchesExactly(status, slot.status),
  )
  return matching.sort((a, b) => orders[isSlotOrder(sort) ? sort : 'slot'](a, b) || a.slot - b.slot)
}

/**
 * `find` searches all texts of a hint. `of` is the slot number of the hint's finder or receiver. `status` must match
 * exactly, or is `left` for hints that are not found.
 */
export function filterHints(hints: readonly HintRow[], { find, of, status }: Query): HintRow[] {
  return hints.filter(
    (hint) =>
      matchesSearch(
        find,
        hint.finder.shown,
        hint.receiver.shown,
        hint.item,
        hint.location,
        hint.entrance,
        hint.game,
      ) &&
      (!of || `${hint.finder.slot}` === of || `${hint.receiver.slot}` === of) &&
      (status === 'left' ? !hint.found : matchesExactly(status, hint.found ? 'found' : hint.status)),
  )
}

export function matchesSearch(find: string | undefined, ...texts: readonly string[]): boolean {
  const searchText = find?.trim().toLowerCase()
  return !searchText || texts.some((text) => text.toLowerCase().includes(searchText))
}

const matchesExactly = (wanted: string | undefined, value: string) => !wanted || wanted === value

const doneShare = ({ checks, locations }: SlotRow) => (locations === 0 ? 1 : checks / locations)

/** Ignores the locale, so that the order does not depend on where the page is rendered. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
