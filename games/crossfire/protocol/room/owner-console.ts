// [CF-16.12]

import type { CharacterActivity } from '../../model/records/character-activity.ts'
import { maxDeletionsPerRun } from './account-pruner.ts'
import { dayMs } from './creation-limiter.ts'
import type { CrossfireRoom } from './crossfire-room.ts'

interface ConsoleCommand {
  /** The command and its arguments, as `/help` shows them. */
  readonly usage: string
  readonly help: string
  run(room: CrossfireRoom, words: readonly string[]): readonly string[]
}

const maxListed = 100

const consoleCommands: { readonly [word: string]: ConsoleCommand } = {
  characters: {
    usage: '[DAYS]',
    help: 'Lists characters unused for at least this many days (default 0), longest first.',
    run: (room, words) =>
      parseDays(words, 0, (days) =>
        formatList(room.pruner.unusedCharacters(days), (one) => formatCharacter(room, one)),
      ),
  },
  accounts: {
    usage: '[DAYS]',
    help: 'Lists accounts without a login for at least this many days (default 0), longest first.',
    run: (room, words) =>
      parseDays(words, 0, (days) =>
        formatList(
          room.pruner.unusedAccounts(days),
          ({ name, at, characters }) =>
            `${name}: ${ago(room.pruner.now - at!)}, ${characters.join(', ') || 'no characters'}`,
        ),
      ),
  },
  prune: {
    usage: 'DAYS',
    help: `Deletes unplayed characters, and accounts without characters, that were unused for this many days: at most ${maxDeletionsPerRun} of each.`,
    run: (room, words) => parseDays(words, undefined, (days) => pruneUnused(room, days)),
  },
  'delete-character': {
    usage: 'NAME',
    help: 'Deletes a character and its items permanently.',
    run: (room, words) => parseName(words, (name) => [deleteCharacterByName(room, name)]),
  },
  'delete-account': {
    usage: 'NAME',
    help: 'Deletes an account and its characters permanently.',
    run: (room, words) => parseName(words, (name) => [deleteAccountByName(room, name)]),
  },
  help: {
    usage: '',
    help: 'Lists the commands.',
    run: () =>
      Object.entries(consoleCommands).map(
        ([word, { usage, help }]) => `/${word}${usage && ` ${usage}`}: ${help}`,
      ),
  },
}

export function executeOwnerCommand(room: CrossfireRoom, typed: string): readonly string[] {
  const [first = '', ...words] = splitArguments(typed)
  const command =
    first.startsWith('/') && Object.hasOwn(consoleCommands, first.slice(1))
      ? consoleCommands[first.slice(1)]
      : undefined
  return command?.run(room, words) ?? ['Unknown command. /help lists all commands.']
}

/** Arguments can be quoted, because account names may contain spaces. */
function splitArguments(typed: string): string[] {
  return Array.from(typed.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain!)
}

function parseDays(
  [word, ...rest]: readonly string[],
  defaultDays: number | undefined,
  run: (days: number) => readonly string[],
): readonly string[] {
  const days = word === undefined ? defaultDays : /^\d{1,4}$/.test(word) ? Number(word) : undefined
  return days === undefined || rest.length > 0
    ? ['Give the number of days, an integer from 0 to 9999.']
    : run(days)
}

function parseName(words: readonly string[], run: (name: string) => readonly string[]): readonly string[] {
  return words.length === 0 ? ['Give a name.'] : run(words.join(' '))
}

function formatList<T>(all: readonly T[], shown: (one: T) => string): readonly string[] {
  const first = all.slice(0, maxListed).map(shown)
  return [all.length > first.length ? `First ${first.length} of ${all.length}:` : `${all.length}:`, ...first]
}

function formatCharacter(room: CrossfireRoom, activity: CharacterActivity): string {
  const { accounts, pruner } = room
  const { name, at, played, level } = activity
  const account = accounts.accountOf(name)?.name
  const owner = account === undefined ? 'no account' : `account ${account}`
  const minutes = Math.round(played / 60_000)
  return `${name}: ${ago(pruner.now - at)}, level ${level}, ${minutes} min played, ${owner}${room.isUnplayed(activity) ? ', unplayed' : ''}`
}

function pruneUnused(room: CrossfireRoom, days: number): readonly string[] {
  const { characters, accounts } = room.pruner.prune(days)
  const more = [characters, accounts].some(({ length }) => length === maxDeletionsPerRun)
  return [
    `Deleted characters: ${characters.length}, accounts: ${accounts.length}.${more ? ' There may be more. Repeat the command.' : ''}`,
    ...(characters.length > 0 ? [`Characters: ${characters.join(', ')}`] : []),
    ...(accounts.length > 0 ? [`Accounts: ${accounts.join(', ')}`] : []),
  ]
}

function deleteCharacterByName(room: CrossfireRoom, name: string): string {
  if (!room.has(name)) return `No character ${name}.`
  if (room.isPlaying(name)) return `${name} is in the game. Kick the player first.`
  room.pruner.deleteCharacters([name])
  return `Deleted ${name}.`
}

function deleteAccountByName(room: CrossfireRoom, name: string): string {
  const account = room.accounts.find(name)
  if (!account) return `No account ${name}.`
  const { length } = account.characters
  if (!room.pruner.deleteAccount(account))
    return `A character of ${account.name} is in the game. Kick the player first.`
  return `Deleted account ${account.name} and ${length} ${length === 1 ? 'character' : 'characters'}.`
}

const ago = (ms: number) => `${Math.floor(ms / dayMs)} days ago`
