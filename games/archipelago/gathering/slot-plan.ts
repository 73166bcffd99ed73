// [AP-16.3] The slots of players' files in the order of the generator, with their names.
import type { WantedSlot } from './player-file.ts'
import { expandName } from './slot-name.ts'

/** A slot as the generator will number and name it. */
export interface PlannedSlot {
  readonly slot: number
  /** The id of its file. */
  readonly file: number
  /** With several, the generator rolls one. */
  readonly names: readonly string[]
  readonly games: readonly string[]
}

/** `files`: by id, in the order of their names in the download. */
export function planSlots(
  files: Iterable<readonly [id: number, file: { readonly slots: readonly WantedSlot[] }]>,
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
        return expandName(template, slot, number)
      })
      planned.push({ slot, file, names: expanded, games })
    }
  return planned
}

/** Slots that certainly get one name; the generator ignores case. Each pair once, the earlier slot first. */
export function equalNames(
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
