// [AP-15] Events about found items and hints for the room's webhooks. A batch of checks or hints causes a limited
// number of events.
import type { GameEvent } from '../../game.ts'
import type { PingPreference } from '../claims/claim-records.ts'
import { type ItemClass, itemClassOf } from '../seed/item-class.ts'
import type { Hint, PlacedItem } from '../seed/seed.ts'
import type { MultiworldState } from './multiworld-state.ts'

/** Maximum items that an event names. Further items are only counted. */
const maxNamedItems = 8
const maxEventsPerBatch = 50

/** [AP-15.1] */
export function announceFoundItems(
  state: MultiworldState,
  finder: number,
  placedItems: readonly PlacedItem[],
): void {
  announceGroups(state, groupItems(placedItems), ({ receiver, flags, items }) => {
    const itemClassName = itemClassOf(flags)
    const names = nameList(items.map(({ item }) => state.itemName(receiver, item)))
    const isOwn = receiver === finder
    return {
      kind: 'item',
      text: `${state.displayName(finder)} found ${names}${isOwn ? '' : ` for ${state.displayName(receiver)}`}`,
      labels: labelsOf(state, itemClassName, receiver, finder),
      mentions: state
        .membersOf(receiver)
        .filter((slot) => slot !== finder)
        .flatMap((slot) =>
          mentionOf(state, slot, itemClassName === 'progression' ? ['progression', 'all'] : ['all']),
        ),
    }
  })
}

/** [AP-15.2] Announces only hints whose items are not found yet. */
export function announceHints(state: MultiworldState, hints: readonly Hint[]): void {
  announceGroups(state, groupItems(hints), ({ receiver, finder, flags, items }) => {
    const places = nameList(
      items.map(
        ({ item, location }) => `${state.itemName(receiver, item)} (${state.locationName(finder, location)})`,
      ),
    )
    return {
      kind: 'hint',
      text: `Hint for ${state.displayName(receiver)} in the world of ${state.displayName(finder)}: ${places}`,
      labels: labelsOf(state, itemClassOf(flags), receiver, finder),
      mentions: receiver === finder ? [] : mentionOf(state, finder, ['hint', 'progression', 'all']),
    }
  })
}

interface ItemGroup {
  readonly receiver: number
  readonly finder: number
  readonly flags: number
  readonly items: PlacedItem[]
}

/** Groups the items by receiver, finder and class. */
function groupItems(items: Iterable<PlacedItem>): ItemGroup[] {
  const groups = new Map<string, ItemGroup>()
  for (const item of items) {
    const { receiver, finder, flags } = item
    const key = `${receiver} ${finder} ${itemClassOf(flags)}`
    const group = groups.get(key)
    if (group) group.items.push(item)
    else groups.set(key, { receiver, finder, flags, items: [item] })
  }
  return [...groups.values()]
}

/** Above the limit, one event has the number of items in further groups. */
function announceGroups(
  { context }: MultiworldState,
  groups: readonly ItemGroup[],
  eventOf: (group: ItemGroup) => GameEvent,
): void {
  for (const group of groups.slice(0, maxEventsPerBatch)) context.announce(eventOf(group))
  const rest = groups.slice(maxEventsPerBatch).reduce((sum, { items }) => sum + items.length, 0)
  if (rest > 0) context.announce({ kind: eventOf(groups[0]!).kind, text: `… and ${rest} more items` })
}

function labelsOf(state: MultiworldState, itemClassName: ItemClass, receiver: number, finder: number) {
  return {
    class: itemClassName,
    receiver: state.playerName(receiver),
    finder: state.playerName(finder),
  }
}

function mentionOf(state: MultiworldState, slot: number, wanted: readonly PingPreference[]): string[] {
  const claim = state.claims.of(slot)
  return claim?.discord && wanted.includes(claim.ping) ? [claim.discord] : []
}

function nameList(names: readonly string[]): string {
  const more = names.length - maxNamedItems
  const named = names.slice(0, maxNamedItems).join(', ')
  return more > 0 ? `${named} and ${more} more` : named
}
