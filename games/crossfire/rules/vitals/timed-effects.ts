// [CF-14.12]

import type { TimedEffectName } from '../../model/definitions/spell.ts'
import { movePlayerTo } from '../../model/level/relocation.ts'
import { tickTemporaryBonuses } from '../../model/players/temporary-bonuses.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { type MessageType, messageTypes } from '../../protocol/events/message-types.ts'
import { tryPayBeforeLeaving } from '../trade/shop.ts'
import { damagePlayer } from './apply-damage.ts'

interface EffectInfo {
  readonly startText: string
  readonly endText: string
  readonly good: boolean
  /** Runs when the effect expires, in place of the message `endText`. */
  readonly after?: (game: GameState, player: Player) => void
}

/** [CF-13.6] */
export const poisonMs = 20_000
/** [CF-13.6] Ticks between two losses of hp by poison. */
const poisonTicks = 16

const effectInfos: { readonly [name in TimedEffectName]: EffectInfo } = {
  light: { startText: 'A pale light gathers around you.', endText: 'Your light goes out.', good: true },
  protection: { startText: 'You feel shielded.', endText: 'Your shield is gone.', good: true },
  poison: { startText: 'You are poisoned!', endText: 'The poison has left you.', good: false },
  way_home: {
    startText: 'The air around you begins to hum.',
    endText: 'You return to your respawn point.',
    good: true,
    after: returnHome,
  },
  unseen: { startText: 'You become invisible.', endText: 'You are visible again.', good: true },
  unseen_by_undead: {
    startText: 'The undead no longer see you.',
    endText: 'The undead see you again.',
    good: true,
  },
  slow: { startText: 'You are slowed.', endText: 'You are no longer slowed.', good: false },
  confused: { startText: 'You are confused.', endText: 'Your head clears.', good: false },
  afraid: { startText: 'You are afraid!', endText: 'You are no longer afraid.', good: false },
  depletion: { startText: 'You feel weaker.', endText: 'Your abilities are restored.', good: false },
  cursed: { startText: 'You are cursed!', endText: 'The curse on you is over.', good: false },
  levitating: { startText: 'You rise into the air.', endText: 'You sink to the ground.', good: true },
  seeing_through: { startText: 'Walls turn to glass.', endText: 'Walls are solid again.', good: true },
  blind: { startText: 'You are blind!', endText: 'You can see again.', good: false },
}

/** If the effect is already active, the greater strength and the later end apply. */
export function startEffect(
  game: GameState,
  player: Player,
  name: TimedEffectName,
  ms: number,
  strength: number,
): void {
  const { startText, good } = effectInfos[name]
  const before = player.effects.get(name)
  const until = Math.max(before?.endsAt ?? 0, game.clock + ms)
  player.effects.set(name, { endsAt: until, strength: Math.max(before?.strength ?? 0, strength) })
  if (!before) player.sendMessage(startText, good ? messageTypes.goodEffect : messageTypes.badEffect)
  markVisibleChange(player)
}

/** Ends the effect without running its `after`. Returns false if the effect was not active. */
export function cancelEffect(player: Player, name: TimedEffectName): boolean {
  if (!player.effects.delete(name)) return false
  player.sendMessage(effectInfos[name].endText, endMessageType(effectInfos[name]))
  markVisibleChange(player)
  return true
}

export function tickTimedEffects(game: GameState, player: Player): void {
  for (const [name, { endsAt }] of [...player.effects]) {
    if (endsAt <= game.clock && Object.hasOwn(effectInfos, name))
      expireEffect(game, player, name as TimedEffectName)
  }
  tickTemporaryBonuses(game, player)
  const poison = player.effects.get('poison')
  if (poison && game.ticks % poisonTicks === 0) damagePlayer(game, player, poison.strength, 'poison')
}

function expireEffect(game: GameState, player: Player, name: TimedEffectName): void {
  player.effects.delete(name)
  markVisibleChange(player)
  const { endText, after } = effectInfos[name]
  if (after) after(game, player)
  else player.sendMessage(endText, endMessageType(effectInfos[name]))
}

/** [CF-14.12] */
function returnHome(game: GameState, player: Player): void {
  if (!tryPayBeforeLeaving(game, player)) return
  movePlayerTo(game, player, player.respawnPoint)
  player.sendMessage(effectInfos.way_home.endText, messageTypes.spellSuccess)
}

function endMessageType({ good }: EffectInfo): MessageType {
  return good ? messageTypes.goodEffectOver : messageTypes.badEffectOver
}

/** The cell must be marked, because effects can change the light. */
function markVisibleChange(player: Player): void {
  player.markUnsaved()
  player.level?.markChanged(player.x, player.y)
}
