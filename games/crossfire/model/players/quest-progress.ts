// A player's stage in each quest, as the journal stores it. [CF-23.6]
import type { Quest, StageRange } from '../definitions/script.ts'
import type { Player } from '../state/game-state.ts'

export const stageKey = (quest: string) => `quest ${quest}`
export const finishedKey = (quest: string) => `done ${quest}`

/** 0 if the player has not started the quest. */
export function questStageOf(player: Pick<Player, 'journal'>, quest: string): number {
  return Number(player.journal.get(stageKey(quest)) ?? 0)
}

export function isInStageRange(stage: number, { from, to }: StageRange): boolean {
  return stage >= from && stage <= to
}

export function hasFinished(player: Pick<Player, 'journal'>, quest: string): boolean {
  return player.journal.has(finishedKey(quest))
}

export interface StartedQuest {
  /** Position in the world's list of quests, from 1. */
  readonly code: number
  readonly quest: Quest
  /** Code of the parent quest; 0 if there is none. */
  readonly parent: number
  readonly ended: boolean
  /** Description of the stage, or of the quest if the stage has none. */
  readonly step: string
}

/** [CF-11.9] The quests that the player has started, in the order of the world's list. */
export function startedQuests(quests: readonly Quest[], player: Pick<Player, 'journal'>): StartedQuest[] {
  return quests.flatMap((quest, place) => {
    const stage = questStageOf(player, quest.name)
    if (stage === 0) return []
    const parent = quests.findIndex(({ name }) => name === quest.parent) + 1
    const step = quest.stages.get(stage)?.description ?? quest.description
    return [{ code: place + 1, quest, parent, ended: hasFinished(player, quest.name), step }]
  })
}
