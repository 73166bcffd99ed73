// The object text format of archetypes and maps.
//
//   Object NAME        an archetype; on maps and inside other objects, `arch NAME`
//   key value          any key; the last one of a name wins
//   msg … endmsg       a multi-line text; also lore … endlore, maplore … endmaplore, anim … mina
//   arch NAME … end    an object inside it
//   end
//   More               the next Object is a further part of the previous one
import { ImportError, quoteForError } from './import-error.ts'
import { LineReader, splitKeyValue } from './line-reader.ts'

export interface ObjectDefinition {
  readonly arch: string
  /** From 1. */
  readonly line: number
  readonly x: number
  readonly y: number
  /** Attributes in the order of the file. Multi-line texts are without the lines `msg` and `endmsg`. */
  readonly attributes: ReadonlyMap<string, string>
  readonly inside: readonly ObjectDefinition[]
  /** Further parts of a multi-cell object. */
  readonly otherParts: readonly ObjectDefinition[]
}

/** The line that ends a multi-line text, by the line that begins it. */
export const multilineKeys: ReadonlyMap<string, string> = new Map([
  ['msg', 'endmsg'],
  ['lore', 'endlore'],
  ['maplore', 'endmaplore'],
  ['anim', 'mina'],
])

/** Limits of an object file. Debian's files have up to 41,000 objects, 60 keys and a nesting depth of 4. */
const limits = { objects: 400_000, keys: 512, letters: 100_000, depth: 16, parts: 256 } as const
const noContents: readonly ObjectDefinition[] = []
const noAttributes: ReadonlyMap<string, string> = new Map()
const [letterX, letterY] = [0x78, 0x79]

/** `left`: objects that the file may still contain. `keys` and `letters`: maximum per object. */
interface ParseBudget {
  left: number
  readonly keys: number
  readonly letters: number
}
const importBudget = (): ParseBudget => ({
  left: limits.objects,
  keys: limits.keys,
  letters: limits.letters,
})

/** Yields the map's header first, then its objects. Parses one object at a time to save memory. */
export function* parseMapObjects(file: string, content: Uint8Array | string): Generator<ObjectDefinition> {
  const lines = new LineReader(file, content)
  const budget = importBudget()
  for (;;) {
    const arch = lines.readAfter('arch')
    if (arch !== undefined) {
      yield objectOf(lines, arch, 0, budget)
      continue
    }
    const line = lines.next()
    if (line === undefined) return
    const [key, name] = splitKeyValue(line)
    if (key !== 'arch') throw lines.error(`expected an object (arch …), found "${quoteForError(key)}"`)
    yield objectOf(lines, name, 0, budget)
  }
}

/** Parses an object's text without `end` and contents. It may have keys that this server has added. */
export function parseOwnObject(text: string): ObjectDefinition {
  const lines = new LineReader('an own object', `${text}\nend\n`)
  const budget = { left: 1, keys: Number.POSITIVE_INFINITY, letters: Number.POSITIVE_INFINITY }
  return objectOf(lines, lines.readAfter('arch') ?? '', 0, budget)
}

/** The archetypes of the file, each with its further parts. */
export function parseArchetypes(file: string, content: Uint8Array | string): ObjectDefinition[] {
  return Array.from(iterateArchetypes(file, content), ({ head }) => head)
}

/** Yields one archetype at a time, with its byte range in the file. */
export function* iterateArchetypes(
  file: string,
  content: Uint8Array | string,
): Generator<{ readonly head: ObjectDefinition; readonly from: number; readonly to: number }> {
  const lines = new LineReader(file, content)
  const budget = importBudget()
  let last: { head: ObjectDefinition; from: number } | undefined
  let further = false
  for (let from = 0; ; from = lines.position) {
    const line = lines.next()
    if (line === undefined) break
    const [key, name] = splitKeyValue(line)
    if (key === 'More') further = true
    else if (key === 'Object') {
      const object = objectOf(lines, name, 0, budget)
      if (further) addPart(lines, last?.head, object)
      else {
        if (last) yield { ...last, to: from }
        last = { head: object, from }
      }
      further = false
    } else throw lines.error(`expected an archetype (Object …), found "${quoteForError(key)}"`)
  }
  if (further) throw lines.error('More without a following part')
  if (last) yield { ...last, to: lines.position }
}

function addPart(lines: LineReader, head: ObjectDefinition | undefined, part: ObjectDefinition): void {
  if (!head) throw lines.error('More without a preceding part')
  if (head.otherParts.length >= limits.parts)
    throw lines.error(`${quoteForError(head.arch)} has more than ${limits.parts} parts`)
  // All objects without contents share one empty list.
  if (head.otherParts === noContents)
    Object.assign(head, { otherParts: [part] } satisfies Partial<ObjectDefinition>)
  else (head.otherParts as ObjectDefinition[]).push(part)
}

function objectOf(lines: LineReader, arch: string, depth: number, budget: ParseBudget): ObjectDefinition {
  const firstLine = lines.number
  if (!arch) throw lines.error('an object without a name')
  if (depth > limits.depth) throw lines.error(`objects nested more than ${limits.depth} deep`)
  if (budget.left-- <= 0) throw lines.error(`more than ${limits.objects} objects`)
  let attributes: Map<string, string> | undefined
  let inside: ObjectDefinition[] | undefined
  let [x, y, letters] = [0, 0, 0]
  for (;;) {
    x = lines.readNumber(letterX) ?? x
    y = lines.readNumber(letterY) ?? y
    const line = lines.skipEnd() ? 'end' : lines.next()
    if (line === undefined) throw new ImportError(lines.file, firstLine, `${quoteForError(arch)} has no end`)
    const [key, value] = splitKeyValue(line)
    if (key === 'x') x = lines.parseInteger(value)
    else if (key === 'y') y = lines.parseInteger(value)
    else if (key === 'arch') {
      inside ??= []
      inside.push(objectOf(lines, value, depth + 1, budget))
    } else if (key === 'end') {
      return {
        arch,
        line: firstLine,
        x,
        y,
        attributes: attributes ?? noAttributes,
        inside: inside ?? noContents,
        otherParts: noContents,
      }
    } else {
      attributes ??= new Map()
      const closing = multilineKeys.get(key)
      const text = closing && !value ? lines.until(closing) : value
      attributes.set(key, text)
      letters += key.length + text.length
      if (attributes.size > budget.keys) throw lines.error(`an object with more than ${budget.keys} keys`)
      if (letters > budget.letters) throw lines.error(`an object with more than ${budget.letters} characters`)
    }
  }
}

/** Formats an object so that parsing the text yields the same object. `opens`: the first word of the text. */
export function formatObject(object: ObjectDefinition, opens: 'arch' | 'Object' = 'arch'): string {
  const { arch, x, y, attributes, inside, otherParts } = object
  const lines = [`${opens} ${arch}`]
  for (const [key, value] of attributes) lines.push(...lineOf(key, value))
  if (x !== 0) lines.push(`x ${x}`)
  if (y !== 0) lines.push(`y ${y}`)
  const own = `${[...lines, ''].join('\n')}${inside.map((each) => formatObject(each)).join('')}end\n`
  return own + otherParts.map((part) => `More\n${formatObject(part, opens)}`).join('')
}

function lineOf(key: string, value: string): string[] {
  const closing = multilineKeys.get(key)
  if (!closing) return [value ? `${key} ${value}` : key]
  return value ? [key, value, closing] : [key, closing]
}
