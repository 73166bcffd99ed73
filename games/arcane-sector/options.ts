// The options of an Arcane Sector room. A host writes passwords as texts; what is stored and in force has them hashed.
// Read at founding and at every change; enforced elsewhere.
import type { Host, Json, Options, Refused } from '../game.ts'
import { isRefused } from '../refused.ts'
import { mostPlayers } from './scene/player.ts'

/** [AS-13.6] What is in force, and the very JSON that is stored. */
export type ArcaneOptions = {
  /** By player id in decimal. They stand over those that players chose themselves. */
  readonly passwords: { readonly [playerId: string]: Hashed }
  /** Whether monsters roam. */
  readonly monsters: boolean
  /** Whether hp and mana come back by themselves. */
  readonly regeneration: boolean
  /** Of the generator: a whole number below 2^32. Chosen at the founding, and never again. */
  readonly seed: number
}

/** An object, so that no text of a host's can be taken for it. */
export type Hashed = {
  /** What `host.matches` takes. */
  readonly hashed: string
}

/** Shown as true or false. */
export const secrets = ['passwords'] as const

/** ENTR has so many bytes for a password. */
const passwordBytes = 32
const seeds = 2 ** 32

export const defaultOptions: ArcaneOptions = { passwords: {}, monsters: true, regeneration: true, seed: 1 }

/** [AS-2.9] What a host may ask for by PATCH, and what is not stored: the ids whose characters are to go. */
const freeing = 'free'

const wanted: { readonly [name in keyof ArcaneOptions | typeof freeing]: string } = {
  passwords: `an object of passwords by player id ("0" to "${mostPlayers - 1}")`,
  monsters: 'true or false',
  regeneration: 'true or false',
  seed: `a whole number from 0 to ${seeds - 1}`,
  free: `a list of player ids, whole numbers from 0 to ${mostPlayers - 1}`,
}

/**
 * [AS-13.7] What a host has written, checked, and with every password hashed, one after the other: 256 of them take
 * seconds. A password of null is left for `readOptions`. Refused: an unknown name, a value that will not do;
 * `field` is `options.NAME` or `options.passwords.ID`.
 */
export async function prepareOptions(given: Options, host: Pick<Host, 'hash'>): Promise<Options | Refused> {
  const refused = faultOf(given, passwordFault)
  if (refused) return refused
  if (!('passwords' in given)) return given
  const passwords: { [id: string]: Json } = {}
  for (const [id, password] of Object.entries(given.passwords as { readonly [id: string]: string | null }))
    passwords[id] = password === null ? null : { hashed: await host.hash(password) }
  return { ...given, passwords }
}

/**
 * `base` with prepared options laid over it: what is named changes. [AS-13.7] Of `passwords` each id by itself, and
 * null takes its password away. Refuses what `prepareOptions` refuses, and any password that is not hashed.
 */
export function readOptions(
  prepared: Options,
  base: ArcaneOptions = defaultOptions,
): ArcaneOptions | Refused {
  const refused = faultOf(prepared, hashedFault)
  if (refused) return refused
  const { [freeing]: _, ...changed } = prepared as Partial<ArcaneOptions> & Options
  return { ...base, ...changed, passwords: merged(base.passwords, changed.passwords ?? {}) }
}

/** `readOptions` for a room that is founded: [AS-13.8] another seed is refused, for the land is as it is. */
export function changeOptions(prepared: Options, now: ArcaneOptions): ArcaneOptions | Refused {
  const options = readOptions(prepared, now)
  if (isRefused(options) || options.seed === now.seed) return options
  return refuse('seed', `the land was made with seed ${now.seed}; it stays as it is`)
}

/** [AS-2.9] The ids that prepared options ask to free. */
export function freedIds(prepared: Options): readonly number[] {
  return (prepared[freeing] ?? []) as readonly number[]
}

function merged(
  kept: ArcaneOptions['passwords'],
  changed: { readonly [id: string]: Hashed | null },
): ArcaneOptions['passwords'] {
  const passwords: { [id: string]: Hashed } = { ...kept }
  for (const [id, password] of Object.entries(changed)) {
    if (password) passwords[id] = password
    else delete passwords[id]
  }
  return passwords
}

type PasswordFault = (password: Json) => string | undefined

function faultOf(options: Options, ofPassword: PasswordFault): Refused | undefined {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(wanted, name))
      return refuse(name, `there is no option ${name}; there are ${Object.keys(wanted).join(', ')}`)
    if (!takes(name, value)) return refuse(name, `${name} is ${wanted[name as keyof typeof wanted]}`)
  }
  return options.passwords === undefined ? undefined : passwordsFault(options.passwords, ofPassword)
}

function takes(name: string, value: Json): boolean {
  if (name === 'passwords') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (name === freeing) return Array.isArray(value) && value.every(isPlayerId)
  if (name === 'seed') return Number.isInteger(value) && (value as number) >= 0 && (value as number) < seeds
  return typeof value === 'boolean'
}

function isPlayerId(value: Json): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < mostPlayers
}

function passwordsFault(passwords: Json, fault: PasswordFault): Refused | undefined {
  for (const [id, password] of Object.entries(passwords as { readonly [id: string]: Json })) {
    if (!/^(0|[1-9]\d{0,2})$/.test(id) || Number(id) >= mostPlayers)
      return refuse(
        `passwords.${id.slice(0, 20)}`,
        `a player id is a whole number from 0 to ${mostPlayers - 1}`,
      )
    const detail = password === null ? undefined : fault(password)
    if (detail !== undefined) return refuse(`passwords.${id}`, detail)
  }
  return undefined
}

/** Never quotes the password. */
function passwordFault(password: Json): string | undefined {
  const fits =
    typeof password === 'string' &&
    /^[^\u0100-\uffff]+$/.test(password) &&
    password.length <= passwordBytes &&
    // The client pads with NULs: behind the text they could not be told from padding.
    !password.endsWith('\0')
  return fits ? undefined : `a password is 1 to ${passwordBytes} characters of Latin-1, or null for none`
}

function hashedFault(password: Json): string | undefined {
  const hashed = typeof password === 'object' && password !== null && 'hashed' in password && password.hashed
  return typeof hashed === 'string' ? undefined : 'the password is not hashed'
}

function refuse(name: string, detail: string): Refused {
  return { refused: { field: `options.${name}`, detail } }
}
