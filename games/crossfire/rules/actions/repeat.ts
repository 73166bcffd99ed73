// [CF-9.9]

import type { RepeatedAction } from '../../model/definitions/character.ts'
import { parseDirectionNumber } from '../../model/definitions/directions.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { actionMicros, msUntilReady, spendActionTime } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { fireReadiedAction } from './fire.ts'
import { canContinueRun, stepOrInteract } from './walk.ts'

/** [CF-9.9] Performs the action at once. `0` or no direction means the direction that the player faces. */
export function startRepeating(
  game: GameState,
  player: Player,
  what: RepeatedAction['kind'],
  words: string,
): number | void {
  const way = words === '' || words === '0' ? player.facing : parseDirectionNumber(words)
  if (!way)
    return player.sendMessage(`Which direction? ${what} takes a number from 0 to 8.`, messageTypes.error)
  player.repeatedAction = { kind: what, direction: way }
  return runOnce(game, player, player.repeatedAction)
}

/** In milliseconds of the game's clock. */
export function nextRepeatAt(players: Iterable<Player>, now: number): number | undefined {
  let next: number | undefined
  for (const player of players) {
    if (!player.repeatedAction) continue
    const at = now + msUntilReady(player, now)
    if (next === undefined || at < next) next = at
  }
  return next
}

export function runDueRepeats(game: GameState, players: Iterable<Player>, now: number): void {
  for (const player of [...players]) {
    const { repeatedAction } = player
    if (!repeatedAction || msUntilReady(player, now) > 0) continue
    const took = runOnce(game, player, repeatedAction)
    spendActionTime(player, took ?? actionMicros(player), now)
    player.listener?.onSurroundingsChanged()
  }
}

function runOnce(game: GameState, player: Player, { kind, direction }: RepeatedAction): number | void {
  if (player.isDead) {
    player.repeatedAction = undefined
    return
  }
  if (kind === 'run') {
    if (!canContinueRun(player, direction)) player.repeatedAction = undefined
    return stepOrInteract(game, player, direction)
  }
  if (!player.readied) player.repeatedAction = undefined
  return fireReadiedAction(game, player, direction)
}
