// [CF-23.6]

import type { QuestStep, StageRange } from '../../../model/definitions/script.ts'
import {
  finishedKey,
  hasFinished,
  isInStageRange,
  questStageOf,
  stageKey,
  startedQuests,
} from '../../../model/players/quest-progress.ts'
import type { GameState, Player } from '../../../model/state/game-state.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'

/** Maximum number of entries in a player's journal. */
const maxJournalEntries = 1000
/** Maximum number of stages of other quests that one stage triggers, one after another. */
const maxFollowUps = 20

/** [CF-23.6] */
export function advanceQuest(
  game: GameState,
  player: Player,
  quest: string,
  steps: readonly QuestStep[],
): void {
  const stage = questStageOf(player, quest)
  for (const step of steps)
    if (isInStageRange(stage, step)) setQuestStage(game, player, quest, step.nextStage)
}

/** [CF-23.6] Advances quests that depend on this stage, too. */
export function setQuestStage(game: GameState, player: Player, name: string, stage: number): void {
  enterStage(game, player, name, stage)
  for (let others = 0; others < maxFollowUps; others++) {
    const due = dueStage(game, player)
    if (!due) return
    enterStage(game, player, due.name, due.stage)
  }
}

function enterStage(game: GameState, player: Player, name: string, stage: number): void {
  const isNew = questStageOf(player, name) === 0
  if (!writeJournal(player, stageKey(name), String(stage))) return
  const quest = game.quests.find((each) => each.name === name)
  const step = quest?.stages.get(stage)
  if (step?.isFinal) writeJournal(player, finishedKey(name), '')
  if (!quest) return
  const heading = isNew
    ? `New quest: ${quest.title}.`
    : step?.isFinal
      ? `${quest.title}: done.`
      : `${quest.title}:`
  player.sendMessage([heading, step?.description ?? ''].join('\n').trim(), messageTypes.quests)
}

/** A stage that is later than the player's and has all its conditions met. */
function dueStage(
  { quests }: GameState,
  player: Player,
): { readonly name: string; readonly stage: number } | undefined {
  for (const { name, stages } of quests)
    for (const [stage, { conditions }] of stages)
      if (
        conditions.length > 0 &&
        questStageOf(player, name) < stage &&
        conditions.every((term) => conditionHolds(player, term))
      )
        return { name, stage }
  return undefined
}

function conditionHolds(
  player: Player,
  { quest, stages }: { readonly quest: string; readonly stages: StageRange | 'finished' },
): boolean {
  return stages === 'finished'
    ? hasFinished(player, quest)
    : isInStageRange(questStageOf(player, quest), stages)
}

/** Returns false if the journal is full. */
export function writeJournal(player: Player, key: string, text: string): boolean {
  if (!player.journal.has(key) && player.journal.size >= maxJournalEntries) return false
  player.journal.set(key, text)
  player.markUnsaved()
  return true
}

/** [CF-23.6] */
export function listQuests(game: GameState, player: Player): void {
  const lines = startedQuests(game.quests, player).map(
    ({ quest, ended, step }) => `${quest.title}: ${ended ? 'done.' : step}`,
  )
  player.sendMessage(
    lines.length > 0 ? lines.join('\n') : 'You have not started a quest.',
    messageTypes.quests,
  )
}
