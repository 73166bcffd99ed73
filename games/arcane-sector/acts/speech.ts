// Speech, and who hears it. [AS-9]

import { distanceSquared } from '../land/terrain.ts'
import type { Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { answer } from '../townsfolk/talking.ts'

/** [AS-9.2] Distances in tiles, Euclidean. */
const clear = 7
const nearby = 12
const away = 18
const mostLetters = 256

/** [AS-9.1] The part of a received text that is kept. Each byte of it is a character. */
export function spoken(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '').slice(0, mostLetters)
}

/**
 * [AS-9.2] `said` is the result of `spoken`. Speech too soon after the last is ignored. The speaker's own client has
 * already shown it.
 */
export function say(scene: Scene, player: Player, said: string): void {
  if (!player.talkPace.take(scene.host.now())) return
  let torn: string | undefined
  for (const listener of scene.players.circle(player.place, away)) {
    if (listener === player) continue
    const distance = distanceSquared(player.place, listener.place)
    if (distance <= clear ** 2) hear(listener, player, said)
    else if (distance <= nearby ** 2) hear(listener, player, said.toLowerCase())
    else {
      torn ??= dotted(scene, said)
      hear(listener, player, torn)
    }
  }
  answer(scene, player, said)
}

function hear(listener: Player, speaker: Player, said: string): void {
  listener.tell(`\x13${speaker.name} says: \x17${said}`)
}

/** All distant listeners hear the same half of the letters. */
function dotted(scene: Scene, said: string): string {
  return said.replace(/./g, (letter) => (scene.host.random() < 0.5 ? letter : '.'))
}
