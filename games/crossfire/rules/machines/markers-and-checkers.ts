// Markers, which mark players, and checkers, which check the marks and things of players. [CF-20.15]

import { type Checker, markerEffectName } from '../../model/definitions/machine.ts'
import { type PlacedPart, playersAt } from '../../model/level/machine-parts.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import { consume } from '../../model/things/move-things.ts'
import { withContents } from '../../model/things/thing.ts'
import { tickMs } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'

/** A time later than any world clock. */
const neverEnds = Number.MAX_SAFE_INTEGER
/** Maximum number of marks of one player, because a map can have any number of markers. */
const maxMarksPerPlayer = 200

/** [CF-20.15] Marks the players in the cell. A player who gets a new mark reads the marker's text. */
export function runMarker(game: GameState, { thing, part, at }: PlacedPart): void {
  if (part.type !== 'marker') return
  for (const player of playersAt(at)) {
    const isNew = !isMarked(game, player, part.mark)
    if (
      isNew &&
      [...player.effects.keys()].filter((name) => name.startsWith(markerEffectName(''))).length >=
        maxMarksPerPlayer
    )
      continue
    const until = part.ticks > 0 ? game.clock + part.ticks * tickMs : neverEnds
    // Extending a mark only once a minute avoids storing the player every tick.
    if (!isNew && until - (player.effects.get(markerEffectName(part.mark))?.endsAt ?? 0) < 60_000) continue
    player.effects.set(markerEffectName(part.mark), { endsAt: until, strength: 1 })
    player.markUnsaved()
    if (isNew && thing.archetype.text) player.sendMessage(thing.archetype.text, messageTypes.miscellaneous)
  }
}

export function isMarked({ clock }: GameState, player: Player, word: string): boolean {
  return (player.effects.get(markerEffectName(word))?.endsAt ?? 0) > clock
}

/** The object type of players. */
const playerType = 1

/** [CF-20.15] Whether the player meets the checker's condition. */
export function meetsCondition(game: GameState, player: Player, { requiresItem, wants }: Checker): boolean {
  return (findRequired(game, player, wants) !== undefined) === requiresItem
}

/** Removes one of the required items, if the checker takes them. */
export function consumeRequired(game: GameState, player: Player, { consumesItem, wants }: Checker): void {
  const thing = consumesItem ? findRequired(game, player, wants) : undefined
  if (thing && thing !== 'innate') consume(thing)
}

function findRequired(
  game: GameState,
  player: Player,
  criteria: Checker['wants'],
): Thing | 'innate' | undefined {
  const { archetype, type, word } = criteria
  if (type === playerType || archetype === player.origin.race) return 'innate'
  if (word !== undefined && isMarked(game, player, word)) return 'innate'
  for (const carried of player.inventory)
    for (const thing of withContents(carried))
      if (!thing.unpaid && matchesRequirement(thing, criteria)) return thing
  return undefined
}

function matchesRequirement(
  { archetype: { matchProperties, traits } }: Thing,
  { word, archetype, type }: Checker['wants'],
): boolean {
  if (
    word !== undefined &&
    (matchProperties?.word ?? (traits.role === 'key' ? traits.lock : undefined)) === word
  )
    return true
  if (archetype !== undefined && matchProperties?.archetype === archetype) return true
  return type !== undefined && matchProperties?.type === type
}
