// [CF-13.7]

import type { Direction } from '../../model/definitions/directions.ts'
import { turnPlayer } from '../../model/level/relocation.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { reportCannotFire, shootReadiedWeapon } from './shoot-and-throw.ts'
import { useSkillNamed } from './use-skills.ts'

/** Returns the duration in microseconds; undefined means the duration of one action. */
export function fireReadiedAction(game: GameState, player: Player, direction: Direction): number | void {
  const { readied } = player
  if (readied && readied.with !== 'skill') return shootReadiedWeapon(game, player, readied, direction)
  turnPlayer(player, direction)
  if (!readied) return reportCannotFire(player, 'You have nothing readied to fire.')
  return useSkillNamed(game, player, readied.name, direction)
}
