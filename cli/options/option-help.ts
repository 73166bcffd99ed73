// The help of `room create` and `room set` about the options of games.
import { Help } from 'commander'
import type { Game } from '../../games/game.ts'
import { describeOptions } from '../../games/shared/options/describe.ts'
import { alignColumns } from '../terminal/output.ts'
import { helpWidth } from '../terminal/program.ts'

function isHelpRequest(words: readonly string[]): boolean {
  return words.includes('--help') || words.includes('-h')
}

/** Loads all games, but only for help about `room` commands, because loading takes time. */
export async function loadGamesForHelp(words: readonly string[]): Promise<readonly Game[]> {
  if (words[0] !== 'room' || !isHelpRequest(words)) return []
  return (await import('../../games/index.ts')).games
}

/**
 * The help about a game's options. `words`: the arguments after `create`, which begin with a game, or after `set`,
 * which begin with a room.
 */
export function optionHelp(
  games: readonly Game[],
  words: readonly string[],
  isExistingRoom: boolean,
): string {
  const game = games.find(({ slug }) => words.some((word) => word === slug || word.startsWith(`${slug}/`)))
  if (!game)
    return `\nFor the options of a game, add its name before --help:\n${games.map(({ slug }) => slug).join(', ')}.`
  const options = describeOptions(game.options).filter(({ name }) => {
    const { createOnly, isAction } = game.options[name]!
    return isExistingRoom ? !createOnly : !isAction
  })
  if (options.length === 0) return `\n${game.title} has no options.`
  const textWidth = helpWidth - Math.max(...options.map(({ name }) => name.length)) - 4
  const rows = options.flatMap(({ name, accepts, defaultText, summary }) =>
    [defaultText === '' ? accepts : `${accepts} (default: ${defaultText})`, summary]
      .flatMap((text) => new Help().boxWrap(text, textWidth).split('\n'))
      .map((line, n) => [n === 0 ? `  ${name}` : '', line]),
  )
  return [`\nOptions of ${game.title}:`, ...alignColumns(rows)].join('\n')
}
