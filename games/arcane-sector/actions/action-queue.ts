// Queues steps and speech that exceed their rate limit. Turns wait behind queued steps. [AS-3.6] [AS-9.4]

import type { Player, QueuedMove } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'
import { isDirection } from '../terrain/directions.ts'
import { movePlayer, turnPlayer } from './movement.ts'
import { cleanSpeech, say } from './speech.ts'

/** Maximum length of each of a player's two queues. The room ignores further actions. */
const maxWaiting = 10

/** [AS-3.1] [AS-3.2] Steps and turns keep their order, because the facing determines the direction of a step. */
export function moveOrQueue(state: WorldState, player: Player, motion: QueuedMove): void {
  if (!isDirection(motion.to)) return
  if (player.queuedMoves.length === 0 && mayMove(state, player, motion)) executeMove(state, player, motion)
  else if (player.queuedMoves.length < maxWaiting) player.queuedMoves.push(motion)
}

/** [AS-9.1] `text`: one character for each byte. */
export function sayOrQueue(state: WorldState, player: Player, text: string): void {
  if (player.queuedSpeech.length === 0 && mayTalk(state, player)) say(state, player, cleanSpeech(text))
  else if (player.queuedSpeech.length < maxWaiting) player.queuedSpeech.push(cleanSpeech(text))
}

export function tickQueues(state: WorldState): void {
  for (const player of state.players) {
    while (player.queuedMoves[0] && mayMove(state, player, player.queuedMoves[0]))
      executeMove(state, player, player.queuedMoves.shift()!)
    while (player.queuedSpeech[0] !== undefined && mayTalk(state, player))
      say(state, player, player.queuedSpeech.shift()!)
  }
}

function mayMove(state: WorldState, player: Player, { kind }: QueuedMove): boolean {
  return kind === 'turn' || player.moveLimit.waitMs(state.context.now()) === 0
}

function mayTalk(state: WorldState, player: Player): boolean {
  return player.speechLimit.waitMs(state.context.now()) === 0
}

function executeMove(state: WorldState, player: Player, { kind, to }: QueuedMove): void {
  if (kind === 'turn') turnPlayer(state, player, to)
  else movePlayer(state, player, to)
}
