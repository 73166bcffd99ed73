// [CF-23.18]
import { questStageOf } from '../../../../model/players/quest-progress.ts'
import type { GameState, Player, Thing } from '../../../../model/state/game-state.ts'
import { messageTypes } from '../../../../protocol/events/message-types.ts'
import { setQuestStage, writeJournal } from '../../dialogue/quests.ts'
import { type ScriptCall, speak, type TimeCall, tellLevel } from '../../dialogue/script-call.ts'

const quest = 'scorn/Witherspoon-ghost'
const specialAttribute = 'special_item'

/**
 * The player's progress: `told` of the body by the ghost; the ghost `waits` for the body; the player `dug` it up; has
 * learnt of the spell (`expert`) or of the murder (`truth`).
 */
export type Knowledge = 'told' | 'waits' | 'dug' | 'expert' | 'truth'

export function knows({ journal }: Player, what: Knowledge): boolean {
  return journal.get(`witherspoon ${what}`) === 'yes'
}

export function learn(player: Player, what: Knowledge): void {
  writeJournal(player, `witherspoon ${what}`, 'yes')
}

export function forget(player: Player, ...all: readonly Knowledge[]): void {
  for (const what of all) if (knows(player, what)) writeJournal(player, `witherspoon ${what}`, 'no')
}

/** Does nothing for a player beyond stage `from`. */
export function advanceFrom(game: GameState, player: Player, from: number, to: number): void {
  if (questStageOf(player, quest) <= from) setQuestStage(game, player, quest, to)
}

export function isSpecial({ archetype }: Thing, what: 'ghost_body' | 'ghost_dagger'): boolean {
  return archetype.attributes?.get(specialAttribute) === what
}

export function specialId(archetype: string, what: 'ghost_body' | 'ghost_dagger'): string {
  return `arch ${archetype}\n${specialAttribute} ${what}`
}

/** Lines in asterisks are shown to all players on the map, all other lines are said. */
export function perform(call: Pick<ScriptCall, 'thing'> | TimeCall, lines: readonly string[]): void {
  for (const line of lines)
    if (line.startsWith('*')) tellLevel(call, line.slice(1, -1))
    else speak(call, line)
}

export function tell(player: Player, text: string): void {
  player.sendMessage(text, messageTypes.miscellaneous)
}
