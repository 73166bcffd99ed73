// What a host sets: how a room is played and who may do what. Read at founding (from the multidata, a save, the
// request) and at every PATCH; enforced elsewhere.
import { usualOptions } from '../shared/options/read.ts'
import type { OptionsOf, OptionTable } from '../shared/options/table.ts'

const ending = {
  type: 'choice',
  usual: 'auto',
  choices: ['disabled', 'enabled', 'goal', 'auto', 'auto-enabled'],
  // So the admin's `/option` spells it.
  also: ['auto_enabled'],
} as const

const password = { type: 'text', least: 1, most: 128, nullable: true, usual: null, secret: true } as const

/** The usual values are those that the original takes where nothing is said. */
export const optionTable = {
  hint_cost: {
    type: 'whole',
    usual: 10,
    least: 0,
    most: 1_000_000,
    unit: '%',
    says: "What one hint costs, of a slot's locations; at 0 hints are free.",
  },
  location_check_points: {
    type: 'whole',
    usual: 1,
    least: 0,
    most: 1_000_000,
    says: 'Hint points for each location checked.',
  },
  release_mode: {
    ...ending,
    says: 'When a player may send out all items that are left in his world; auto: by itself once he has reached his goal.',
  },
  collect_mode: {
    ...ending,
    says: 'When a player may fetch all his items out of the other worlds; auto: by itself once he has reached his goal.',
  },
  remaining_mode: {
    type: 'choice',
    usual: 'goal',
    choices: ['disabled', 'enabled', 'goal'],
    says: 'When a player may ask which items are left in his world.',
  },
  countdown_mode: {
    type: 'choice',
    usual: 'auto',
    choices: ['disabled', 'enabled', 'auto'],
    says: 'Whether players may begin a countdown; auto: in rooms of fewer than 30 slots.',
  },
  password: { ...password, says: 'Wanted from who comes in.' },
  server_password: { ...password, says: 'For the one admin seat; without it there is none.' },
  item_cheat: { type: 'boolean', usual: true, says: 'Whether `!getitem` is allowed.' },
  compatibility: {
    type: 'whole',
    usual: 2,
    least: 0,
    most: 2,
    says: "At 0 clients must have the server's own version, at 1 and 2 any that is new enough.",
  },
  auto_shutdown: {
    type: 'whole',
    usual: 0,
    least: 0,
    most: 1_000_000_000,
    unit: 's',
    says: 'How long the original waits for a new check before it ends; shown, but no room of ours does.',
  },
} as const satisfies OptionTable

export type HostOptions = OptionsOf<typeof optionTable>
export type OptionName = keyof HostOptions
export type ReleaseMode = HostOptions['release_mode']

export const defaultOptions: HostOptions = usualOptions(optionTable)

/** [AP-5.5] Permission's bits on the wire: 1 enabled, 2 once the goal is reached, 4 by itself then. Told by substrings, as the original does. */
export function permissionOf(mode: string): number {
  const when = mode.includes('auto') ? 6 : mode.includes('goal') ? 2 : 0
  return when | (mode.includes('enabled') ? 1 : 0)
}
