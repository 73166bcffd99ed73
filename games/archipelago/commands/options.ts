// The options that players see and the admin sets by command. Used by both tables.
import { optionError } from '../../shared/options/parse.ts'
import { type HostOptions, optionTable } from '../options.ts'
import { repr } from '../python/text.ts'
import type { Multiworld } from '../world.ts'
import type { CommandLine } from './command-line.ts'
import { type Call, clipped } from './table.ts'

type Value = string | number | boolean | null

/** How options of a kind are typed. */
interface Kind {
  /** The type in the answer to an unknown option; seen on the wire. */
  readonly type: string
  /** For modes: all valid values. */
  readonly known?: readonly string[]
  read(typed: string): Value
}

const whole: Kind = {
  type: "<class 'int'>",
  read: (typed) => (/^[+-]?[0-9]{1,15}$/.test(typed) ? Number(typed) : typed),
}
const flag: Kind = {
  type: "<class 'bool'>",
  read: (typed) => !['off', '0', 'false', 'none', 'null', 'no'].includes(typed.toLowerCase()),
}
const secret: Kind = {
  type: "<class 'str'>",
  read: (typed) => (['', 'null', 'none', '""', "''"].includes(typed.toLowerCase()) ? null : typed),
}
const mode = (...known: readonly string[]): Kind => ({
  type: "<class 'str'>",
  known,
  read: (typed) => typed.toLowerCase(),
})
/** This command spells the mode that allows it at any time and automates it at the goal `auto_enabled`. */
const ending = mode('auto', 'auto_enabled', 'disabled', 'goal', 'enabled')

/** In display order. */
const settable = {
  hint_cost: whole,
  location_check_points: whole,
  server_password: secret,
  password: secret,
  release_mode: ending,
  remaining_mode: mode('enabled', 'disabled', 'goal'),
  collect_mode: ending,
  countdown_mode: mode('enabled', 'disabled', 'auto'),
  item_cheat: flag,
  compatibility: whole,
} as const satisfies { readonly [name in keyof HostOptions]?: Kind }

/** [AP-13] Not in the original. Shown only if changed from the default. */
const ours = {
  done_slots: mode('open', 'locked'),
  presence: mode('everybody', 'players', 'nobody'),
  texts: mode('everybody', 'asked'),
  death_link: flag,
  death_link_seconds: whole,
} as const satisfies { readonly [name in keyof HostOptions]?: Kind }

const all = { ...settable, ...ours } as const
type Settable = keyof typeof all
const names = Object.keys(settable) as readonly (keyof typeof settable)[]
const ourNames = Object.keys(ours) as readonly (keyof typeof ours)[]

/** One line per option. Players see stars for server_password, whether it is set or not. */
export function optionLines(world: Multiworld, shown: 'all' | 'without server_password'): string[] {
  const stars = '*'.repeat(4 + Math.floor(world.context.random() * 13))
  const { options } = world
  const changed = ourNames.filter((name) => options[name] !== optionTable[name].defaultValue)
  const lines = [...names, ...changed].map((name) => {
    const hidden = name === 'server_password' && shown !== 'all'
    return `Option ${name} is set to ${hidden ? stars : valueText(options[name])}`
  })
  return ['Current options:', ...lines]
}

/** Takes effect at once and is stored. The admin gets the answer before clients are notified. */
export function setOption({ world, reply }: Call, { words: [name = '', typed = ''] }: CommandLine): void {
  if (!isSettable(name)) return reply(unknown(name))
  const kind: Kind = all[name]
  const value = kind.read(typed)
  const fault = optionError(optionTable, name, value)
  if (fault !== undefined) return reply(kind.known ? unrecognized(name, typed, kind.known) : `${fault}.`)
  reply(`Set option ${name} to ${valueText(value)}`)
  world.setOption(name, value)
}

function isSettable(name: string): name is Settable {
  return Object.hasOwn(all, name)
}

function unknown(name: string): string {
  const known = names.map((one) => `${one}: ${settable[one].type}`)
  return `Unrecognized option '${clipped(name)}', known: ${known.join(', ')}`
}

function unrecognized(name: string, typed: string, known: readonly string[]): string {
  return `Unrecognized ${name} value '${clipped(typed)}', known: ${known.join(', ')}`
}

/** As Python prints it: `None`, `True`, 10, goal. */
function valueText(value: Value): string {
  return typeof value === 'string' ? value : repr(value)
}
