// [AP-16.6] Which file is which slot of the generated multiworld.
import type { Claim } from '../claims/claim-records.ts'
import { playerType, type Slot } from '../seed/seed.ts'
import type { SubmittedFile } from './file-records.ts'
import { type PlannedSlot, planSlots } from './slot-plan.ts'

export interface Matching {
  /** The slot's number by planned slot. */
  readonly slots: ReadonlyMap<PlannedSlot, number>
  /** Planned slots that became no slot. */
  readonly unmatched: readonly PlannedSlot[]
  /** Players' slots that are in no file. */
  readonly slotsWithoutFile: readonly Slot[]
}

/** Matches by name, because names are unique. If the generator chose among several names, the one that exists. */
export function matchFiles(files: ReadonlyMap<number, SubmittedFile>, slots: Iterable<Slot>): Matching {
  const left = new Map([...slots].filter(({ type }) => type === playerType).map((slot) => [slot.name, slot]))
  const matched = new Map<PlannedSlot, number>()
  const plan = planSlots(files)
  // Certain names first.
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

/** [AP-16.7] The player of a file has claimed its slots, unless the host has submitted it without the player's name. */
export function gatheredClaims(
  files: ReadonlyMap<number, SubmittedFile>,
  { slots }: Matching,
): readonly (readonly [slot: number, claim: Claim])[] {
  return [...slots].flatMap(([planned, slot]) => {
    const { called, discord, owner, byHost, at } = files.get(planned.file)!
    if (byHost && called === '') return []
    const ping = discord === '' ? 'none' : 'progression'
    const said = { called: called || planned.names[0]!, discord, note: '', ping, state: 'playing' } as const
    return [[slot, { ...said, owner, since: at }] as const]
  })
}
