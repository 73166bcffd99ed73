// [CF-23.18]
import { questStageOf } from '../../../../model/players/quest-progress.ts'
import type { GameState, Player, Thing } from '../../../../model/state/game-state.ts'
import { messageTypes } from '../../../../protocol/events/message-types.ts'
import { setQuestStage, writeJournal } from '../../dialogue/quests.ts'
import {
  type ScriptCall,
  sendMessageToLevel,
  speakNearby,
  type TimedScriptCall,
} from '../../dialogue/script-call.ts'

const quest = 'scorn/Witherspoon-ghost'
const specialAttribute = 'special_item'

/**
 * The player's progress. `told`: the ghost has told the player of the body. `waits`: the ghost waits for the body.
 * `dug`: the player has dug it up. `expert` and `truth`: the player has learnt of the spell, or of the murder.
 */
export type GhostQuestKnowledge = 'told' | 'waits' | 'dug' | 'expert' | 'truth'

export function hasLearnt({ journal }: Player, what: GhostQuestKnowledge): boolean {
  return journal.get(`witherspoon ${what}`) === 'yes'
}

export function addKnowledge(player: Player, what: GhostQuestKnowledge): void {
  writeJournal(player, `witherspoon ${what}`, 'yes')
}

export function removeKnowledge(player: Player, ...all: readonly GhostQuestKnowledge[]): void {
  for (const what of all) if (hasLearnt(player, what)) writeJournal(player, `witherspoon ${what}`, 'no')
}

/** Does nothing for a player beyond stage `from`. */
export function advanceQuestFrom(game: GameState, player: Player, from: number, to: number): void {
  if (questStageOf(player, quest) <= from) setQuestStage(game, player, quest, to)
}

export function isQuestThing({ archetype }: Thing, what: 'ghost_body' | 'ghost_dagger'): boolean {
  return archetype.attributes?.get(specialAttribute) === what
}

export function questArchetypeId(archetype: string, what: 'ghost_body' | 'ghost_dagger'): string {
  return `arch ${archetype}\n${specialAttribute} ${what}`
}

/** Lines in asterisks are shown to all players on the map, all other lines are said. */
export function sayOrShowLines(
  call: Pick<ScriptCall, 'thing'> | TimedScriptCall,
  lines: readonly string[],
): void {
  for (const line of lines)
    if (line.startsWith('*')) sendMessageToLevel(call, line.slice(1, -1))
    else speakNearby(call, line)
}

export function tellPlayer(player: Player, text: string): void {
  player.sendMessage(text, messageTypes.miscellaneous)
}
