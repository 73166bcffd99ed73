// In a list `treasure NAME … end` each entry has its own chance. From a list `treasureone NAME … end` one entry is
// drawn. Entries are separated by `more`. An entry is an archetype (`arch`) or another list (`list`). An entry can
// contain further entries that apply if it is drawn (`yes … end`) or if it is not drawn (`no … end`).
import { ImportError, quoteForError } from './import-error.ts'
import { LineReader, splitKeyValue } from './line-reader.ts'

export interface TreasureList {
  readonly name: string
  /** True: one entry is drawn by weight. False: each entry has its own chance. */
  readonly picksOne: boolean
  readonly entries: readonly TreasureEntry[]
}

export interface TreasureEntry {
  /** An entry with neither `arch` nor `list` yields nothing, but it can be drawn. */
  readonly arch?: string
  readonly list?: string
  /** The chance in percent, or in a `treasureone` the weight. Default 100. */
  readonly chance: number
  /** The number of pieces is drawn from 1 up to this count. */
  readonly count: number
  /** Such as magic, list_magic_value, change_name, change_title, change_slaying and artifact. */
  readonly attributes: ReadonlyMap<string, string>
  readonly ifTaken: readonly TreasureEntry[]
  readonly ifNotTaken: readonly TreasureEntry[]
}

/**
 * `entries`: maximum per list, including nested entries. Debian's file has 373 lists, up to some 80 entries and a depth
 * of 4.
 */
const maximums = { lists: 20_000, entries: 4096, depth: 16, keys: 512 } as const

export function parseTreasureLists(file: string, content: Uint8Array | string): TreasureList[] {
  const lines = new LineReader(file, content)
  const lists: TreasureList[] = []
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, name] = splitKeyValue(line)
    if ((key !== 'treasure' && key !== 'treasureone') || !name)
      throw lines.error(`expected a list (treasure …, treasureone …), found "${quoteForError(line)}"`)
    if (lists.length >= maximums.lists) throw lines.error(`more than ${maximums.lists} lists`)
    lists.push({
      name,
      picksOne: key === 'treasureone',
      entries: parseEntries(lines, 0, { left: maximums.entries }),
    })
  }
  return lists
}

type EntryDraft = { -readonly [field in keyof TreasureEntry]: TreasureEntry[field] } & {
  attributes: Map<string, string>
}

function parseEntries(lines: LineReader, depth: number, budget: { left: number }): TreasureEntry[] {
  const firstLine = lines.number
  if (depth > maximums.depth) throw lines.error(`lists nested more than ${maximums.depth} deep`)
  const entries: EntryDraft[] = []
  let open: EntryDraft | undefined
  const entry = () => {
    if (budget.left-- <= 0) throw lines.error(`a list with more than ${maximums.entries} entries`)
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
  else if (entry.attributes.set(key, value).size > maximums.keys)
    throw lines.error(`an entry with more than ${maximums.keys} keys`)
}

/**
 * The archetypes in a list and its nested lists, without entries whose `magic` exceeds the level. Reads at most 4,096
 * entries and returns at most 256 archetypes.
 */
export function archetypesOfTreasureList(
  lists: ReadonlyMap<string, TreasureList>,
  name: string,
  level: number,
): readonly string[] {
  const found = new Set<string>()
  const seen = new Set<string>([name])
  let looked = 0
  // Iterating a Set also visits lists that are added meanwhile, and each list once.
  for (const each of seen)
    for (const { arch, list, attributes } of lists.get(each)?.entries ?? []) {
      if (looked++ >= maxExaminedEntries || found.size >= maxListedArchetypes) return [...found]
      if (Number(attributes.get('magic') ?? 0) > level) continue
      if (arch !== undefined) found.add(arch)
      else if (list !== undefined) seen.add(list)
    }
  return [...found]
}
const maxListedArchetypes = 256
const maxExaminedEntries = 4096
