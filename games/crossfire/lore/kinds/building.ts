// What is built with, and of what. [CF-21.13]
import type { Role } from '../../scene/archetype.ts'
import { kindId } from './kind-id.ts'
import type { Said } from './said.ts'

/** A key of ours: somebody has built it. No file of Crossfire's has it. */
export const builtKey = 'packetboat_built'
/** What of a machine is built on one map is connected by this number: no map's own has it. */
const connected = 31_000

/** By `subtype`. */
export function builder(said: Said): Role | undefined {
  const does = ([undefined, 'build', 'destroy'] as const)[said.number('subtype')]
  return does && { role: 'builder', does }
}

/** By `subtype`; what becomes of it is its `slaying`. */
export function material(said: Said): Role | undefined {
  const as = ([undefined, 'floor', 'wall', 'thing', 'window'] as const)[said.number('subtype')]
  const arch = said.text('slaying')
  if (!as || arch === undefined || !said.other(arch)) return undefined
  const says = new Map([...(as === 'thing' ? [['connected', `${connected}`] as const] : []), [builtKey, '1']])
  return { role: 'material', as, builds: kindId({ arch, says }) }
}
