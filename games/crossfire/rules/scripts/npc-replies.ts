// [CF-15.12]

import { distanceBetween } from '../../model/definitions/directions.ts'
import { sendMessageNear } from '../../model/state/broadcast.ts'
import type { CellLocation, Player, Thing } from '../../model/state/game-state.ts'
import { formatSpeech } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'

/** [CF-15.12] Distance in cells up to which persons answer. */
export const maxSpeakingDistance = 4

/** [CF-15.12] False for persons without answers: a guard at a counter must not intercept the words of players. */
export function answersSpeech({ archetype: { traits, hooks } }: Thing): boolean {
  return (
    traits.role === 'person' &&
    (traits.replies.length > 0 || hooks?.some(({ trigger }) => trigger === 'say') === true)
  )
}

/** [CF-15.12] The first reply whose word occurs in the player's speech is said. All players nearby hear the reply. */
export function replyToSpeech(player: Player, said: string): void {
  const { level } = player
  if (!level) return
  const person = nearestSpeaker(player, [...level.creatures])
  if (person?.archetype.traits.role !== 'person') return
  const words = said.toLowerCase()
  const answer = person.archetype.traits.replies.find(([word]) => words.includes(word))?.[1]
  if (answer !== undefined)
    sendMessageNear(level, person.location as CellLocation, formatSpeech(person, answer), messageTypes.dialog)
}

function nearestSpeaker(player: Player, creatures: readonly Thing[]): Thing | undefined {
  let best: { readonly person: Thing; readonly away: number } | undefined
  for (const person of creatures) {
    if (!answersSpeech(person) || person.location?.in !== 'cell') continue
    const away = distanceBetween(player, person.location)
    if (away <= maxSpeakingDistance && (!best || away < best.away)) best = { person, away }
  }
  return best?.person
}
