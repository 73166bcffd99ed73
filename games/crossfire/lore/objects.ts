// The object text format of archetypes and maps.
//
//   Object NAME        an archetype; on maps and inside other objects, `arch NAME`
//   key value          any key; the last one of a name wins
//   msg … endmsg       a multi-line text; also lore … endlore, maplore … endmaplore, anim … mina
//   arch NAME … end    an object inside it
//   end
//   More               the next Object is a further part of the previous one
import { LoreFault, shown } from './fault.ts'
import { keyed, Lines } from './lines.ts'

export interface LoreObject {
  /** An archetype's own name, or the name of an object's archetype. */
  readonly arch: string
  /** First line, from 1. */
  readonly line: number
  readonly x: number
  readonly y: number
  /** All other attributes in order; multi-line texts without their markers. */
  readonly says: ReadonlyMap<string, string>
  readonly inside: readonly LoreObject[]
  /** Further parts of a multi-cell object. */
  readonly more: readonly LoreObject[]
}

/** Closing words of multi-line texts. */
export const texts: ReadonlyMap<string, string> = new Map([
  ['msg', 'endmsg'],
  ['lore', 'endlore'],
  ['maplore', 'endmaplore'],
  ['anim', 'mina'],
])

/** Limits against hostile files. Debian's maxima are 41,000 objects, 60 keys and a depth of 4. */
const most = { objects: 400_000, keys: 512, depth: 16, parts: 256 } as const
const nothing: readonly LoreObject[] = []
const silent: ReadonlyMap<string, string> = new Map()
const [letterX, letterY] = [0x78, 0x79]

/** The objects of a map, including its header, one at a time to save memory. */
export function* mapObjects(file: string, content: Uint8Array | string): Generator<LoreObject> {
  const lines = new Lines(file, content)
  const budget = { left: most.objects }
  for (;;) {
    const arch = lines.takeBehind('arch')
    if (arch !== undefined) {
      yield objectOf(lines, arch, 0, budget)
      continue
    }
    const line = lines.next()
    if (line === undefined) return
    const [key, name] = keyed(line)
    if (key !== 'arch') throw lines.fault(`"${shown(key)}" where an object (arch …) should begin`)
    yield objectOf(lines, name, 0, budget)
  }
}

/** Archetypes with their further parts. */
export function readArchetypes(file: string, content: Uint8Array | string): LoreObject[] {
  return Array.from(archetypesIn(file, content), ({ head }) => head)
}

/** One at a time, with their byte ranges. */
export function* archetypesIn(
  file: string,
  content: Uint8Array | string,
): Generator<{ readonly head: LoreObject; readonly from: number; readonly to: number }> {
  const lines = new Lines(file, content)
  const budget = { left: most.objects }
  let last: { head: LoreObject; from: number } | undefined
  let further = false
  for (let from = 0; ; from = lines.position) {
    const line = lines.next()
    if (line === undefined) break
    const [key, name] = keyed(line)
    if (key === 'More') further = true
    else if (key === 'Object') {
      const object = objectOf(lines, name, 0, budget)
      if (further) addPart(lines, last?.head, object)
      else {
        if (last) yield { ...last, to: from }
        last = { head: object, from }
      }
      further = false
    } else throw lines.fault(`"${shown(key)}" where an archetype (Object …) should begin`)
  }
  if (further) throw lines.fault('More, and no further part behind it')
  if (last) yield { ...last, to: lines.position }
}

function addPart(lines: Lines, head: LoreObject | undefined, part: LoreObject): void {
  if (!head) throw lines.fault('More, and no part before it')
  if (head.more.length >= most.parts) throw lines.fault(`${shown(head.arch)} has over ${most.parts} parts`)
  // objectOf shares one empty list.
  if (head.more === nothing) Object.assign(head, { more: [part] })
  else (head.more as LoreObject[]).push(part)
}

/** Reads an object after its first line, up to its `end`. */
function objectOf(lines: Lines, arch: string, depth: number, budget: { left: number }): LoreObject {
  const begun = lines.number
  if (!arch) throw lines.fault('an object without a name')
  if (depth > most.depth) throw lines.fault(`over ${most.depth} objects inside of each other`)
  if (budget.left-- <= 0) throw lines.fault(`over ${most.objects} objects`)
  let says: Map<string, string> | undefined
  let inside: LoreObject[] | undefined
  let [x, y] = [0, 0]
  for (;;) {
    x = lines.takeNumber(letterX) ?? x
    y = lines.takeNumber(letterY) ?? y
    if (lines.takeEnd())
      return { arch, line: begun, x, y, says: says ?? silent, inside: inside ?? nothing, more: nothing }
    const line = lines.next()
    if (line === undefined) throw new LoreFault(lines.file, begun, `no end closes ${shown(arch)}`)
    const [key, value] = keyed(line)
    if (key === 'x') x = whole(lines, value)
    else if (key === 'y') y = whole(lines, value)
    else if (key === 'arch') {
      inside ??= []
      inside.push(objectOf(lines, value, depth + 1, budget))
    } else if (key === 'end') {
      return { arch, line: begun, x, y, says: says ?? silent, inside: inside ?? nothing, more: nothing }
    } else {
      says ??= new Map()
      const closing = texts.get(key)
      says.set(key, closing && !value ? lines.until(closing) : value)
      if (says.size > most.keys) throw lines.fault(`an object of over ${most.keys} keys`)
    }
  }
}

function whole(lines: Lines, value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw lines.fault(`"${shown(value)}" is no whole number`)
  return number
}

// ---- Writing -----------------------------------------------------------------------------------------------------

/** Writes text that parses to the same object. `opens`: its first word. */
export function writeObject(object: LoreObject, opens: 'arch' | 'Object' = 'arch'): string {
  const { arch, x, y, says, inside, more } = object
  const lines = [`${opens} ${arch}`]
  for (const [key, value] of says) lines.push(...lineOf(key, value))
  if (x !== 0) lines.push(`x ${x}`)
  if (y !== 0) lines.push(`y ${y}`)
  const own = `${[...lines, ''].join('\n')}${inside.map((each) => writeObject(each)).join('')}end\n`
  return own + more.map((part) => `More\n${writeObject(part, opens)}`).join('')
}

function lineOf(key: string, value: string): string[] {
  const closing = texts.get(key)
  if (!closing) return [value ? `${key} ${value}` : key]
  return value ? [key, value, closing] : [key, closing]
}
