// The `fire` command: uses the readied skill, spell or weapon in a direction. [CF-13.7]
import { turnPlayer } from '../places/arriving.ts'
import type { Direction } from '../scene/directions.ts'
import type { Player, GameState } from '../scene/scene.ts'
import { reportCannotFire, shootReadied } from './shooting.ts'
import { useSkillNamed } from './using-skills.ts'

/** One action of firing. Returns its duration in microseconds, if that is not one action. */
export function fireReadied(game: GameState, player: Player, direction: Direction): number | void {
  const { readied } = player
  if (readied && readied.with !== 'skill') return shootReadied(game, player, readied, direction)
  turnPlayer(player, direction)
  if (!readied) return reportCannotFire(player, 'You have nothing ready to fire.')
  return useSkillNamed(game, player, readied.name, direction)
}
