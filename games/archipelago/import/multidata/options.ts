// The host's options embedded in a multidata or a save: the generator's whole host.yaml block, including old names.
import { isRefusal } from '../../../refusal.ts'
import { parseOptions } from '../../../shared/options/parse.ts'
import {
  defaultOptions,
  type HostOptions,
  type OptionName,
  optionTable,
  permissionOf,
  type ReleaseMode,
} from '../../options.ts'
import type { Field } from '../pickle/fields.ts'

/**
 * Overrides `base` with the values in the dict. Ignores names other than our options (paths, logging); throws SeedFault
 * for invalid values. Modes in another spelling become the equivalent mode.
 */
export function embeddedOptions(block: Field, base: HostOptions = defaultOptions): HostOptions {
  const read: { [name: string]: string | number | boolean | null } = {}
  const take = (name: OptionName, value: string | number | boolean | null | undefined) => {
    if (value !== undefined) read[name] = value
  }
  take('hint_cost', int(block, 'hint_cost'))
  take('location_check_points', int(block, 'location_check_points'))
  take('compatibility', int(block, 'compatibility'))
  take('auto_shutdown', int(block, 'auto_shutdown'))
  // Seeds before April 2024 may have `forfeit_mode`, some in addition to `release_mode`.
  take('release_mode', mode(block, 'release_mode') ?? mode(block, 'forfeit_mode'))
  take('collect_mode', mode(block, 'collect_mode'))
  take('remaining_mode', remaining(block))
  take('countdown_mode', countdown(block))
  take('password', password(block, 'password'))
  take('server_password', password(block, 'server_password'))
  take('item_cheat', itemCheat(block))
  const options = parseOptions(optionTable, read, base)
  if (isRefusal(options)) throw block.fault(options.refused.detail)
  return options
}

function int(block: Field, name: OptionName): number | undefined {
  const field = block.optional(name)
  if (!field || field.value === null) return undefined
  // Python's False and True are 0 and 1.
  return typeof field.value === 'boolean' ? Number(field.value) : field.int()
}

function text(block: Field, name: string): string | undefined {
  const field = block.optional(name)
  return !field || field.value === null ? undefined : field.text()
}

const byBits: { readonly [bits: number]: ReleaseMode } = {
  0: 'disabled',
  1: 'enabled',
  2: 'goal',
  3: 'enabled',
  6: 'auto',
  7: 'auto-enabled',
}

function mode(block: Field, name: string): ReleaseMode | undefined {
  const said = text(block, name)
  if (said === undefined) return undefined
  return said === 'auto_enabled' ? said : byBits[permissionOf(said)]!
}

/** This option has no `auto`: the original treats other values like `goal`. */
function remaining(block: Field) {
  const said = mode(block, 'remaining_mode')
  if (said === undefined) return undefined
  return said === 'disabled' || said === 'enabled' ? said : 'goal'
}

function countdown(block: Field) {
  const said = text(block, 'countdown_mode')
  return said === undefined || said === 'auto' || said === 'disabled' ? said : 'enabled'
}

/** YAML reads `1234` as a number and `off` as false; an empty password is none. */
function password(block: Field, name: OptionName): string | null | undefined {
  const field = block.optional(name)
  if (!field) return undefined
  if (field.value === null || field.value === false || field.value === '') return null
  return typeof field.value === 'number' ? String(field.int()) : field.text()
}

function itemCheat(block: Field): boolean | undefined {
  const allowed = block.optional('item_cheat')
  if (allowed) return truth(allowed)
  const disabled = block.optional('disable_item_cheat')
  return disabled && !truth(disabled)
}

function truth(field: Field): boolean {
  return typeof field.value === 'number' ? field.value !== 0 : field.value !== null && field.bool()
}
