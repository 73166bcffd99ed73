// Speech and its listeners. [AS-9]

import type { Player } from '../state/player.ts'
import type { WorldState } from '../state/scene.ts'
import { distanceSquared } from '../terrain/terrain.ts'
import { answerSpeech } from '../townsfolk/conversation.ts'

/** [AS-9.2] Distances in tiles, Euclidean. */
const clear = 7
const nearby = 12
const away = 18
const maxLetters = 256

/** [AS-9.1] The part of a received text that is kept. Each byte of it is a character. */
export function cleanSpeech(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '').slice(0, maxLetters)
}

/**
 * [AS-9.2] `said` is the result of `spoken`. Speech too soon after the last is ignored. The speaker's own client has
 * already shown it.
 */
export function say(state: WorldState, player: Player, said: string): void {
  if (!player.speechLimit.take(state.context.now())) return
  let torn: string | undefined
  for (const listener of state.players.circle(player.place, away)) {
    if (listener === player) continue
    const distance = distanceSquared(player.place, listener.place)
    if (distance <= clear ** 2) deliver(listener, player, said)
    else if (distance <= nearby ** 2) deliver(listener, player, said.toLowerCase())
    else {
      torn ??= dotted(state, said)
      deliver(listener, player, torn)
    }
  }
  answerSpeech(state, player, said)
}

function deliver(listener: Player, speaker: Player, said: string): void {
  listener.sendText(`\x13${speaker.name} says: \x17${said}`)
}

/** All distant listeners hear the same half of the letters. */
function dotted(state: WorldState, said: string): string {
  return said.replace(/./g, (letter) => (state.context.random() < 0.5 ? letter : '.'))
}
