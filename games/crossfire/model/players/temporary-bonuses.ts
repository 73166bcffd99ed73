// [CF-22.6]
import { messageTypes } from '../../protocol/events/message-types.ts'
import type { StatBonuses } from '../definitions/spell.ts'
import type { GameState, Player } from '../state/game-state.ts'

const effectPrefix = 'boon '
/** Maximum number of bonuses at a time, to limit the size of the player's record. */
const maxBonuses = 24

/** Gives the bonus, or extends it if the player has it already. */
export function giveTemporaryBonus(
  game: GameState,
  player: Player,
  name: string,
  bonuses: StatBonuses,
  ms: number,
): void {
  const key = `${effectPrefix}${name}`
  const before = player.effects.get(key)
  if (!before && bonusesOf(player).length >= maxBonuses)
    return player.sendMessage('You cannot have more effects of this kind.', messageTypes.spellFailure)
  player.effects.set(key, {
    endsAt: Math.max(before?.endsAt ?? 0, game.clock + ms),
    strength: 1,
    bonuses,
  })
  const text = before ? `The ${name} will last longer.` : `You feel the ${name}.`
  player.sendMessage(text, messageTypes.goodEffect)
  player.markUnsaved()
}

export function bonusesOf({ effects }: Pick<Player, 'effects'>): readonly StatBonuses[] {
  return [...effects.values()].flatMap(({ bonuses }) => (bonuses ? [bonuses] : []))
}

export function tickTemporaryBonuses(game: GameState, player: Player): void {
  for (const [key, { endsAt, bonuses }] of [...player.effects]) {
    if (!bonuses || !key.startsWith(effectPrefix) || endsAt > game.clock) continue
    player.effects.delete(key)
    player.sendMessage(`The ${key.slice(effectPrefix.length)} is over.`, messageTypes.goodEffectOver)
    player.markUnsaved()
  }
}
