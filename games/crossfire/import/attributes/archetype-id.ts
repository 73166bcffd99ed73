// Ids of imported archetypes: `arch NAME`, then a line for each attribute that the map changes.
import { formatObject, type ObjectDefinition } from '../format/objects.ts'

export const archetypePrefix = 'arch '
/** Private key: the state of a machine part. No Crossfire file has it. */
export const stateKey = 'packetboat_state'

/** Private key: the tag of the player whose spell made a thing, and the skill, as `12|skill`. No Crossfire file has it. */
export const makerKey = 'packetboat_maker'

/**
 * Keys that belong to the position and not to the thing. Outdoors the elevation differs from cell to cell, so that each
 * cell's floor would need an archetype of its own.
 */
const placementKeys: ReadonlySet<string> = new Set(['nrof', 'elevation'])

/** Whether an object differs from its archetype only in its position. */
export function hasNoChanges(attributes: ObjectDefinition['attributes']): boolean {
  for (const key of attributes.keys()) if (!placementKeys.has(key)) return false
  return true
}

/** The id of an object on a map. It does not contain position, count, elevation and contents. */
export function archetypeIdOf({ arch, attributes }: Pick<ObjectDefinition, 'arch' | 'attributes'>): string {
  if (hasNoChanges(attributes)) return `${archetypePrefix}${arch}`
  const own = new Map(
    [...attributes].filter(([key]) => !placementKeys.has(key)).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  const text = formatObject({ arch, attributes: own, line: 0, x: 0, y: 0, inside: [], otherParts: [] })
  return text.slice(0, -'\nend\n'.length)
}
