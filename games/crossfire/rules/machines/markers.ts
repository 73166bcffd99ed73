// [CF-20.15]

import { markerEffectName } from '../../model/definitions/machine.ts'
import { hasMarker } from '../../model/level/checkers.ts'
import { type PlacedPart, playersAt } from '../../model/level/machine-parts.ts'
import type { GameState } from '../../model/state/game-state.ts'
import { tickMs } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'

const neverEnds = Number.MAX_SAFE_INTEGER
/** The server limits a player's marks, because a map can have any number of markers. */
const maxMarksPerPlayer = 200

/** [CF-20.15] Only a player who gets a new mark reads the marker's text. */
export function runMarker(game: GameState, { thing, part, at }: PlacedPart): void {
  if (part.type !== 'marker') return
  for (const player of playersAt(at)) {
    const isNew = !hasMarker(game, player, part.mark)
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
