import type { Client } from '../room/clients.ts'
import type { Hint } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { findHints, type HintKind, sortByUrgency } from './hint-search.ts'

/** Maximum number of new hints per command if hints are free. */
const maxFreeHints = 1000

/**
 * Runs `!hint` (`kind` is item) or `!hint_location`. `input`: the text after the command; '' lists the slot's hints.
 * Returns the answer text, or undefined if there is none.
 */
export function requestHint(
  world: Multiworld,
  client: Client,
  kind: HintKind,
  input: string,
): string | undefined {
  const { slot } = client
  const { hints } = world
  if (input === '') {
    hints.sendAll(slot)
    return `A hint costs ${hints.cost(slot)} points. You have ${hints.points(slot)} points.`
  }
  const picked = findHints(world, slot, kind, input)
  if (picked === undefined) return "Can't look up item/location for unknown game. Hint for ID instead."
  if (typeof picked === 'string') return picked
  return picked.hints.length > 0
    ? buyHints(world, slot, picked.hints)
    : notFoundText(world, slot, kind, picked.name)
}

function notFoundText(world: Multiworld, slot: number, kind: HintKind, name = 'None'): string {
  if (world.hints.points(slot) < world.hints.cost(slot)) return cannotAffordText(world, slot)
  const kindName = kind === 'item' ? 'Item' : 'Location'
  return `Nothing found for recognized ${kind} name "${name}". ${kindName} appears to not exist in this multiworld.`
}

function cannotAffordText(world: Multiworld, slot: number): string {
  const { hints } = world
  return `You can't afford the hint. You have ${hints.points(slot)} points and need at least ${hints.cost(slot)}.`
}

/** [AP-6.2] */
function buyHints(world: Multiworld, slot: number, requested: readonly Hint[]): string | undefined {
  const { hints, seed } = world
  const [known, newHints] = partition(requested, (hint) => hints.isKnown(slot, hint))
  if (newHints.length === 0) {
    hints.send(known)
    return 'Hint was previously used, no points deducted.'
  }
  const [found, hidden] = partition(newHints, (hint) => hint.found)
  const boughtHints = sortByUrgency(seed, hidden).slice(0, affordableCount(world, slot))
  hints.pay(slot, boughtHints.length)
  const sent = [...found, ...known, ...boughtHints]
  hints.send(sent)
  return boughtHints.length < hidden.length ? remainingHintsText(world, slot, sent.length > 0) : undefined
}

function affordableCount(world: Multiworld, slot: number): number {
  const cost = world.hints.cost(slot)
  if (cost === 0) return maxFreeHints
  return world.hints.points(slot) >= cost ? 1 : 0
}

function remainingHintsText(world: Multiworld, slot: number, sentSome: boolean): string {
  if (!sentSome) return cannotAffordText(world, slot)
  const points = world.hints.points(slot)
  const cost = world.hints.cost(slot)
  // The two spaces are from the original text.
  return points < cost
    ? `There may be more hintables, however, you cannot afford to pay for any more.  You have ${points} and need at least ${cost}.`
    : 'There may be more hintables, you can rerun the command to find more.'
}

/**
 * Runs an admin's `/hint` or `/hint_location`. `input`: the words after the player's name. Returns the answer text, or
 * undefined if there is none.
 */
export function sendFreeHints(
  world: Multiworld,
  slot: number,
  kind: HintKind,
  input: string,
): string | undefined {
  const picked = findHints(world, slot, kind, input)
  if (picked === undefined) return `Can't look up ${kind} for unknown game. Hint for ID instead.`
  if (typeof picked === 'string') return picked
  if (picked.hints.length === 0) return 'No hints found.'
  world.hints.send(picked.hints)
  return undefined
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const rest = all.filter((one) => !isFirst(one))
  return [all.filter(isFirst), rest]
}
