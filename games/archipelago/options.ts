// The host's options: how a room is played and who may do what. Read at creation (from the multidata, a save, the
// request) and at every PATCH; enforced elsewhere.
import { defaultOptionsOf } from '../shared/options/parse.ts'
import type { OptionsOf, OptionTable } from '../shared/options/table.ts'

/** The seed, or the save, has its own value of this option. */
const fromFile = (defaultText: string) => `from the file, else ${defaultText}`

const releaseModeOption = {
  type: 'choice',
  defaultValue: 'auto',
  defaultDescription: fromFile('auto'),
  choices: ['disabled', 'enabled', 'goal', 'auto', 'auto-enabled'],
  // The spelling in the admin's `/option`.
  also: ['auto_enabled'],
} as const

const slotNumbers = { min: 1, max: 4_294_967_295 } as const

const passwordOption = {
  type: 'text',
  min: 1,
  max: 128,
  nullable: true,
  defaultValue: null,
  secret: true,
} as const

/** The defaults are the original's. */
export const optionTable = {
  hint_cost: {
    type: 'integer',
    defaultDescription: fromFile('10'),
    defaultValue: 10,
    min: 0,
    max: 1_000_000,
    unit: '%',
    description: "Price of one hint, in percent of the slot's locations. At 0 hints are free.",
  },
  location_check_points: {
    type: 'integer',
    defaultDescription: fromFile('1'),
    defaultValue: 1,
    min: 0,
    max: 1_000_000,
    description: 'Hint points for each checked location.',
  },
  release_mode: {
    ...releaseModeOption,
    description:
      'When players can release all remaining items in their world. auto: automatically when they reach their goal.',
  },
  collect_mode: {
    ...releaseModeOption,
    description:
      'When players can collect their items from the other worlds. auto: automatically when they reach their goal.',
  },
  remaining_mode: {
    type: 'choice',
    defaultDescription: fromFile('goal'),
    defaultValue: 'goal',
    choices: ['disabled', 'enabled', 'goal'],
    description: 'When players can list the remaining items in their world.',
  },
  countdown_mode: {
    type: 'choice',
    defaultDescription: fromFile('auto'),
    defaultValue: 'auto',
    choices: ['disabled', 'enabled', 'auto'],
    description: 'Whether players can start a countdown. auto: in rooms of fewer than 30 slots.',
  },
  password: {
    ...passwordOption,
    defaultDescription: fromFile('none'),
    description: 'Password that clients need to join.',
  },
  server_password: {
    ...passwordOption,
    defaultDescription: fromFile('none'),
    description: 'Password for `!admin login`. Without it the login is disabled.',
  },
  item_cheat: {
    type: 'boolean',
    defaultValue: true,
    defaultDescription: fromFile('true'),
    description: 'Whether `!getitem` is allowed.',
  },
  compatibility: {
    type: 'integer',
    defaultDescription: fromFile('2'),
    defaultValue: 2,
    min: 0,
    max: 2,
    description:
      "At 0 clients must have exactly the server's version. At 1 and 2 any version that is new enough can join.",
  },
  auto_shutdown: {
    type: 'integer',
    defaultDescription: fromFile('0'),
    defaultValue: 0,
    min: 0,
    max: 1_000_000_000,
    unit: 's',
    description:
      'Idle time after which the original server stops. Rooms here show this option but ignore it.',
  },
  // [AP-13] Not in the original. With the defaults a room behaves like the original.
  slot_passwords: {
    type: 'numbered',
    defaultValue: {},
    secret: true,
    keys: { ...slotNumbers, noun: 'a slot' },
    noun: 'passwords by slot',
    of: { type: 'text', min: 1, max: 128 },
    description: 'Passwords of single slots. They replace the room password.',
  },
  done_slots: {
    type: 'choice',
    defaultValue: 'open',
    choices: ['open', 'locked'],
    description: 'Whether game clients can join a slot that has reached its goal. Onlookers always can.',
  },
  presence: {
    type: 'choice',
    defaultValue: 'everybody',
    choices: ['everybody', 'players', 'nobody'],
    description: 'Whose joins, parts and tag changes are announced. players: everybody except onlookers.',
  },
  texts: {
    type: 'choice',
    defaultValue: 'everybody',
    choices: ['everybody', 'asked'],
    description: 'Which clients get broadcast texts. asked: only clients with the tag TextOnly or Text.',
  },
  death_link: { type: 'boolean', defaultValue: true, description: 'Whether the room forwards DeathLinks.' },
  death_link_seconds: {
    type: 'integer',
    defaultValue: 0,
    min: 0,
    max: 86_400,
    unit: 's',
    zero: 'no limit',
    description: 'Minimum time between two DeathLinks of a slot. Earlier ones are dropped.',
  },
  death_link_without: {
    type: 'list',
    defaultValue: [],
    min: 0,
    max: 10_000,
    noun: 'slots',
    of: { type: 'integer', ...slotNumbers },
    description: 'Slots that neither send nor get DeathLinks.',
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
