// Persons on maps answer what players say. [CF-15.12]
import { messageTypes } from '../hearing/text-kinds.ts'
import { stepsBetween } from '../scene/directions.ts'
import type { CellOf, Player, Thing } from '../scene/scene.ts'
import { tellNear } from '../scene/telling.ts'
import { saying } from '../things/thing.ts'

/** [CF-15.12] Maximum distance in cells to a person. */
export const speakingDistance = 4

/** [CF-15.12] Whether the person has answers. Guards without any are at every counter and must not intercept words. */
export function isSpokenTo({ kind: { is, hooks } }: Thing): boolean {
  return is.role === 'person' && (is.says.length > 0 || hooks?.some(({ on }) => on === 'say') === true)
}

/** [CF-15.12] The nearest person answers, heard by everybody nearby, to the first known word. */
export function answerSaying(player: Player, said: string): void {
  const { level } = player
  if (!level) return
  const person = nearest(player, [...level.creatures])
  if (person?.kind.is.role !== 'person') return
  const words = said.toLowerCase()
  const answer = person.kind.is.says.find(([word]) => words.includes(word))?.[1]
  if (answer !== undefined) tellNear(level, person.where as CellOf, saying(person, answer), messageTypes.dialog)
}

function nearest(player: Player, creatures: readonly Thing[]): Thing | undefined {
  let best: { readonly person: Thing; readonly away: number } | undefined
  for (const person of creatures) {
    if (!isSpokenTo(person) || person.where?.in !== 'cell') continue
    const away = stepsBetween(player, person.where)
    if (away <= speakingDistance && (!best || away < best.away)) best = { person, away }
  }
  return best?.person
}
