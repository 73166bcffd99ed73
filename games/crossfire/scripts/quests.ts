// Quests: a player's stage in each, and its consequences. [CF-23.6]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Player, Scene } from '../scene/scene.ts'
import type { Quest, QuestStep, Stages } from '../scene/script.ts'

/** Maximum entries in a player's journal. */
const mostEntries = 1000
/** Maximum stages of other quests that one stage can trigger in turn. */
const mostOthers = 20

const stageKey = (quest: string) => `quest ${quest}`
const doneKey = (quest: string) => `done ${quest}`

/** 0 if the player has not started it. */
export function stageOf(player: Player, quest: string): number {
  return Number(player.journal.get(stageKey(quest)) ?? 0)
}

export function hasFinished(player: Player, quest: string): boolean {
  return player.journal.has(doneKey(quest))
}

export function isWithin(stage: number, { from, to }: Stages): boolean {
  return stage >= from && stage <= to
}

/** [CF-23.6] Applies the steps that start at the player's stage, if any. */
export function advance(scene: Scene, player: Player, quest: string, steps: readonly QuestStep[]): void {
  const stage = stageOf(player, quest)
  for (const step of steps) if (isWithin(stage, step)) setStage(scene, player, quest, step.becomes)
}

/** [CF-23.6] Sets the stage, notifies the player, and advances quests that depend on it. */
export function setStage(scene: Scene, player: Player, name: string, stage: number): void {
  reach(scene, player, name, stage)
  for (let others = 0; others < mostOthers; others++) {
    const due = dueOf(scene, player)
    if (!due) return
    reach(scene, player, due.name, due.stage)
  }
}

function reach(scene: Scene, player: Player, name: string, stage: number): void {
  const isNew = stageOf(player, name) === 0
  if (!note(player, stageKey(name), String(stage))) return
  const quest = scene.quests.find((each) => each.name === name)
  const step = quest?.steps.get(stage)
  if (step?.finishes) note(player, doneKey(name), '')
  if (!quest) return
  const heading = isNew
    ? `New quest: ${quest.title}.`
    : step?.finishes
      ? `${quest.title}: done.`
      : `${quest.title}:`
  player.tell([heading, step?.text ?? ''].join('\n').trim(), messageTypes.quests)
}

/** A stage beyond the player's current one whose conditions are met. */
function dueOf(
  { quests }: Scene,
  player: Player,
): { readonly name: string; readonly stage: number } | undefined {
  for (const { name, steps } of quests)
    for (const [stage, { when }] of steps)
      if (when.length > 0 && stageOf(player, name) < stage && when.every((term) => holds(player, term)))
        return { name, stage }
  return undefined
}

function holds(
  player: Player,
  { quest, stages }: { readonly quest: string; readonly stages: Stages | 'finished' },
): boolean {
  return stages === 'finished' ? hasFinished(player, quest) : isWithin(stageOf(player, quest), stages)
}

/** Returns false if the journal is full. */
export function note(player: Player, key: string, text: string): boolean {
  if (!player.journal.has(key) && player.journal.size >= mostEntries) return false
  player.journal.set(key, text)
  player.keep()
  return true
}

/** [CF-23.6] `quests`: lists the player's quests. */
export function tellQuests(scene: Scene, player: Player): void {
  const lines = scene.quests.flatMap((quest) => lineOf(player, quest) ?? [])
  player.tell(lines.length > 0 ? lines.join('\n') : 'You have begun no quest.', messageTypes.quests)
}

function lineOf(player: Player, { name, title, steps, text }: Quest): string | undefined {
  const stage = stageOf(player, name)
  if (stage === 0) return undefined
  if (hasFinished(player, name)) return `${title}: done.`
  return `${title}: ${steps.get(stage)?.text ?? text}`
}
