import type { Position } from '../definitions/level-plan.ts'
import type { GameState, Level } from '../state/game-state.ts'
import { putThing } from '../things/move-things.ts'

/** [CF-20.17] Maximum number of missiles and effects of a map. */
export const maxEffectsPerMap = 256
const flashMs = 240

/** A cell shows at most one effect of each kind. */
export function showFlash(game: GameState, level: Level, { x, y }: Position, id: string, ms = flashMs): void {
  const endsAt = game.clock + ms
  const same = level.thingsAt(x, y).find(({ archetype, flight }) => archetype.id === id && !flight)
  if (same) same.endsAt = endsAt
  else if (level.effects.size < maxEffectsPerMap)
    putThing(game.createThing(id, 1, { endsAt }), { in: 'cell', level, x, y })
}
