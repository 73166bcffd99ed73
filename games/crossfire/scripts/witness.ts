// A person who knows every character, and whether it is in the game. [CF-23.9]
import { type Call, speak } from './saying.ts'

/** [CF-23.9] Handles `seen NAME`. */
export function askAfter(call: Call): void {
  const { scene, words } = call
  const [wish = '', name = ''] = words.split(/\s+/)
  if (wish.toLowerCase() !== 'seen' || name === '') return speak(call, 'Say seen NAME.')
  const player = scene.players.get(name.toLowerCase())
  if (player?.level) return speak(call, `${player.name} is about, at ${player.level.plan.title}.`)
  const isKnown = /^[a-z]{1,64}$/i.test(name) && scene.isKnown(name)
  speak(call, isKnown ? `${name} is not about now.` : `I have never seen ${name}.`)
}
