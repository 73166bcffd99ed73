// Reads the server block of the host.yaml in a multidata or a save. Old option names are accepted.
import { isRefusal } from '../../../refusal.ts'
import { parseOptions } from '../../../shared/options/parse.ts'
import {
  defaultOptions,
  type HostOptions,
  type OptionName,
  optionTable,
  permissionBits,
  type ReleaseMode,
} from '../../options.ts'
import type { PickleField } from '../pickle/fields.ts'

/**
 * Options that the dict does not have keep their values in `base`. Unknown names, such as those of paths and logging,
 * are ignored. Other spellings of a mode are accepted. Throws SeedError for invalid values.
 */
export function readHostOptions(block: PickleField, base: HostOptions = defaultOptions): HostOptions {
  const read: { [name: string]: string | number | boolean | null } = {}
  const take = (name: OptionName, value: string | number | boolean | null | undefined) => {
    if (value !== undefined) read[name] = value
  }
  for (const name of ['hint_cost', 'location_check_points', 'compatibility', 'auto_shutdown'] as const)
    take(name, readInt(block, name))
  // Seeds before April 2024 may have `forfeit_mode`, sometimes together with `release_mode`.
  take('release_mode', readMode(block, 'release_mode') ?? readMode(block, 'forfeit_mode'))
  take('collect_mode', readMode(block, 'collect_mode'))
  take('remaining_mode', readRemainingMode(block))
  take('countdown_mode', readCountdownMode(block))
  take('password', readPassword(block, 'password'))
  take('server_password', readPassword(block, 'server_password'))
  take('item_cheat', readItemCheat(block))
  const options = parseOptions(optionTable, read, base)
  if (isRefusal(options)) throw block.error(options.refused.detail)
  return options
}

function readInt(block: PickleField, name: OptionName): number | undefined {
  const field = block.optional(name)
  if (!field || field.value === null) return undefined
  // Python treats False and True as the ints 0 and 1.
  return typeof field.value === 'boolean' ? Number(field.value) : field.int()
}

function readText(block: PickleField, name: string): string | undefined {
  const field = block.optional(name)
  return !field || field.value === null ? undefined : field.text()
}

const modeByBits: { readonly [bits: number]: ReleaseMode } = {
  0: 'disabled',
  1: 'enabled',
  2: 'goal',
  3: 'enabled',
  6: 'auto',
  7: 'auto-enabled',
}

function readMode(block: PickleField, name: string): ReleaseMode | undefined {
  const value = readText(block, name)
  if (value === undefined) return undefined
  return value === 'auto_enabled' ? value : modeByBits[permissionBits(value)]!
}

/** The original server treats any value other than `disabled` and `enabled` like `goal`. */
function readRemainingMode(block: PickleField) {
  const value = readMode(block, 'remaining_mode')
  if (value === undefined) return undefined
  return value === 'disabled' || value === 'enabled' ? value : 'goal'
}

function readCountdownMode(block: PickleField) {
  const value = readText(block, 'countdown_mode')
  return value === undefined || value === 'auto' || value === 'disabled' ? value : 'enabled'
}

/**
 * An unquoted `1234` in YAML is a number, and `off` is false. As in Python, '', 0 and false mean that there is no
 * password.
 */
function readPassword(block: PickleField, name: OptionName): string | null | undefined {
  const field = block.optional(name)
  if (!field) return undefined
  if (!field.value) return null
  return typeof field.value === 'number' ? String(field.int()) : field.text()
}

function readItemCheat(block: PickleField): boolean | undefined {
  const allowed = block.optional('item_cheat')
  if (allowed) return isTruthy(allowed)
  const disabled = block.optional('disable_item_cheat')
  return disabled && !isTruthy(disabled)
}

function isTruthy(field: PickleField): boolean {
  return typeof field.value === 'number' ? field.value !== 0 : field.value !== null && field.bool()
}
