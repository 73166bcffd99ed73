// An id consists of the line `arch NAME` and a line for each attribute that the map changes.
import { formatObject, type ObjectDefinition } from '../format/objects.ts'

export const archetypePrefix = 'arch '
/** A key of our own for the state of a machine part. */
export const machineStateAttribute = 'packetboat_state'

/** A key of our own for things that a player's spell made. No Crossfire file contains this key. */
export const spellMakerAttribute = 'packetboat_maker'

/**
 * These keys are not part of an id. The elevation differs between outdoor cells: if it were part of the id, the floor
 * of each cell would need an archetype of its own.
 */
const placementKeys: ReadonlySet<string> = new Set(['nrof', 'elevation'])

export function hasOnlyPlacementKeys(attributes: ObjectDefinition['attributes']): boolean {
  for (const key of attributes.keys()) if (!placementKeys.has(key)) return false
  return true
}

/** The id does not contain the position, count, elevation and contents. */
export function archetypeIdOf({ arch, attributes }: Pick<ObjectDefinition, 'arch' | 'attributes'>): string {
  if (hasOnlyPlacementKeys(attributes)) return `${archetypePrefix}${arch}`
  const own = new Map(
    [...attributes].filter(([key]) => !placementKeys.has(key)).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  const text = formatObject({ arch, attributes: own, line: 0, x: 0, y: 0, inside: [], otherParts: [] })
  return text.slice(0, -'\nend\n'.length)
}
