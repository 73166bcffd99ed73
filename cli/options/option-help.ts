// The games' options in `room create --help` and `room set --help`: those of the named game, or where to find them.
// Loads the games only for this.
import type { Game } from '../../games/game.ts'
import { describeOptions } from '../../games/shared/options/describe.ts'
import { columns } from '../terminal/output.ts'

/** Whether a command line requests help. */
function isHelpRequest(words: readonly string[]): boolean {
  return words.includes('--help') || words.includes('-h')
}

/** All games for help with rooms; none for other commands, which do not need them. */
export async function loadGamesForHelp(words: readonly string[]): Promise<readonly Game[]> {
  if (words[0] !== 'room' || !isHelpRequest(words)) return []
  return (await import('../../games/index.ts')).games
}

/** `words`: the arguments after `create` (a game first) or `set` (a room first). */
export function optionHelp(
  games: readonly Game[],
  words: readonly string[],
  isExistingRoom: boolean,
): string {
  const game = games.find(({ slug }) => words.some((word) => word === slug || word.startsWith(`${slug}/`)))
  if (!game)
    return `\nFor the options of a game, add its name before --help: ${games.map(({ slug }) => slug).join(', ')}.`
  const options = describeOptions(game.options).filter(({ name }) => {
    const { createOnly, isAction } = game.options[name]!
    return isExistingRoom ? !createOnly : !isAction
  })
  if (options.length === 0) return `\n${game.title} has no options.`
  const rows = options.flatMap(({ name, accepts, defaultText, summary }) => [
    [`  ${name}`, defaultText === '' ? accepts : `${accepts} (default: ${defaultText})`],
    ['', summary],
  ])
  return [`\nOptions of ${game.title}:`, ...columns(rows)].join('\n')
}
