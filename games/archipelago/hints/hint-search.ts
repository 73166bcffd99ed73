import { parseNumericId } from '../names/fuzzy-match.ts'
import { placedItemsAt } from '../seed/item-placement.ts'
import type { Hint, PlacedItem, Seed } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { hintStatus } from './hint-status.ts'

/** Items are searched in all worlds, locations only in the slot's own world. */
export type HintKind = 'item' | 'location'

/** `name`: the item, location or group that the input matched; undefined for an id without a name. */
export interface HintMatches {
  readonly name: string | undefined
  readonly hints: readonly Hint[]
}

/**
 * Returns known and new hints, and does not store them. Returns the error text if no name matches, or undefined if the
 * seed has no names for the game.
 */
export function findHints(
  world: Multiworld,
  slot: number,
  kind: HintKind,
  input: string,
): HintMatches | string | undefined {
  const id = parseNumericId(input)
  if (id !== undefined)
    return { name: nameById(world, slot, kind, id), hints: hintsForIds(world, slot, kind, [id]) }
  const resolved = world.resolveName(input, `hintable ${kind}`, slot)
  if (!resolved) return undefined
  if (!resolved.isSure) return resolved.message
  return {
    name: resolved.name,
    hints: hintsForIds(world, slot, kind, idsForName(world, slot, kind, resolved.name)),
  }
}

function namesForKind(world: Multiworld, slot: number, kind: HintKind) {
  const names = world.seed.names(world.game(slot))
  return kind === 'item'
    ? { ids: names.items, groups: names.itemGroups }
    : { ids: names.locations, groups: names.locationGroups }
}

function nameById(world: Multiworld, slot: number, kind: HintKind, id: number): string | undefined {
  const names = world.seed.names(world.game(slot))
  return kind === 'item' ? names.itemName(id) : names.locationName(id)
}

/** Skips the members of a group that have no id, such as the generator's events. */
function idsForName(world: Multiworld, slot: number, kind: HintKind, name: string): number[] {
  const { ids, groups } = namesForKind(world, slot, kind)
  const members = new Set(groups.get(name) ?? [name])
  return [...members].map((member) => ids.get(member)).filter((id) => id !== undefined)
}

function hintsForIds(world: Multiworld, slot: number, kind: HintKind, ids: readonly number[]): Hint[] {
  if (kind === 'location')
    return placedItemsAt(world.seed, slot, ids).map((placedItem) =>
      world.hints.hintFor(placedItem, hintStatus.unspecified),
    )
  const wanted = new Set(ids)
  const placedItems = Map.groupBy(
    placedItemsForSlot(world, slot).filter(({ item }) => wanted.has(item)),
    ({ item }) => item,
  )
  return ids.flatMap((item) =>
    (placedItems.get(item) ?? [])
      .sort((a, b) => a.finder - b.finder || a.location - b.location)
      .map((placedItem) => world.hints.hintFor(placedItem)),
  )
}

/** [AP-9.9] */
function placedItemsForSlot({ seed, steps }: Multiworld, slot: number): PlacedItem[] {
  const placedItems = [slot, ...seed.groupsOf(slot)].flatMap((receiver) => seed.placedItemsFor(receiver))
  steps.charge(placedItems.length)
  return placedItems
}

/**
 * [AP-6.3] Ties have a pseudo-random order that depends only on the seed's name and the location, so that a restart
 * does not change the order.
 */
export function sortByUrgency(seed: Seed, hints: readonly Hint[]): Hint[] {
  const ranked = hints.map((hint) => ({
    hint,
    sphere: sphereOrLast(seed, hint),
    local: Number(hint.receiver === hint.finder),
    randomOrder: hashText(`${seed.seedName}/${hint.finder}/${hint.location}`),
  }))
  return ranked
    .sort((a, b) => a.sphere - b.sphere || a.local - b.local || a.randomOrder - b.randomOrder)
    .map(({ hint }) => hint)
}

/** A location in no sphere sorts last. */
function sphereOrLast(seed: Seed, { finder, location }: Hint): number {
  const sphere = seed.locations(finder).sphere(location)
  return sphere < 0 ? Number.MAX_SAFE_INTEGER : sphere
}

/** FNV-1a, then a finalizer, so that the last characters change all bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
