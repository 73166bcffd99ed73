// [AP-16.6]
import type { Claim } from '../claims/claim-records.ts'
import { playerSlotType, type Slot } from '../seed/seed.ts'
import type { SubmittedFile } from './file-records.ts'
import { type PlannedSlot, planSlots } from './slot-plan.ts'

export interface FileMatching {
  /** For each planned slot that is in the multiworld, the number of the slot in the multiworld. */
  readonly slots: ReadonlyMap<PlannedSlot, number>
  readonly unmatched: readonly PlannedSlot[]
  readonly slotsWithoutFile: readonly Slot[]
}

/**
 * Matches slots by their names, which are unique. If a planned slot has several possible names, the one in the
 * multiworld matches.
 */
export function matchFiles(files: ReadonlyMap<number, SubmittedFile>, slots: Iterable<Slot>): FileMatching {
  const left = new Map(
    [...slots].filter(({ type }) => type === playerSlotType).map((slot) => [slot.name, slot]),
  )
  const matched = new Map<PlannedSlot, number>()
  const plan = planSlots(files)
  for (const planned of plan.toSorted((a, b) => a.names.length - b.names.length)) {
    const name = planned.names.find((candidate) => left.has(candidate))
    if (name === undefined) continue
    matched.set(planned, left.get(name)!.slot)
    left.delete(name)
  }
  return {
    slots: matched,
    unmatched: plan.filter((planned) => !matched.has(planned)),
    slotsWithoutFile: [...left.values()],
  }
}

/** [AP-16.7] A file that the host submitted without a player's name creates no claims. */
export function claimsFromFiles(
  files: ReadonlyMap<number, SubmittedFile>,
  { slots }: FileMatching,
): readonly (readonly [slot: number, claim: Claim])[] {
  return [...slots].flatMap(([planned, slot]) => {
    const { called, discord, owner, byHost, at } = files.get(planned.file)!
    if (byHost && called === '') return []
    const ping = discord === '' ? 'none' : 'progression'
    const said = { called: called || planned.names[0]!, discord, note: '', ping, state: 'playing' } as const
    return [[slot, { ...said, owner, since: at }] as const]
  })
}
