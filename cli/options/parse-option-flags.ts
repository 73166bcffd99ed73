// Parses the options of a game from the command line. A value is parsed as JSON if the option accepts the result, and
// otherwise used as text.
import type { Json, Options } from '../../games/game.ts'
import { optionError } from '../../games/shared/options/parse.ts'
import type { OptionTable } from '../../games/shared/options/table.ts'
import { gameInStage, type RoomStage } from '../../games/stages.ts'

export type OptionFlag = readonly [name: string, text: string]

/**
 * Uses the options that the game has in `stage`. If the game is unknown, or accepts neither the JSON value nor the
 * text, the result has the JSON value.
 */
export async function parseOptionFlags(
  slug: string,
  texts: readonly OptionFlag[],
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
  // The option may accept only the text, for example a password that consists of digits.
  return optionError(table, name, text) === undefined ? text : value
}

function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text // the value is not JSON
  }
}
