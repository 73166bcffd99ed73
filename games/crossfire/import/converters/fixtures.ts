import type { Traits } from '../../model/definitions/archetype.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'

/**
 * [CF-20.8] world/map-converter.ts sets the destination. An exit without a destination is closed. Players enter exits
 * with `move_on`, such as stairs and arches, by stepping on them, and all others by applying them.
 */
export function convertExit(attributes: ObjectAttributes): Traits {
  return {
    role: 'exit',
    enters: /\bwalk\b|\ball\b/.test(attributes.text('move_on') ?? '') ? 'step' : 'apply',
  }
}

/** Maximum capacity in grams, because some uploaded containers can contain more than a pile of this world can weigh. */
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
