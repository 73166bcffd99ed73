// The options of an Arcane Sector room. An owner writes passwords in plain text; stored options contain their hashes.
// Enforced elsewhere.
import type { GameContext, Json, Options, Refusal } from '../game.ts'
import { defaultOptionsOf, findRefusal } from '../shared/options/parse.ts'
import type { OptionsOf, OptionTable } from '../shared/options/table.ts'
import { isObject } from '../shared/schema/schema.ts'
import { maxPlayers } from './state/player.ts'

/** [AS-12.8] The default seed. */
export const defaultSeed = 1

const ids = { min: 0, max: maxPlayers - 1 } as const

/** [AS-13.6] */
export const optionTable = {
  passwords: {
    type: 'numbered',
    defaultValue: {},
    secret: true,
    keys: { ...ids, noun: 'a player id' },
    noun: 'passwords by player id',
    of: {
      type: 'text',
      hashed: true,
      // ENTR has 32 bytes for a password, which the client pads with NULs.
      min: 1,
      max: 32,
      pattern: /^[^\u0100-\u{10ffff}]*[^\0\u0100-\u{10ffff}]$/u,
      expected: '1 to 32 Latin-1 characters, not ending with NUL',
    },
    description: 'Passwords for player ids. They override the passwords that players chose.',
  },
  monsters: { type: 'boolean', defaultValue: true, description: 'Whether monsters roam.' },
  regeneration: {
    type: 'boolean',
    defaultValue: true,
    description: 'Whether health and mana regenerate.',
  },
  seed: {
    type: 'integer',
    defaultValue: defaultSeed,
    min: 0,
    max: 4_294_967_295,
    createOnly: true,
    description:
      'Seed of the generated island, if no map is uploaded. Rooms with the same seed share map.data.',
  },
  // [AS-17.8]
  thin: {
    type: 'boolean',
    defaultValue: false,
    description:
      'Whether the site runs clients for players who have only a screen (at most eight at a time).',
  },
  // [AS-2.9]
  free: {
    type: 'list',
    isAction: true,
    min: 0,
    max: maxPlayers,
    noun: `player ids, whole numbers from 0 to ${ids.max}`,
    of: { type: 'integer', ...ids },
    description:
      'Disconnects these player ids and deletes their characters and the passwords that they chose.',
  },
} as const satisfies OptionTable

/** The options in force, exactly the JSON that is stored. */
export type ArcaneOptions = OptionsOf<typeof optionTable>

export const defaultOptions: ArcaneOptions = defaultOptionsOf(optionTable)

/**
 * [AS-13.7] Checks what an owner has written and hashes each password, one after the other: 256 of them take seconds.
 * Leaves a null password to `parseOptions`.
 */
export async function prepareOptions(
  requested: Options,
  context: Pick<GameContext, 'hashSecret'>,
): Promise<Options | Refusal> {
  const refused = findRefusal(optionTable, requested)
  if (refused || !isObject(requested.passwords)) return refused ?? requested
  const passwords: { [id: string]: Json } = {}
  for (const [id, password] of Object.entries(requested.passwords))
    passwords[id] = typeof password === 'string' ? { hashed: await context.hashSecret(password) } : null
  return { ...requested, passwords }
}

/** [AS-2.9] The ids that prepared options ask to free. */
export function freedIds({ free }: Options): readonly number[] {
  return Array.isArray(free) ? free : []
}
