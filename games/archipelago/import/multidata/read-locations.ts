// Reads the locations and spheres of a multidata as parallel columns, so that 1,000,000 locations fit in memory.

import { indexOfSorted } from '../../seed/columns.ts'
import type { LocationColumns } from '../../seed/multidata.ts'
import { groupSlotType, type Slot } from '../../seed/seed.ts'
import { maxItemFlags } from '../../slots/received-items.ts'
import type { PickleField } from '../pickle/fields.ts'
import { Tuple } from '../pickle/values.ts'

const maxLocations = 1_000_000
const maxSpheres = 100_000

/** Throws SeedError for invalid locations, items or receivers, and above the limits. */
export function readLocations(
  field: PickleField,
  slots: ReadonlyMap<number, Slot>,
  spheres: PickleField | undefined,
): Map<number, LocationColumns> {
  const locations = new Map<number, LocationColumns>()
  let total = 0
  for (const [key, value] of field.entries()) {
    const slot = slots.get(key.int())
    if (!slot || slot.type === groupSlotType) throw key.error('not the number of a player')
    total += value.size
    // Several slots may share one dict, so the size of the file does not limit the total.
    if (total > maxLocations) throw field.error(`over ${maxLocations} locations`)
    locations.set(slot.slot, readColumns(value, slots))
  }
  if (spheres) readSpheres(spheres, locations)
  return locations
}

function readColumns(field: PickleField, slots: ReadonlyMap<number, Slot>): LocationColumns {
  const placements = field.value as ReadonlyMap<number, Tuple>
  checkLocations(field, slots)
  const ids = Float64Array.from(placements.keys()).sort()
  const columns = emptyColumns(ids)
  for (const [i, id] of ids.entries()) {
    const [item, receiver, flags] = placements.get(id)!.items as number[]
    columns.items[i] = item!
    columns.receivers[i] = receiver!
    columns.flags[i] = flags!
  }
  return columns
}

function emptyColumns(ids: Float64Array): LocationColumns {
  const { length } = ids
  return {
    ids,
    items: new Float64Array(length),
    receivers: new Uint32Array(length),
    flags: new Uint32Array(length),
    spheres: new Int32Array(length).fill(-1),
  }
}

function checkLocations(field: PickleField, slots: ReadonlyMap<number, Slot>): void {
  for (const [location, place] of field.value as ReadonlyMap<unknown, unknown>) {
    if (isId(location) && place instanceof Tuple && place.items.length === 3) {
      const [item, receiver, flags] = place.items
      if (isId(item) && isFlags(flags) && typeof receiver === 'number' && slots.has(receiver)) continue
    }
    throw findLocationError(field, slots)
  }
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value)
}

function isFlags(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxItemFlags
}

/** Repeats the checks field by field to find the invalid field, which the error names. */
function findLocationError(field: PickleField, slots: ReadonlyMap<number, Slot>): Error {
  for (const [location, place] of field.entries()) {
    location.int()
    const [item, receiver, flags] = place.tuple(3)
    item!.int()
    flags!.int(0, maxItemFlags)
    if (!slots.has(receiver!.int())) return receiver!.error(`no slot ${receiver!.int()}`)
    if (!(place.value instanceof Tuple)) return place.error('expected a tuple')
  }
  return field.error('not a valid location')
}

/**
 * If several spheres contain a location, the first one applies. Locations that are not in the multiworld are ignored.
 */
function readSpheres(field: PickleField, locations: ReadonlyMap<number, LocationColumns>): void {
  let total = 0
  const spheres = field.items()
  if (spheres.length > maxSpheres) throw field.error(`over ${maxSpheres} spheres`)
  for (const [sphere, bySlot] of spheres.entries()) {
    for (const [slot, ids] of bySlot.entries()) {
      const columns = locations.get(slot.int())
      const members = ids.members()
      total += members.length
      if (total > maxLocations) throw field.error(`over ${maxLocations} locations`)
      for (const id of members) {
        const at = columns ? indexOfSorted(columns.ids, id.int()) : -1
        if (at >= 0 && columns!.spheres[at] === -1) columns!.spheres[at] = sphere
      }
    }
  }
}
