// `anim NAME`, the pictures in order, `mina`. With `facings N` the pictures of N directions follow one another.

import { quoteForError } from './import-error.ts'
import { LineReader, splitKeyValue } from './line-reader.ts'

export interface ParsedAnimation {
  readonly name: string
  /** Number of directions, 1 to 8. Only 1, 2, 4 and 8 have a meaning, but one of Debian's animations has 3. */
  readonly facings: number
  readonly faces: readonly string[]
}

/** Debian's longest animation has 60 pictures, and its archive has 851 animations. */
const limits = { faces: 1024, animations: 20_000 } as const

export function parseAnimations(file: string, content: Uint8Array | string): ParsedAnimation[] {
  const lines = new LineReader(file, content)
  const read: ParsedAnimation[] = []
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, name] = splitKeyValue(line)
    if (key !== 'anim' || !name)
      throw lines.error(`expected an animation (anim …), found "${quoteForError(line)}"`)
    if (read.length >= limits.animations) throw lines.error(`more than ${limits.animations} animations`)
    read.push(parseAnimation(lines, name))
  }
  return read
}

export function parseAnimation(lines: LineReader, name: string): ParsedAnimation {
  let facings = 1
  const faces: string[] = []
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = splitKeyValue(line)
    if (key === 'mina') return { name, facings, faces }
    if (key === 'facings') {
      facings = Number(value)
      if (!(Number.isInteger(facings) && facings >= 1 && facings <= 8))
        throw lines.error(`${quoteForError(value)} facings: must be 1 to 8`)
    } else faces.push(key)
    if (faces.length > limits.faces) throw lines.error(`an animation with more than ${limits.faces} pictures`)
  }
  throw lines.error(`${quoteForError(name)} has no mina`)
}

export function formatAnimation({ name, facings, faces }: ParsedAnimation): string {
  const turned = facings === 1 ? [] : [`facings ${facings}`]
  return `${[`anim ${name}`, ...turned, ...faces, 'mina'].join('\n')}\n`
}
