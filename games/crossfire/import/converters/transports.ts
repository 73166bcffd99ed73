// [CF-20.22]
import type { Transport } from '../../model/definitions/archetype.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'

export function convertTransport(attributes: ObjectAttributes): Transport {
  return {
    role: 'transport',
    moveType: (attributes.text('move_type') ?? 'walk').split(/\s/)[0]!,
    maxPassengers: attributes.intWithin('passenger_limit', 1, 16, 1),
    cellsPerTick: Math.max(0.05, Math.abs(attributes.decimal('speed', -2, 2, 1))),
  }
}
