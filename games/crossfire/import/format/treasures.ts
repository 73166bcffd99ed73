// Treasure lists, which fill chests and equip monsters: `treasure NAME` (each entry by its own chance) or `treasureone
// NAME` (one entry), entries separated by `more`, `end`. An entry is an archetype (`arch`) or another list (`list`),
// with further entries for when it is picked (`yes … end`) and when not (`no … end`).
import { ImportError, quoteForError } from './import-error.ts'
import { LineReader, splitKeyValue } from './line-reader.ts'

export interface TreasureList {
  readonly name: string
  /** Whether one entry is picked by weight. Otherwise each entry has its own chance. */
  readonly picksOne: boolean
  readonly entries: readonly TreasureEntry[]
}

export interface TreasureEntry {
  /** An archetype or a list. An entry with neither gives nothing, but still takes its share of the chance. */
  readonly arch?: string
  readonly list?: string
  /** Percentage, or weight in a `treasureone`. Default 100. */
  readonly chance: number
  /** The count is random between 1 and this number; 0 for the archetype's own count. */
  readonly count: number
  /** All other keys: magic, list_magic_value, change_name, change_title, change_slaying, artifact … */
  readonly attributes: ReadonlyMap<string, string>
  readonly ifTaken: readonly TreasureEntry[]
  readonly ifNotTaken: readonly TreasureEntry[]
}

/**
 * Limits: lists of a file, entries of a list with everything nested, depth, keys of an entry. Debian's have 373
 * lists, some 80 entries and a depth of 4.
 */
const most = { lists: 20_000, entries: 4096, depth: 16, keys: 512 } as const

export function parseTreasureLists(file: string, content: Uint8Array | string): TreasureList[] {
  const lines = new LineReader(file, content)
  const lists: TreasureList[] = []
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, name] = splitKeyValue(line)
    if ((key !== 'treasure' && key !== 'treasureone') || !name)
      throw lines.error(`expected a list (treasure …, treasureone …), found "${quoteForError(line)}"`)
    if (lists.length >= most.lists) throw lines.error(`more than ${most.lists} lists`)
    lists.push({
      name,
      picksOne: key === 'treasureone',
      entries: parseEntries(lines, 0, { left: most.entries }),
    })
  }
  return lists
}

type EntryDraft = { -readonly [field in keyof TreasureEntry]: TreasureEntry[field] } & {
  attributes: Map<string, string>
}

/** Reads entries up to the closing `end`. */
function parseEntries(lines: LineReader, depth: number, budget: { left: number }): TreasureEntry[] {
  const firstLine = lines.number
  if (depth > most.depth) throw lines.error(`lists nested more than ${most.depth} deep`)
  const entries: EntryDraft[] = []
  let open: EntryDraft | undefined
  const entry = () => {
    if (budget.left-- <= 0) throw lines.error(`a list with more than ${most.entries} entries`)
    open = { chance: 100, count: 0, attributes: new Map<string, string>(), ifTaken: [], ifNotTaken: [] }
    entries.push(open)
    return open
  }
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = splitKeyValue(line)
    if (key === 'end') return entries
    if (key === 'more') open = undefined
    else if (key === 'yes') (open ?? entry()).ifTaken = parseEntries(lines, depth + 1, budget)
    else if (key === 'no') (open ?? entry()).ifNotTaken = parseEntries(lines, depth + 1, budget)
    else setEntryField(lines, open ?? entry(), key, value)
  }
  throw new ImportError(lines.file, firstLine, 'the list that begins here has no end')
}

function setEntryField(lines: LineReader, entry: EntryDraft, key: string, value: string): void {
  if (key === 'arch' || key === 'list') entry[key] = value
  else if (key === 'chance') entry.chance = lines.parseInteger(value)
  else if (key === 'nrof') entry.count = lines.parseInteger(value)
  else if (entry.attributes.set(key, value).size > most.keys)
    throw lines.error(`an entry with more than ${most.keys} keys`)
}

/**
 * Archetypes in a list and its nested lists, without entries whose `magic` is above the level. Returns at most 256,
 * from the first 4,096 entries.
 */
export function archetypesOfTreasureList(
  lists: ReadonlyMap<string, TreasureList>,
  name: string,
  level: number,
): readonly string[] {
  const found = new Set<string>()
  const seen = new Set<string>([name])
  let looked = 0
  // Iterating a Set includes members added on the way, so each list is read once.
  for (const each of seen)
    for (const { arch, list, attributes } of lists.get(each)?.entries ?? []) {
      if (looked++ >= mostLooked || found.size >= mostListed) return [...found]
      if (Number(attributes.get('magic') ?? 0) > level) continue
      if (arch !== undefined) found.add(arch)
      else if (list !== undefined) seen.add(list)
    }
  return [...found]
}
const mostListed = 256
const mostLooked = 4096
