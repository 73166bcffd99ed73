// [AP-16.3] Calculates the numbers and names that the generator will assign to the slots.
import type { RequestedSlot } from './player-file.ts'
import { expandNameTemplate } from './slot-name.ts'

export interface PlannedSlot {
  readonly slot: number
  /** The id of the file that has the slot. */
  readonly file: number
  /** The generator chooses one of the names at random. */
  readonly names: readonly string[]
  readonly games: readonly string[]
}

/** `files`: in the order of ids, which is their order in the zip for the generator. */
export function planSlots(
  files: Iterable<readonly [id: number, file: { readonly slots: readonly RequestedSlot[] }]>,
): PlannedSlot[] {
  const planned: PlannedSlot[] = []
  const counts = new Map<string, number>()
  for (const [file, { slots }] of files)
    for (const { names, games } of slots) {
      const slot = planned.length + 1
      const expanded = names.map((template) => {
        const key = template.toLowerCase()
        const number = (counts.get(key) ?? 0) + 1
        counts.set(key, number)
        return expandNameTemplate(template, slot, number)
      })
      planned.push({ slot, file, names: expanded, games })
    }
  return planned
}

/**
 * Pairs of slots that get the same name, without regard to case. Slots with several possible names are not compared.
 */
export function findEqualNames(
  planned: readonly PlannedSlot[],
): readonly (readonly [PlannedSlot, PlannedSlot])[] {
  const first = new Map<string, PlannedSlot>()
  const pairs: [PlannedSlot, PlannedSlot][] = []
  for (const slot of planned) {
    if (slot.names.length > 1) continue
    const key = slot.names[0]!.toLowerCase()
    const other = first.get(key)
    if (other) pairs.push([other, slot])
    else first.set(key, slot)
  }
  return pairs
}
