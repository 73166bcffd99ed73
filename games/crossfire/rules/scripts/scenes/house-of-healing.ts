// [CF-23.17]
import { restoreAbilities } from '../../../model/players/depletion.ts'
import { writeJournal } from '../dialogue/quests.ts'
import { type ScriptCall, speakNearby } from '../dialogue/script-call.ts'

const questions = [
  { asks: 'which town are you in?', answer: 'scorn' },
  { asks: 'what is the tavern east of Scorn called?', answer: 'goth' },
] as const
/** Points of each ability that one visit restores. */
const restoredPoints = 5
const visitsKey = 'visits house of healing'

export function answerAtHouseOfHealing(call: ScriptCall): boolean {
  const { player, words } = call
  const visits = Number(player.journal.get(visitsKey) ?? 0)
  const question = questions[visits]
  if (question && words.trim().toLowerCase() === question.answer) {
    speakNearby(call, 'That is right. Be whole again!')
    restoreAbilities(player, restoredPoints)
    writeJournal(player, visitsKey, String(visits + 1))
    return true
  }
  speakNearby(call, 'Be welcome in the House of Healing, where the hurt and the sick find relief.')
  if (question) speakNearby(call, `To have your strength restored, tell me: ${question.asks}`)
  return true
}
