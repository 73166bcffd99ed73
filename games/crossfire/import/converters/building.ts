// [CF-21.13]
import type { Traits } from '../../model/definitions/archetype.ts'
import { archetypeIdOf } from '../attributes/archetype-id.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'

/** A key of our own for things that a player has built. */
export const builtByPlayerKey = 'packetboat_built'
/** The connection number of all machines that players build on a map. No uploaded map uses it. */
const connected = 31_000

/** `subtype` selects the action. */
export function convertBuilder(attributes: ObjectAttributes): Traits | undefined {
  const does = ([undefined, 'build', 'destroy'] as const)[attributes.int('subtype')]
  return does && { role: 'builder', action: does }
}

/** The `subtype` of a material says what is built from it, and `slaying` names the archetype. */
export function convertMaterial(attributes: ObjectAttributes): Traits | undefined {
  const as = ([undefined, 'floor', 'wall', 'thing', 'window'] as const)[attributes.int('subtype')]
  const arch = attributes.text('slaying')
  if (!as || arch === undefined || !attributes.other(arch)) return undefined
  const changes = new Map([
    ...(as === 'thing' ? [['connected', `${connected}`] as const] : []),
    [builtByPlayerKey, '1'],
  ])
  return { role: 'material', buildsAs: as, archetypeId: archetypeIdOf({ arch, attributes: changes }) }
}
