// What a kind of a host's is called: `arch NAME` and, a line each, what a map says differently.
import { type LoreObject, writeObject } from '../objects.ts'

export const mark = 'arch '
/** A key of ours: which state a part of a machine is in. No file of Crossfire's has it. */
export const stateKey = 'packetboat_state'

/**
 * Keys of the place and not of what lies there. How high the land is differs from cell to cell of the outer world: with it
 * each would be a kind of its own.
 */
const ofPlace: ReadonlySet<string> = new Set(['nrof', 'elevation'])

/** It says nothing that makes it another than its archetype. */
export function isPlain(says: LoreObject['says']): boolean {
  for (const key of says.keys()) if (!ofPlace.has(key)) return false
  return true
}

/** The id of what a map has there; what is its place's (x, y, count, height, what is inside) is no part of it. */
export function kindId({ arch, says }: Pick<LoreObject, 'arch' | 'says'>): string {
  if (isPlain(says)) return `${mark}${arch}`
  const own = new Map([...says].filter(([key]) => !ofPlace.has(key)).sort(([a], [b]) => (a < b ? -1 : 1)))
  const text = writeObject({ arch, says: own, line: 0, x: 0, y: 0, inside: [], more: [] })
  return text.slice(0, -'\nend\n'.length)
}
