// The host's options: how a room is played and who may do what. Read at creation (from the multidata, a save, the
// request) and at every PATCH; enforced elsewhere.
import { defaultOptionsOf } from '../shared/options/parse.ts'
import type { OptionsOf, OptionTable } from '../shared/options/table.ts'

const releaseModeOption = {
  type: 'choice',
  defaultValue: 'auto',
  choices: ['disabled', 'enabled', 'goal', 'auto', 'auto-enabled'],
  // The spelling in the admin's `/option`.
  also: ['auto_enabled'],
} as const

const slotNumbers = { min: 1, max: 4_294_967_295 } as const

const passwordOption = { type: 'text', min: 1, max: 128, nullable: true, defaultValue: null, secret: true } as const

/** The defaults are the original's. */
export const optionTable = {
  hint_cost: {
    type: 'integer',
    defaultValue: 10,
    min: 0,
    max: 1_000_000,
    unit: '%',
    description: "What one hint costs, of a slot's locations; at 0 hints are free.",
  },
  location_check_points: {
    type: 'integer',
    defaultValue: 1,
    min: 0,
    max: 1_000_000,
    description: 'Hint points for each location checked.',
  },
  release_mode: {
    ...releaseModeOption,
    description: 'When a player may send out all items that are left in his world; auto: by itself once he has reached his goal.',
  },
  collect_mode: {
    ...releaseModeOption,
    description: 'When a player may fetch all his items out of the other worlds; auto: by itself once he has reached his goal.',
  },
  remaining_mode: {
    type: 'choice',
    defaultValue: 'goal',
    choices: ['disabled', 'enabled', 'goal'],
    description: 'When a player may ask which items are left in his world.',
  },
  countdown_mode: {
    type: 'choice',
    defaultValue: 'auto',
    choices: ['disabled', 'enabled', 'auto'],
    description: 'Whether players may begin a countdown; auto: in rooms of fewer than 30 slots.',
  },
  password: { ...passwordOption, description: 'Wanted from who comes in.' },
  server_password: { ...passwordOption, description: 'For the one admin seat; without it there is none.' },
  item_cheat: { type: 'boolean', defaultValue: true, description: 'Whether `!getitem` is allowed.' },
  compatibility: {
    type: 'integer',
    defaultValue: 2,
    min: 0,
    max: 2,
    description: "At 0 clients must have the server's own version, at 1 and 2 any that is new enough.",
  },
  auto_shutdown: {
    type: 'integer',
    defaultValue: 0,
    min: 0,
    max: 1_000_000_000,
    unit: 's',
    description: 'How long the original waits for a new check before it ends; shown, but no room of ours does.',
  },
  // [AP-13] Not in the original. With the defaults a room behaves like the original.
  slot_passwords: {
    type: 'numbered',
    defaultValue: {},
    secret: true,
    keys: { ...slotNumbers, noun: 'a slot' },
    noun: 'passwords by slot',
    of: { type: 'text', min: 1, max: 128 },
    description: 'Of slots that have their own, which stands in the place of the room’s.',
  },
  done_slots: {
    type: 'choice',
    defaultValue: 'open',
    choices: ['open', 'locked'],
    description: 'Whether who has reached his goal may be joined by clients that play; onlookers may always.',
  },
  presence: {
    type: 'choice',
    defaultValue: 'everybody',
    choices: ['everybody', 'players', 'nobody'],
    description: 'Of whom all are told that he comes, goes or changes his tags: players is all but onlookers.',
  },
  texts: {
    type: 'choice',
    defaultValue: 'everybody',
    choices: ['everybody', 'asked'],
    description: 'Who hears what is told to all; asked: only clients with the tag TextOnly or Text.',
  },
  death_link: { type: 'boolean', defaultValue: true, description: 'Whether DeathLinks are passed on.' },
  death_link_seconds: {
    type: 'integer',
    defaultValue: 0,
    min: 0,
    max: 86_400,
    unit: 's',
    zero: 'no limit',
    description: 'How long a slot must wait between two DeathLinks of its own; what comes sooner is passed on to nobody.',
  },
  death_link_without: {
    type: 'list',
    defaultValue: [],
    min: 0,
    max: 10_000,
    noun: 'slots',
    of: { type: 'integer', ...slotNumbers },
    description: 'Slots that neither send DeathLinks nor get them.',
  },
} as const satisfies OptionTable

export type HostOptions = OptionsOf<typeof optionTable>
export type OptionName = keyof HostOptions
export type ReleaseMode = HostOptions['release_mode']

export const defaultOptions: HostOptions = defaultOptionsOf(optionTable)

/** [AP-5.5] Permission's bits on the wire: 1 enabled, 2 after the goal, 4 automatic then. Matches substrings. */
export function permissionBits(mode: string): number {
  const when = mode.includes('auto') ? 6 : mode.includes('goal') ? 2 : 0
  return when | (mode.includes('enabled') ? 1 : 0)
}
