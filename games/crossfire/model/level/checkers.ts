// [CF-20.15]
import { messageTypes } from '../../protocol/events/message-types.ts'
import { type InventoryChecker, markerEffectName } from '../definitions/machine.ts'
import type { GameState, Player, Thing } from '../state/game-state.ts'
import { consumeThing } from '../things/move-things.ts'
import { withContents } from '../things/thing.ts'
import type { LevelCell } from './adjacent-maps.ts'
import { machinePartsAt } from './machine-parts.ts'

export function hasMarker({ clock }: GameState, player: Player, word: string): boolean {
  return (player.effects.get(markerEffectName(word))?.endsAt ?? 0) > clock
}

/** Crossfire's object type of players. */
const playerType = 1

export function meetsCondition(
  game: GameState,
  player: Player,
  { requiresItem, wants }: InventoryChecker,
): boolean {
  return (findRequired(game, player, wants) !== undefined) === requiresItem
}

/** Removes one of the required items, if the checker takes them. */
export function consumeRequiredItem(
  game: GameState,
  player: Player,
  { consumesItem, wants }: InventoryChecker,
): void {
  const thing = consumesItem ? findRequired(game, player, wants) : undefined
  if (thing && thing !== 'innate') consumeThing(thing)
}

function findRequired(
  game: GameState,
  player: Player,
  criteria: InventoryChecker['wants'],
): Thing | 'innate' | undefined {
  const { archetype, type, word } = criteria
  if (type === playerType || archetype === player.origin.race) return 'innate'
  if (word !== undefined && hasMarker(game, player, word)) return 'innate'
  for (const carried of player.inventory)
    for (const thing of withContents(carried))
      if (!thing.unpaid && matchesRequirement(thing, criteria)) return thing
  return undefined
}

function matchesRequirement(
  { archetype: { matchProperties, traits } }: Thing,
  { word, archetype, type }: InventoryChecker['wants'],
): boolean {
  const ownWord = matchProperties?.word ?? (traits.role === 'key' ? traits.lock : undefined)
  if (word !== undefined && ownWord === word) return true
  if (archetype !== undefined && matchProperties?.archetype === archetype) return true
  return type !== undefined && matchProperties?.type === type
}

/** [CF-20.15] Whether a checker keeps the player out of the cell. If it does, shows its text. */
export function isBlockedByChecker(game: GameState, player: Player, { level, x, y }: LevelCell): boolean {
  if (!level.machinery.hasPartAt(x + level.width * y)) return false
  for (const { thing, part } of machinePartsAt(level, x, y)) {
    if (part.type !== 'checker' || !part.blocksEntry || meetsCondition(game, player, part)) continue
    if (thing.archetype.text) player.sendMessage(thing.archetype.text, messageTypes.failure)
    return true
  }
  return false
}
