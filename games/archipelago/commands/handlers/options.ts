import { optionError } from '../../../shared/options/parse.ts'
import { type HostOptions, optionTable } from '../../options.ts'
import { formatRepr } from '../../python/repr.ts'
import type { Multiworld } from '../../world.ts'
import type { CommandLine } from '../dispatcher/command-line.ts'
import { type CommandContext, shortenInput } from '../dispatcher/command-table.ts'

type OptionValue = string | number | boolean | null

interface OptionParser {
  /**
   * Python's name of the type. As in the original server, the answer to an unknown option lists the original's options
   * with their types.
   */
  readonly typeName: string
  /** The accepted modes, for an option that is a mode. */
  readonly knownValues?: readonly string[]
  parse(typed: string): OptionValue
}

const wholeNumberParser: OptionParser = {
  typeName: "<class 'int'>",
  parse: (typed) => (/^[+-]?[0-9]{1,15}$/.test(typed) ? Number(typed) : typed),
}
const flag: OptionParser = {
  typeName: "<class 'bool'>",
  parse: (typed) => !['off', '0', 'false', 'none', 'null', 'no'].includes(typed.toLowerCase()),
}
const secret: OptionParser = {
  typeName: "<class 'str'>",
  parse: (typed) => (['', 'null', 'none', '""', "''"].includes(typed.toLowerCase()) ? null : typed),
}
const mode = (...known: readonly string[]): OptionParser => ({
  typeName: "<class 'str'>",
  knownValues: known,
  parse: (typed) => typed.toLowerCase(),
})
/** As in the original, `/option` spells the mode `auto-enabled` with an underscore. */
const releaseMode = mode('auto', 'auto_enabled', 'disabled', 'goal', 'enabled')

/** The options that the original server lists, in its order. */
const originalOptions = {
  hint_cost: wholeNumberParser,
  location_check_points: wholeNumberParser,
  server_password: secret,
  password: secret,
  release_mode: releaseMode,
  remaining_mode: mode('enabled', 'disabled', 'goal'),
  collect_mode: releaseMode,
  countdown_mode: mode('enabled', 'disabled', 'auto'),
  item_cheat: flag,
  compatibility: wholeNumberParser,
} as const satisfies { readonly [name in keyof HostOptions]?: OptionParser }

/** [AP-13] Options that the original server lacks. `/options` lists only those whose value differs from the default. */
const additionalOptions = {
  done_slots: mode('open', 'locked'),
  presence: mode('everybody', 'players', 'nobody'),
  texts: mode('everybody', 'asked'),
  death_link: flag,
  death_link_seconds: wholeNumberParser,
} as const satisfies { readonly [name in keyof HostOptions]?: OptionParser }

const allOptions = { ...originalOptions, ...additionalOptions } as const
type SettableOption = keyof typeof allOptions
const originalNames = Object.keys(originalOptions) as readonly (keyof typeof originalOptions)[]
const additionalNames = Object.keys(additionalOptions) as readonly (keyof typeof additionalOptions)[]

/** Players see asterisks instead of `server_password`, even if it is not set. */
export function formatOptions(world: Multiworld, visibility: 'all' | 'without server_password'): string[] {
  const stars = '*'.repeat(4 + Math.floor(world.context.random() * 13))
  const { options } = world
  const changedNames = additionalNames.filter((name) => options[name] !== optionTable[name].defaultValue)
  const lines = [...originalNames, ...changedNames].map((name) => {
    const isHidden = name === 'server_password' && visibility !== 'all'
    return `Option ${name} is set to ${isHidden ? stars : formatValue(options[name])}`
  })
  return ['Current options:', ...lines]
}

/** The admin gets the answer before clients are notified. */
export function setOption(
  { world, reply }: CommandContext,
  { words: [name = '', typed = ''] }: CommandLine,
): void {
  if (!isSettable(name)) return reply(unknownOption(name))
  const kind: OptionParser = allOptions[name]
  const value = kind.parse(typed)
  const error = optionError(optionTable, name, value)
  if (error !== undefined)
    return reply(kind.knownValues ? unrecognizedValue(name, typed, kind.knownValues) : `${error}.`)
  reply(`Set option ${name} to ${formatValue(value)}`)
  world.setOption(name, value)
}

function isSettable(name: string): name is SettableOption {
  return Object.hasOwn(allOptions, name)
}

function unknownOption(name: string): string {
  const known = originalNames.map((one) => `${one}: ${originalOptions[one].typeName}`)
  return `Unrecognized option '${shortenInput(name)}', known: ${known.join(', ')}`
}

function unrecognizedValue(name: string, typed: string, known: readonly string[]): string {
  return `Unrecognized ${name} value '${shortenInput(typed)}', known: ${known.join(', ')}`
}

/** Formats the value as Python prints it, for example `None`, `True`, `10` or `goal`. */
function formatValue(value: OptionValue): string {
  return typeof value === 'string' ? value : formatRepr(value)
}
