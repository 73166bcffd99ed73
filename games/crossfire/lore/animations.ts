// Animations: `anim NAME`, the pictures in order, `mina`. `facings N`: the pictures of N directions, in sequence.

import { shown } from './fault.ts'
import { keyed, Lines } from './lines.ts'

export interface LoreAnimation {
  readonly name: string
  /** 1 to 8; 1, 2, 4 and 8 have a meaning, and one of Debian's has 3. */
  readonly facings: number
  /** Face names. */
  readonly faces: readonly string[]
}

/** Limits: pictures per animation, animations per file. Debian's longest has 60, and there are 851. */
const most = { faces: 1024, animations: 20_000 } as const

export function readAnimations(file: string, content: Uint8Array | string): LoreAnimation[] {
  const lines = new Lines(file, content)
  const read: LoreAnimation[] = []
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, name] = keyed(line)
    if (key !== 'anim' || !name)
      throw lines.fault(`"${shown(line)}" where an animation (anim …) should begin`)
    if (read.length >= most.animations) throw lines.fault(`over ${most.animations} animations`)
    read.push(animationOf(lines, name))
  }
  return read
}

/** Reads the rest of an animation after its first line. */
export function animationOf(lines: Lines, name: string): LoreAnimation {
  let facings = 1
  const faces: string[] = []
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = keyed(line)
    if (key === 'mina') return { name, facings, faces }
    if (key === 'facings') {
      facings = Number(value)
      if (!(Number.isInteger(facings) && facings >= 1 && facings <= 8))
        throw lines.fault(`${shown(value)} facings; there may be 1 to 8`)
    } else faces.push(key)
    if (faces.length > most.faces) throw lines.fault(`an animation of over ${most.faces} pictures`)
  }
  throw lines.fault(`no mina closes ${shown(name)}`)
}

export function writeAnimation({ name, facings, faces }: LoreAnimation): string {
  const turned = facings === 1 ? [] : [`facings ${facings}`]
  return `${[`anim ${name}`, ...turned, ...faces, 'mina'].join('\n')}\n`
}
