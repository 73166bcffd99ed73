// Fixed map objects that players walk through, pull, open or read.
import type { Traits } from '../../model/definitions/archetype.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'

/** [CF-20.8] The map sets its destination: see world/map-converter.ts. An exit without a destination is closed. */
export function convertExit(attributes: ObjectAttributes): Traits {
  // Exits with `move_on`, such as stairs and arches, are entered by stepping on them, others by applying them.
  return {
    role: 'exit',
    enters: /\bwalk\b|\ball\b/.test(attributes.text('move_on') ?? '') ? 'step' : 'apply',
  }
}

/** Maximum capacity in grams. Some uploaded containers hold more than a stack of this world can weigh. */
const maxContents = 10_000_000

export function convertContainer(attributes: ObjectAttributes): Traits {
  return {
    role: 'container',
    maxWeight: attributes.intWithin('container', 0, maxContents, 50_000),
    ...(attributes.flag('Str') && { lighterPercent: attributes.intWithin('Str', 0, 100) }),
    ...(attributes.text('race') !== undefined && { acceptedRace: attributes.text('race')! }),
    ...(attributes.text('slaying') !== undefined && { lock: attributes.text('slaying')! }),
    ...(attributes.flag('is_cauldron') && { cauldron: true as const }),
  }
}

export function convertTorch(attributes: ObjectAttributes): Traits {
  return { role: 'torch', burnTicks: attributes.intWithin('food', 1, 100_000, 10_000) }
}
