// Parses options from the command line: as JSON if the option accepts the value, else as text.
import type { Json, Options } from '../../games/game.ts'
import { optionError } from '../../games/shared/options/parse.ts'
import type { OptionTable } from '../../games/shared/options/table.ts'
import { gameInStage, type RoomStage } from '../../games/stages.ts'

export type OptionText = readonly [name: string, text: string]

/** Uses the option table of this game in this stage. For an unknown game, or if neither form is valid, prefers JSON. */
export async function parseOptionFlags(
  slug: string,
  texts: readonly OptionText[],
  stage?: RoomStage,
): Promise<Options> {
  const { games } = await import('../../games/index.ts')
  const game = games.find((one) => one.slug === slug)
  const table = (game && gameInStage(game, stage))?.options ?? {}
  return Object.fromEntries(texts.map(([name, text]) => [name, parseValue(table, name, text)]))
}

function parseValue(table: OptionTable, name: string, text: string): Json {
  const value = jsonOrText(text)
  if (!Object.hasOwn(table, name) || optionError(table, name, value) === undefined) return value
  // A password of digits is not a number.
  return optionError(table, name, text) === undefined ? text : value
}

function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text // a word that is not JSON is a text
  }
}
