// Owners set passwords in plain text. The stored options contain hashes.
import type { GameContext, Json, Options, Refusal } from '../game.ts'
import { chatOptions } from '../shared/options/chat-options.ts'
import { filmOption } from '../shared/options/film-option.ts'
import { historyOption } from '../shared/options/history-option.ts'
import { defaultOptionsOf, findOptionRefusal, hashedSecretSchema } from '../shared/options/parse.ts'
import { seriesOptions } from '../shared/options/series-option.ts'
import { actionOption, type OptionsOf, type OptionTable, option } from '../shared/options/table.ts'
import { boolean, integer, isObject, list, numberedEntries, text } from '../shared/schema/schema.ts'
import { maxPlayers } from './state/player.ts'

/** [AS-12.8] */
export const defaultSeed = 1

const maxId = maxPlayers - 1
const byPlayerId = { min: 0, max: maxId, key: 'a player id', noun: 'passwords by player id' } as const

const password = text({
  // ENTR has 32 bytes for the password, and the client fills the rest with NULs.
  max: 32,
  pattern: /^[^\u0100-\u{10ffff}]*[^\0\u0100-\u{10ffff}]$/u,
  expected: '1 to 32 Latin-1 characters, not ending with NUL',
})

/** [AS-13.6] */
export const optionTable = {
  passwords: option(
    numberedEntries(hashedSecretSchema(), byPlayerId),
    {},
    'Passwords for player ids. They override the passwords that players chose.',
    { input: numberedEntries(password, byPlayerId), secret: true },
  ),
  monsters: option(boolean(), true, 'Whether monsters roam.'),
  regeneration: option(boolean(), true, 'Whether health and mana regenerate.'),
  seed: option(
    integer(0, 4_294_967_295),
    defaultSeed,
    'Seed of the generated island, if no map is uploaded. Rooms with the same seed share map.data.',
    { createOnly: true },
  ),
  // [AS-17.8]
  thin: option(
    boolean(),
    false,
    'Whether the site runs the clients of players whose devices can only show pictures, at most eight at a time.',
  ),
  // [AS-9.5]
  ...chatOptions,
  // [AS-2.9]
  free: actionOption(
    list(integer(0, maxId), { max: maxPlayers, noun: `player ids, whole numbers from 0 to ${maxId}` }),
    'Disconnects these player ids and deletes their characters and the passwords that they chose.',
  ),
  ...historyOption,
  ...seriesOptions,
  ...filmOption,
} as const satisfies OptionTable

/** The options as the room stores them. */
export type ArcaneOptions = OptionsOf<typeof optionTable>

export const defaultOptions: ArcaneOptions = defaultOptionsOf(optionTable)

/**
 * [AS-13.7] Validates an owner's options and hashes the passwords one after the other. 256 passwords take seconds.
 * Keeps null for a removed password.
 */
export async function prepareOptions(
  requested: Options,
  context: Pick<GameContext, 'hashSecret'>,
): Promise<Options | Refusal> {
  const refused = findOptionRefusal(optionTable, requested)
  if (refused || !isObject(requested.passwords)) return refused ?? requested
  const passwords: { [id: string]: Json } = {}
  for (const [id, password] of Object.entries(requested.passwords))
    passwords[id] = typeof password === 'string' ? { hashed: await context.hashSecret(password) } : null
  return { ...requested, passwords }
}

/** [AS-2.9] */
export function playerIdsToFree({ free }: Options): readonly number[] {
  return Array.isArray(free) ? free : []
}
