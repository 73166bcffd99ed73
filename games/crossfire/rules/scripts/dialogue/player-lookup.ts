// [CF-23.9]
import { type ScriptCall, speakNearby } from './script-call.ts'

/** [CF-23.9] `seen NAME`. */
export function answerWhereabouts(call: ScriptCall): void {
  const { game, words } = call
  const [wish = '', name = ''] = words.split(/\s+/)
  if (wish.toLowerCase() !== 'seen' || name === '') return speakNearby(call, 'Say seen NAME.')
  const player = game.players.get(name.toLowerCase())
  if (player?.level) return speakNearby(call, `${player.name} is in the game, at ${player.level.plan.title}.`)
  speakNearby(
    call,
    game.characterExists(name) ? `${name} is not in the game now.` : `I have never seen ${name}.`,
  )
}
