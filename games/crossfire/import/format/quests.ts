// `world.quests` and its includes: names of quests, their steps, and conditions that set a step automatically.
//
//   include FILE                     another such file, by absolute or relative path
//   quest NAME … end_quest
//   title, restart, face, parent     keys of a quest; also `description … end_description`
//   step NUMBER … end_step           inside a quest, with a description, `finishes_quest`, `setwhen … end_setwhen`
import type { Quest, QuestStage, StageRange } from '../../model/definitions/script.ts'
import { ImportError, quoteForError } from './import-error.ts'
import { LineReader, splitKeyValue } from './line-reader.ts'
import { resolveMapPath } from './map-paths.ts'

/** Debian's 12 files have 100 quests. The descriptions stay in memory. */
const maximums = { quests: 5000, steps: 500, terms: 50, files: 200, mebibytes: 4 } as const
/** Maximum lengths of a title and a description, so that twenty quests fit a packet. */
const [maxTitleLength, maxDescriptionLength] = [120, 1500] as const

/** `face`: the name of the quest's picture. */
export type ParsedQuest = Omit<Quest, 'face'> & { readonly face?: string }

interface QuestDraft {
  face?: string
  parent?: string
  isReplayable: boolean
  name: string
  title: string
  description: string
  readonly stages: Map<number, QuestStage>
}

/** `fileOf`: returns the content of a file. Missing files are skipped. */
export function parseQuests(
  first: string,
  fileOf: (path: string) => Uint8Array | string | undefined,
): ParsedQuest[] {
  const files = [first]
  const read: ParsedQuest[] = []
  let length = 0
  for (const path of files) {
    const content = fileOf(path)
    if (content === undefined) continue
    length += content.length
    if (length > maximums.mebibytes * 2 ** 20)
      throw new ImportError(path, undefined, `the quest files have more than ${maximums.mebibytes} MiB`)
    const lines = new LineReader(path, content)
    for (let line = lines.next(); line !== undefined; line = lines.next()) {
      const [key, value] = splitKeyValue(line)
      if (key === 'include') {
        const included = resolveMapPath(`/${path}`, value)?.slice(1) ?? ''
        if (files.length < maximums.files && !files.includes(included)) files.push(included)
      } else if (key === 'quest' && value) {
        if (read.length >= maximums.quests) throw lines.error(`more than ${maximums.quests} quests`)
        read.push(parseQuest(lines, value))
      } else throw lines.error(`expected a quest, found "${quoteForError(key)}"`)
    }
  }
  return read
}

function parseQuest(lines: LineReader, name: string): ParsedQuest {
  const quest: QuestDraft = {
    name,
    title: name.slice(0, maxTitleLength),
    description: '',
    isReplayable: false,
    stages: new Map(),
  }
  for (let line = lines.next(); line !== undefined && line !== 'end_quest'; line = lines.next()) {
    const [key, value] = splitKeyValue(line)
    if (key === 'title') quest.title = value.slice(0, maxTitleLength)
    else if (key === 'face' || key === 'parent') quest[key] = value
    else if (key === 'restart') quest.isReplayable = Number(value) !== 0
    else if (key === 'description') quest.description = parseDescription(lines)
    else if (key === 'step') {
      if (quest.stages.size >= maximums.steps)
        throw lines.error(`a quest with more than ${maximums.steps} steps`)
      const number = Number(value)
      if (!Number.isSafeInteger(number)) throw lines.error(`step "${quoteForError(value)}" is not a number`)
      quest.stages.set(number, parseStep(lines))
    }
  }
  return quest
}

function parseDescription(lines: LineReader): string {
  return lines.until('end_description').trim().slice(0, maxDescriptionLength)
}

function parseStep(lines: LineReader): QuestStage {
  let [text, finishes] = ['', false]
  let when: QuestStage['conditions'] = []
  for (let line = lines.next(); line !== undefined && line !== 'end_step'; line = lines.next()) {
    const [key] = splitKeyValue(line)
    if (key === 'description') text = parseDescription(lines)
    else if (key === 'finishes_quest') finishes = true
    else if (key === 'setwhen')
      when = lines
        .until('end_setwhen')
        .split('\n')
        .flatMap((each) => parseCondition(each) ?? [])
    if (when.length > maximums.terms) throw lines.error(`a step with more than ${maximums.terms} conditions`)
  }
  return { description: text, isFinal: finishes, conditions: when }
}

/** Parses a condition: `QUEST 10` (step 10 or a later step), `QUEST 10-20` (a range of steps) or `QUEST finished`. */
function parseCondition(line: string): QuestStage['conditions'][number] | undefined {
  const [quest, stage = ''] = line.trim().split(/\s+/)
  if (!quest) return undefined
  return { quest, stages: stage === 'finished' ? stage : parseStages(stage) }
}

/**
 * Parses a range of steps: `10` (step 10 and later), `=10` (only step 10) or `10-20`. Other texts yield a range that
 * never matches.
 */
export function parseStages(written: string): StageRange {
  const [, only, from, to] = /^(=?)(\d{1,9})(?:-(\d{1,9}))?$/.exec(written) ?? []
  if (from === undefined) return { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  const last = to === undefined ? (only ? Number(from) : Number.MAX_SAFE_INTEGER) : Number(to)
  return { from: Number(from), to: last }
}
