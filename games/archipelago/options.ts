// What a host sets: how a room is played and who may do what. Read at founding (from the multidata, a save, the
// request) and at every PATCH; enforced elsewhere.
import type { Json, Options, Refused } from '../game.ts'

export type HostOptions = {
  /** Percent of a slot's locations that one hint costs; 0: hints are free. */
  readonly hint_cost: number
  /** Hint points per location checked. */
  readonly location_check_points: number
  readonly release_mode: ReleaseMode
  readonly collect_mode: ReleaseMode
  readonly remaining_mode: RemainingMode
  readonly countdown_mode: CountdownMode
  /** Of the room; null: none is wanted. */
  readonly password: string | null
  /** Of the one admin seat; null: there is none. */
  readonly server_password: string | null
  /** Whether `!getitem` is allowed. */
  readonly item_cheat: boolean
  /** 0: clients must have the server's own version; 1 and 2: any at or above the minimum. */
  readonly compatibility: number
  /** Seconds without a new check after which the original shuts down; shown, but no room of ours stops. */
  readonly auto_shutdown: number
}

/** `auto_enabled` is how the admin's `/option` spells `auto-enabled`. */
const releaseModes = ['disabled', 'enabled', 'goal', 'auto', 'auto-enabled', 'auto_enabled'] as const
const remainingModes = ['disabled', 'enabled', 'goal'] as const
const countdownModes = ['disabled', 'enabled', 'auto'] as const
export type ReleaseMode = (typeof releaseModes)[number]
export type RemainingMode = (typeof remainingModes)[number]
export type CountdownMode = (typeof countdownModes)[number]

export type OptionName = keyof HostOptions

/** Shown as true or false. */
export const secrets: readonly OptionName[] = ['password', 'server_password']

/** What the original takes where nothing is said. */
export const defaultOptions: HostOptions = {
  hint_cost: 10,
  location_check_points: 1,
  release_mode: 'auto',
  collect_mode: 'auto',
  remaining_mode: 'goal',
  countdown_mode: 'auto',
  password: null,
  server_password: null,
  item_cheat: true,
  compatibility: 2,
  auto_shutdown: 0,
}

interface Kind {
  readonly wanted: string
  takes(value: Json): boolean
}

const kinds: { readonly [name in OptionName]: Kind } = {
  hint_cost: whole(1_000_000),
  location_check_points: whole(1_000_000),
  release_mode: oneOf(releaseModes),
  collect_mode: oneOf(releaseModes),
  remaining_mode: oneOf(remainingModes),
  countdown_mode: oneOf(countdownModes),
  password: secret(),
  server_password: secret(),
  item_cheat: { wanted: 'true or false', takes: (value) => typeof value === 'boolean' },
  compatibility: whole(2),
  auto_shutdown: whole(1_000_000_000),
}

function whole(most: number): Kind {
  return {
    wanted: `a whole number from 0 to ${most}`,
    takes: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most,
  }
}

function oneOf(modes: readonly string[]): Kind {
  return {
    wanted: `one of ${modes.filter((mode) => !mode.includes('_')).join(', ')}`,
    takes: (value) => typeof value === 'string' && modes.includes(value),
  }
}

function secret(): Kind {
  return {
    wanted: 'text of 1 to 128 characters, or null for none',
    takes: (value) =>
      value === null ||
      (typeof value === 'string' && value !== '' && value.length <= 128 && value.isWellFormed()),
  }
}

/**
 * `base` with what is `given` laid over it. An unknown name, or a value that will not do, is refused: `field` is
 * `options.NAME`, `detail` says what would do.
 */
export function readOptions(given: Options, base: HostOptions = defaultOptions): HostOptions | Refused {
  for (const [name, value] of Object.entries(given)) {
    const detail = Object.hasOwn(kinds, name)
      ? faultOf(name as OptionName, value)
      : `there is no option ${name}; there are ${Object.keys(kinds).join(', ')}`
    if (detail !== undefined) return { refused: { field: `options.${name}`, detail } }
  }
  return { ...base, ...given } as HostOptions
}

/** Why `value` will not do for the option, as a sentence; undefined: it will. */
export function faultOf(name: OptionName, value: Json): string | undefined {
  return kinds[name].takes(value) ? undefined : `${name} is ${kinds[name].wanted}`
}

/** [AP-5.5] Permission's bits on the wire: 1 enabled, 2 once the goal is reached, 4 by itself then. Told by substrings, as the original does. */
export function permissionOf(mode: string): number {
  const when = mode.includes('auto') ? 6 : mode.includes('goal') ? 2 : 0
  return when | (mode.includes('enabled') ? 1 : 0)
}
