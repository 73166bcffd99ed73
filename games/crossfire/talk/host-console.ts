// The owner's console: lists and deletes characters and accounts without a client. [CF-16.12]
import type { Sighting } from '../people/roster.ts'
import type { CrossfireRoom } from './room.ts'
import { mostAtOnce } from './upkeep.ts'

interface Line {
  /** Usage of the arguments. */
  readonly takes: string
  readonly help: string
  run(room: CrossfireRoom, words: readonly string[]): readonly string[]
}

const mostListed = 100
const dayMs = 24 * 3_600_000

const lines: { readonly [word: string]: Line } = {
  characters: {
    takes: '[DAYS]',
    help: 'Lists characters that were not here for so many days (0), the longest first.',
    run: (room, words) =>
      withDays(words, 0, (days) => listed(room.upkeep.unused(days), (one) => told(room, one))),
  },
  accounts: {
    takes: '[DAYS]',
    help: 'Lists accounts to which nobody logged in for so many days (0), the longest first.',
    run: (room, words) =>
      withDays(words, 0, (days) =>
        listed(
          room.upkeep.unusedAccounts(days),
          ({ name, at, characters }) =>
            `${name}: ${ago(room.upkeep.now - at!)}, ${characters.join(', ') || 'no characters'}`,
        ),
      ),
  },
  prune: {
    takes: 'DAYS',
    help: `Deletes characters that nobody really played, and accounts without characters, unused for so many days: ${mostAtOnce} of each at most.`,
    run: (room, words) => withDays(words, undefined, (days) => pruned(room, days)),
  },
  'delete-character': {
    takes: 'NAME',
    help: 'Deletes a character with all that it has, for good.',
    run: (room, words) => withName(words, (name) => [deletedCharacter(room, name)]),
  },
  'delete-account': {
    takes: 'NAME',
    help: 'Deletes an account and its characters, for good.',
    run: (room, words) => withName(words, (name) => [deletedAccount(room, name)]),
  },
  help: {
    takes: '',
    help: 'Lists the commands.',
    run: () =>
      Object.entries(lines).map(([word, { takes, help }]) => `/${word}${takes && ` ${takes}`}: ${help}`),
  },
}

/** Runs a line, in which arguments may be in single quotes, and returns the output. */
export function sayAsHost(room: CrossfireRoom, typed: string): readonly string[] {
  const [first = '', ...words] = wordsOf(typed)
  const line =
    first.startsWith('/') && Object.hasOwn(lines, first.slice(1)) ? lines[first.slice(1)] : undefined
  return line?.run(room, words) ?? ['There is no such command. /help lists those there are.']
}

/** Account names may contain spaces, so arguments can be quoted. */
function wordsOf(typed: string): string[] {
  return Array.from(typed.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain!)
}

function withDays(
  [word, ...rest]: readonly string[],
  usual: number | undefined,
  run: (days: number) => readonly string[],
): readonly string[] {
  const days = word === undefined ? usual : /^\d{1,4}$/.test(word) ? Number(word) : undefined
  return days === undefined || rest.length > 0
    ? ['Say how many days: a whole number from 0 to 9999.']
    : run(days)
}

function withName(words: readonly string[], run: (name: string) => readonly string[]): readonly string[] {
  return words.length === 0 ? ['Say a name.'] : run(words.join(' '))
}

function listed<T>(all: readonly T[], shown: (one: T) => string): readonly string[] {
  const first = all.slice(0, mostListed).map(shown)
  return [
    all.length > first.length ? `${all.length}, of which the first ${first.length}:` : `${all.length}:`,
    ...first,
  ]
}

function told(room: CrossfireRoom, sighting: Sighting): string {
  const { accounts, upkeep } = room
  const { name, at, played, level } = sighting
  const account = accounts.accountOf(name)?.name
  const owner = account === undefined ? 'no account' : `account ${account}`
  const minutes = Math.round(played / 60_000)
  return `${name}: ${ago(upkeep.now - at)}, level ${level}, ${minutes} min played, ${owner}${room.isUnplayed(sighting) ? ', not really played' : ''}`
}

function pruned(room: CrossfireRoom, days: number): readonly string[] {
  const { characters, accounts } = room.upkeep.prune(days)
  const more = [characters, accounts].some(({ length }) => length === mostAtOnce)
  return [
    `Deleted characters: ${characters.length}, accounts: ${accounts.length}.${more ? ' There may be more: say it again.' : ''}`,
    ...(characters.length > 0 ? [`Characters: ${characters.join(', ')}`] : []),
    ...(accounts.length > 0 ? [`Accounts: ${accounts.join(', ')}`] : []),
  ]
}

function deletedCharacter(room: CrossfireRoom, name: string): string {
  if (!room.has(name)) return `There is no character ${name}.`
  if (room.isIn(name)) return `${name} is in the game. Kick the player first.`
  room.upkeep.delete([name])
  return `${name} is deleted.`
}

function deletedAccount(room: CrossfireRoom, name: string): string {
  const account = room.accounts.find(name)
  if (!account) return `There is no account ${name}.`
  const { length } = account.characters
  if (!room.upkeep.deleteAccount(account))
    return `A character of ${account.name} is in the game. Kick the player first.`
  return `${account.name} is deleted, with ${length} ${length === 1 ? 'character' : 'characters'}.`
}

const ago = (ms: number) => `${Math.floor(ms / dayMs)} days ago`
