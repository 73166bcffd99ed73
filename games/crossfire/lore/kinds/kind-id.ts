// Ids of imported kinds: `arch NAME`, then a line for each attribute that the map changes.
import { type LoreObject, writeObject } from '../objects.ts'

export const mark = 'arch '
/** Private key: the state of a machine part. No Crossfire file has it. */
export const stateKey = 'packetboat_state'

/**
 * Keys of the place and not of the thing. The elevation differs from cell to cell in the outer world, and would make
 * each cell's floor a kind of its own.
 */
const ofPlace: ReadonlySet<string> = new Set(['nrof', 'elevation'])

/** Whether an object differs from its archetype in nothing but its place. */
export function isPlain(says: LoreObject['says']): boolean {
  for (const key of says.keys()) if (!ofPlace.has(key)) return false
  return true
}

/** The id of an object on a map, without what belongs to its place: x, y, count, elevation, contents. */
export function kindId({ arch, says }: Pick<LoreObject, 'arch' | 'says'>): string {
  if (isPlain(says)) return `${mark}${arch}`
  const own = new Map([...says].filter(([key]) => !ofPlace.has(key)).sort(([a], [b]) => (a < b ? -1 : 1)))
  const text = writeObject({ arch, says: own, line: 0, x: 0, y: 0, inside: [], more: [] })
  return text.slice(0, -'\nend\n'.length)
}
