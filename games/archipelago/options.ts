// The options of a room. Their values come from the multidata or a save, from the request that creates the room, from
// PATCH requests and from the command `/option`.
import { chatOptions } from '../shared/options/chat-options.ts'
import { filmOption } from '../shared/options/film-option.ts'
import { historyOption } from '../shared/options/history-option.ts'
import { defaultOptionsOf } from '../shared/options/parse.ts'
import { seriesOptions } from '../shared/options/series-option.ts'
import { type OptionsOf, type OptionTable, option } from '../shared/options/table.ts'
import { boolean, choice, integer, list, nullable, numberedEntries, text } from '../shared/schema/schema.ts'

/** Marks an option whose default comes from the multidata or the save. */
const fromFile = (defaultText: string) => ({ defaultDescription: `from the file, else ${defaultText}` })

const releaseMode = choice(
  ['disabled', 'enabled', 'goal', 'auto', 'auto-enabled'],
  // The admin's command `/option` uses this spelling.
  ['auto_enabled'],
)
const password = text({ max: 128 })
const maxSlot = 4_294_967_295

/** The options of the original server have its defaults. */
export const optionTable = {
  hint_cost: option(
    integer(0, 1_000_000, { unit: 'percent' }),
    10,
    "Price of one hint, in percent of the slot's locations. If it is 0, hints are free.",
    fromFile('10'),
  ),
  location_check_points: option(
    integer(0, 1_000_000),
    1,
    'Hint points for each checked location.',
    fromFile('1'),
  ),
  release_mode: option(
    releaseMode,
    'auto',
    'When players can release all remaining items in their world. With auto, this happens when they reach their goal.',
    fromFile('auto'),
  ),
  collect_mode: option(
    releaseMode,
    'auto',
    'When players can collect their items from other worlds. With auto, this happens when they reach their goal.',
    fromFile('auto'),
  ),
  remaining_mode: option(
    choice(['disabled', 'enabled', 'goal']),
    'goal',
    'When players can list the remaining items in their world.',
    fromFile('goal'),
  ),
  countdown_mode: option(
    choice(['disabled', 'enabled', 'auto']),
    'auto',
    'Whether players can start a countdown. With auto, they can in rooms of fewer than 30 slots.',
    fromFile('auto'),
  ),
  password: option(nullable(password), null, 'Password that clients need to join.', {
    ...fromFile('none'),
    secret: true,
  }),
  server_password: option(
    nullable(password),
    null,
    'Password for `!admin login`. Without it the login is disabled.',
    { ...fromFile('none'), secret: true },
  ),
  item_cheat: option(boolean(), true, 'Whether `!getitem` is allowed.', fromFile('true')),
  compatibility: option(
    integer(0, 2),
    2,
    "With 0, clients must have exactly the server's version. With 1 or 2, any version that is new enough can join.",
    fromFile('2'),
  ),
  auto_shutdown: option(
    integer(0, 1_000_000_000, { unit: 'seconds' }),
    0,
    'Idle time after which the original server stops. This server shows the option but ignores it.',
    fromFile('0'),
  ),
  // [AP-13] The original server lacks the following options. With the default values, a room behaves like the original
  // server.
  slot_passwords: option(
    numberedEntries(password, { min: 1, max: maxSlot, key: 'a slot', noun: 'passwords by slot' }),
    {},
    'Passwords of individual slots. A slot password replaces the room password.',
    { secret: true },
  ),
  done_slots: option(
    choice(['open', 'locked']),
    'open',
    'Whether game clients can join a slot that has reached its goal. Onlookers can join in any case.',
  ),
  presence: option(
    choice(['everybody', 'players', 'nobody']),
    'everybody',
    'Clients whose joins, parts and tag changes are announced. With players, these are all except onlookers.',
  ),
  texts: option(
    choice(['everybody', 'asked']),
    'everybody',
    'Clients that get broadcast texts. With asked, these are only clients with the tag TextOnly or Text.',
  ),
  death_link: option(boolean(), true, 'Whether the room forwards DeathLinks.'),
  death_link_seconds: option(
    integer(0, 86_400, { unit: 'seconds', zero: 'no limit' }),
    0,
    'Minimum time between two DeathLinks of a slot. A DeathLink within this time is dropped.',
  ),
  death_link_without: option(
    list(integer(1, maxSlot), { max: 10_000, noun: 'slots' }),
    [],
    'Slots that neither send nor get DeathLinks.',
  ),
  paused: option(
    boolean(),
    false,
    'Whether the game is paused. Players can still chat and ask for hints. Their checks are stored and take effect when the room resumes.',
  ),
  // [AP-13.7]
  ...chatOptions,
  ...historyOption,
  ...seriesOptions,
  ...filmOption,
} as const satisfies OptionTable

export type HostOptions = OptionsOf<typeof optionTable>
export type OptionName = keyof HostOptions
export type ReleaseMode = HostOptions['release_mode']

export const defaultOptions: HostOptions = defaultOptionsOf(optionTable)

/**
 * [AP-5.5] The sum of 1 (enabled), 2 (after the goal) and 4 (automatic at the goal). Like the original server, matches
 * parts of the mode's name.
 */
export function permissionBits(mode: string): number {
  const when = mode.includes('auto') ? 6 : mode.includes('goal') ? 2 : 0
  return when | (mode.includes('enabled') ? 1 : 0)
}
