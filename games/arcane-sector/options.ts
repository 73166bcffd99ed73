// The options of an Arcane Sector room. An owner writes passwords in plain text; stored options contain their hashes.
// Enforced elsewhere.
import type { Host, Json, Options, Refused } from '../game.ts'
import { refusalOf, usualOptions } from '../shared/options/read.ts'
import type { OptionsOf, OptionTable } from '../shared/options/table.ts'
import { isObject } from '../shared/shapes/shape.ts'
import { mostPlayers } from './scene/player.ts'

/** [AS-12.8] The default seed. */
export const usualSeed = 1

const ids = { least: 0, most: mostPlayers - 1 } as const

/** [AS-13.6] */
export const optionTable = {
  passwords: {
    type: 'by number',
    usual: {},
    secret: true,
    keys: { ...ids, named: 'a player id' },
    named: 'passwords by player id',
    of: {
      type: 'text',
      hashed: true,
      // ENTR has 32 bytes for a password, which the client pads with NULs.
      least: 1,
      most: 32,
      pattern: /^[^\u0100-\u{10ffff}]*[^\0\u0100-\u{10ffff}]$/u,
      wanted: '1 to 32 characters of Latin-1, the last of them not NUL',
    },
    says: 'A password for each of some player ids; they stand over those that players chose themselves.',
  },
  monsters: { type: 'boolean', usual: true, says: 'Whether monsters roam.' },
  regeneration: {
    type: 'boolean',
    usual: true,
    says: 'Whether health and mana come back by themselves.',
  },
  seed: {
    type: 'whole',
    usual: usualSeed,
    least: 0,
    most: 4_294_967_295,
    fixed: true,
    says: 'Which island is made where no file brings a world; rooms of one seed share their map.data.',
  },
  // [AS-17.8]
  thin: {
    type: 'boolean',
    usual: false,
    says: 'Whether the site runs clients for who brings only a screen, eight at a time.',
  },
  // [AS-2.9]
  free: {
    type: 'list',
    act: true,
    least: 0,
    most: mostPlayers,
    named: `player ids, whole numbers from 0 to ${ids.most}`,
    of: { type: 'whole', ...ids },
    says: 'Closes who is in by these ids, and removes their characters and what passwords they chose.',
  },
} as const satisfies OptionTable

/** The options in force, exactly the JSON that is stored. */
export type ArcaneOptions = OptionsOf<typeof optionTable>

export const defaultOptions: ArcaneOptions = usualOptions(optionTable)

/**
 * [AS-13.7] Checks what an owner has written and hashes each password, one after the other: 256 of them take seconds.
 * Leaves a null password to `readOptions`.
 */
export async function prepareOptions(given: Options, host: Pick<Host, 'hash'>): Promise<Options | Refused> {
  const refused = refusalOf(optionTable, given)
  if (refused || !isObject(given.passwords)) return refused ?? given
  const passwords: { [id: string]: Json } = {}
  for (const [id, password] of Object.entries(given.passwords))
    passwords[id] = typeof password === 'string' ? { hashed: await host.hash(password) } : null
  return { ...given, passwords }
}

/** [AS-2.9] The ids that prepared options ask to free. */
export function freedIds({ free }: Options): readonly number[] {
  return Array.isArray(free) ? free : []
}
