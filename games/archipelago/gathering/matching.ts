// [AP-16.6] Matches the slots in players' files to the slots of the generated multiworld.
import type { Claim } from '../claims/claim-records.ts'
import { playerType, type Slot } from '../seed/seed.ts'
import type { SubmittedFile } from './file-records.ts'
import { type PlannedSlot, planSlots } from './slot-plan.ts'

export interface Matching {
  /** For each planned slot that was found in the multiworld, its slot number. */
  readonly slots: ReadonlyMap<PlannedSlot, number>
  /** The planned slots that are not in the multiworld. */
  readonly unmatched: readonly PlannedSlot[]
  /** The slots of players that are in no file. */
  readonly slotsWithoutFile: readonly Slot[]
}

/**
 * Matches slots by name, because names are unique. If a planned slot has several possible names, the one in the
 * multiworld matches.
 */
export function matchFiles(files: ReadonlyMap<number, SubmittedFile>, slots: Iterable<Slot>): Matching {
  const left = new Map([...slots].filter(({ type }) => type === playerType).map((slot) => [slot.name, slot]))
  const matched = new Map<PlannedSlot, number>()
  const plan = planSlots(files)
  // Slots with only one possible name are matched first.
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

/**
 * [AP-16.7] Creates a claim for each matched slot, in the name of the player who submitted the file. A file that the
 * host submitted without a player's name creates no claims.
 */
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
