// The files `artifacts` and `formulae`. A formula is a recipe of alchemy.
import { quoteForError } from './import-error.ts'
import { LineReader, splitKeyValue } from './line-reader.ts'
import { readAttributes } from './read-attributes.ts'

export interface Artifact {
  /** Follows "of" in the name of the item. */
  readonly name: string
  /** Names. Empty: all archetypes of the artifact's type. A leading `!` excludes a name. */
  readonly allowedArchetypes: readonly string[]
  /** Relative weight among the artifacts that fit. */
  readonly chance: number
  /** Changed attributes, by object key. */
  readonly attributes: ReadonlyMap<string, string>
}

export interface Formula {
  /** Name of the artifact that the formula makes; `NONE` means the plain archetype. */
  readonly name: string
  readonly archetypes: readonly string[]
  readonly ingredients: readonly string[]
  readonly attributes: ReadonlyMap<string, string>
}

const limits = { entries: 20_000, keys: 512 } as const

/** The keys before the line `Object` describe the artifact. The keys between `Object` and `end` change the item. */
export function parseArtifacts(file: string, content: Uint8Array | string): Artifact[] {
  const lines = new LineReader(file, content)
  const read: Artifact[] = []
  let before = new Map<string, string>()
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = splitKeyValue(line)
    if (key !== 'Object') before.set(key, [before.get(key), value].filter(Boolean).join(','))
    else {
      if (read.length >= limits.entries) throw lines.error(`more than ${limits.entries} artifacts`)
      const changes = readAttributes(lines, value, 'an artifact', limits.keys)
      const allowed = (before.get('Allowed') ?? 'all').split(',').map((name) => name.trim())
      const chance = Number(before.get('chance') ?? 0)
      if (!Number.isFinite(chance))
        throw lines.error(`chance "${quoteForError(before.get('chance') ?? '')}" is not a number`)
      before.delete('Allowed')
      before.delete('chance')
      read.push({
        name: value,
        allowedArchetypes: allowed.filter((name) => name !== 'all' && name !== ''),
        chance,
        attributes: new Map([...before, ...changes]),
      })
      before = new Map()
    }
    if (before.size > limits.keys) throw lines.error(`more than ${limits.keys} keys before an Object`)
  }
  if (before.size > 0) throw lines.error('keys without a following Object')
  return read
}

/** A formula ends at the next `Object`. Some source archives also have an optional `end`. */
export function parseFormulae(file: string, content: Uint8Array | string): Formula[] {
  const lines = new LineReader(file, content)
  const read: { name: string; attributes: Map<string, string> }[] = []
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = splitKeyValue(line)
    if (key === 'Object') {
      if (read.length >= limits.entries) throw lines.error(`more than ${limits.entries} formulae`)
      read.push({ name: value, attributes: new Map() })
      continue
    }
    if (key === 'end' || key === 'Remove') continue
    const formula = read.at(-1)
    if (!formula) throw lines.error(`"${quoteForError(key)}" before the first Object`)
    formula.attributes.set(key, value)
    if (formula.attributes.size > limits.keys)
      throw lines.error(`a formula with more than ${limits.keys} keys`)
  }
  return read.map(({ name, attributes }) => {
    const [archetypes, ingredients] = ['arch', 'ingred'].map((key) => parseList(attributes.get(key)))
    attributes.delete('arch')
    attributes.delete('ingred')
    return { name, archetypes: archetypes!, ingredients: ingredients!, attributes }
  })
}

function parseList(value = ''): string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}
