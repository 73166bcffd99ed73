// `world.quests` and what it includes: what quests are called, their steps, and what brings these about by itself.
//
//   include FILE                     another such file, from the root or beside this one
//   quest NAME … end_quest
//   title, restart, face, parent     of the quest; so `description … end_description`
//   step NUMBER … end_step           in a quest; so a description, `finishes_quest`, `setwhen … end_setwhen`
import type { Quest, QuestStage, Stages } from '../scene/script.ts'
import { shown } from './fault.ts'
import { keyed, Lines } from './lines.ts'
import { pathFrom } from './paths.ts'

/** Debian's have 100 quests in 12 files. */
const most = { quests: 5000, steps: 500, terms: 50, files: 200 } as const

interface Growing {
  name: string
  title: string
  text: string
  steps: Map<number, QuestStage>
}

/** `fileOf`: the content of a file by its path; undefined: there is none, and it is passed over. */
export function readQuests(
  first: string,
  fileOf: (path: string) => Uint8Array | string | undefined,
): Quest[] {
  const files = [first]
  const read: Quest[] = []
  for (const path of files) {
    const content = fileOf(path)
    if (content === undefined) continue
    const lines = new Lines(path, content)
    for (let line = lines.next(); line !== undefined; line = lines.next()) {
      const [key, value] = keyed(line)
      if (key === 'include') {
        const included = pathFrom(`/${path}`, value)?.slice(1) ?? ''
        if (files.length < most.files && !files.includes(included)) files.push(included)
      } else if (key === 'quest' && value) {
        if (read.length >= most.quests) throw lines.fault(`over ${most.quests} quests`)
        read.push(questOf(lines, value))
      } else throw lines.fault(`"${shown(key)}" where a quest should begin`)
    }
  }
  return read
}

function questOf(lines: Lines, name: string): Quest {
  const quest: Growing = { name, title: name, text: '', steps: new Map() }
  for (let line = lines.next(); line !== undefined && line !== 'end_quest'; line = lines.next()) {
    const [key, value] = keyed(line)
    if (key === 'title') quest.title = value
    else if (key === 'description') quest.text = lines.until('end_description').trim()
    else if (key === 'step') {
      if (quest.steps.size >= most.steps) throw lines.fault(`a quest of over ${most.steps} steps`)
      const number = Number(value)
      if (!Number.isSafeInteger(number)) throw lines.fault(`step "${shown(value)}" is no number`)
      quest.steps.set(number, stepOf(lines))
    }
  }
  return quest
}

function stepOf(lines: Lines): QuestStage {
  let [text, finishes] = ['', false]
  let when: QuestStage['when'] = []
  for (let line = lines.next(); line !== undefined && line !== 'end_step'; line = lines.next()) {
    const [key] = keyed(line)
    if (key === 'description') text = lines.until('end_description').trim()
    else if (key === 'finishes_quest') finishes = true
    else if (key === 'setwhen')
      when = lines
        .until('end_setwhen')
        .split('\n')
        .flatMap((each) => termOf(each) ?? [])
    if (when.length > most.terms) throw lines.fault(`a step on over ${most.terms} terms`)
  }
  return { text, finishes, when }
}

/** `QUEST 10`: at that step or behind it; `QUEST 10-20`; `QUEST finished`. */
function termOf(line: string): QuestStage['when'][number] | undefined {
  const [quest, stage = ''] = line.trim().split(/\s+/)
  if (!quest) return undefined
  return { quest, stages: stage === 'finished' ? stage : stagesFrom(stage) }
}

/** `10`: from there on, `=10`, `10-20`; what is none of them never holds. */
export function stagesFrom(written: string): Stages {
  const [, only, from, to] = /^(=?)(\d{1,9})(?:-(\d{1,9}))?$/.exec(written) ?? []
  if (from === undefined) return { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  const last = to === undefined ? (only ? Number(from) : Number.MAX_SAFE_INTEGER) : Number(to)
  return { from: Number(from), to: last }
}
