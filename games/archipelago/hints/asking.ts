// Hints on demand: those that a player buys, and those that an admin grants. Used by the commands. Returns texts as
// values; sends the hints themselves.
import type { Client } from '../room/clients.ts'
import type { Hint } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { byUrgency, type HintKind, pickHints } from './picks.ts'

export type { HintKind } from './picks.ts'

/** Hints per call where nothing is paid. */
const mostFree = 1000

/**
 * `!hint` (items) and `!hint_location`. `input`: the text after the command; '' lists what the asker's slot knows.
 * Sends the hints to all concerned. Returns the text for the asker; undefined: nothing more.
 */
export function askHint(
  world: Multiworld,
  client: Client,
  kind: HintKind,
  input: string,
): string | undefined {
  const { slot } = client
  const { hints } = world
  if (input === '') {
    hints.list(slot)
    return `A hint costs ${hints.cost(slot)} points. You have ${hints.points(slot)} points.`
  }
  const picked = pickHints(world, slot, kind, input)
  if (picked === undefined) return "Can't look up item/location for unknown game. Hint for ID instead."
  if (typeof picked === 'string') return picked
  return picked.hints.length > 0
    ? ask(world, slot, picked.hints)
    : nothingFound(world, slot, kind, picked.name)
}

function nothingFound(world: Multiworld, slot: number, kind: HintKind, name = 'None'): string {
  if (world.hints.points(slot) < world.hints.cost(slot)) return cannotAfford(world, slot)
  const kindName = kind === 'item' ? 'Item' : 'Location'
  return `Nothing found for recognized ${kind} name "${name}". ${kindName} appears to not exist in this multiworld.`
}

function cannotAfford(world: Multiworld, slot: number): string {
  const { hints } = world
  return `You can't afford the hint. You have ${hints.points(slot)} points and need at least ${hints.cost(slot)}.`
}

/** [AP-6.2] Found and known hints are free. Of the others, one is given at its price, or many if the price is 0. */
function ask(world: Multiworld, slot: number, asked: readonly Hint[]): string | undefined {
  const { hints, seed } = world
  const [old, fresh] = parted(asked, (hint) => hints.knows(slot, hint))
  if (fresh.length === 0) {
    hints.share(old)
    return 'Hint was previously used, no points deducted.'
  }
  const [found, hidden] = parted(fresh, (hint) => hint.found)
  const bought = byUrgency(seed, hidden).slice(0, affordable(world, slot))
  hints.pay(slot, bought.length)
  const told = [...found, ...old, ...bought]
  hints.share(told)
  return bought.length < hidden.length ? whyNotAll(world, slot, told.length > 0) : undefined
}

function affordable(world: Multiworld, slot: number): number {
  const cost = world.hints.cost(slot)
  if (cost === 0) return mostFree
  return world.hints.points(slot) >= cost ? 1 : 0
}

function whyNotAll(world: Multiworld, slot: number, toldSome: boolean): string {
  if (!toldSome) return cannotAfford(world, slot)
  const points = world.hints.points(slot)
  const cost = world.hints.cost(slot)
  // The two spaces are the original's.
  return points < cost
    ? `There may be more hintables, however, you cannot afford to pay for any more.  You have ${points} and need at least ${cost}.`
    : 'There may be more hintables, you can rerun the command to find more.'
}

/**
 * An admin's `/hint` and `/hint_location` for the player in `slot`: all matching hints, free. `input`: the words after
 * the player's name. Returns the text for the admin; undefined: nothing more.
 */
export function grantHint(
  world: Multiworld,
  slot: number,
  kind: HintKind,
  input: string,
): string | undefined {
  const picked = pickHints(world, slot, kind, input)
  if (picked === undefined) return `Can't look up ${kind} for unknown game. Hint for ID instead.`
  if (typeof picked === 'string') return picked
  if (picked.hints.length === 0) return 'No hints found.'
  world.hints.share(picked.hints)
  return undefined
}

function parted<T>(all: readonly T[], first: (one: T) => boolean): [T[], T[]] {
  const rest = all.filter((one) => !first(one))
  return [all.filter(first), rest]
}
