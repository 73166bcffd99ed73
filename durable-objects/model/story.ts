// The stories of a room: who played in a match, in a game or on a day, for how long, and with what result. They are
// stored in records below `story/`.

import type { PlayerTally, StoryResults } from '../../games/game.ts'
import {
  boolean,
  integer,
  list,
  number,
  object,
  optional,
  parseValue,
  text,
} from '../../games/shared/schema/schema.ts'
import { maxDateMs } from '../../wire/util/clock.ts'
import { parseJsonOrUndefined } from '../../wire/util/json.ts'
import type { StoredValue } from '../storage/records.ts'

export const storyKeyPrefix = 'story/'
/**
 * Prefix of the records of the current story, one for each player, so that an event writes only the records of its
 * players.
 */
export const currentStoryKeyPrefix = `${storyKeyPrefix}current/`
export const endedStoryKeyPrefix = `${storyKeyPrefix}told/`
const storyPicturePrefix = `${storyKeyPrefix}picture/`
export const storyBoardKey = `${storyKeyPrefix}board`

export const maxStories = 100
export const maxStoryPlayers = 100
/** Above this limit, the players with the shortest times are dropped. */
const maxBoardPlayers = 200
/** UTF-16 units. */
const maxNameLength = 200
const maxTitleLength = 300
const maxCount = Number.MAX_SAFE_INTEGER
export const dayMs = 86_400_000

/** The counts of a player, in the order in which they are shown. */
export const tallyNames = ['kills', 'deaths', 'goals', 'levels', 'checks', 'items', 'trades'] as const

export interface StoryPlayer extends PlayerTally {
  readonly player: string
  /** Time that the player spent in the room, in milliseconds. */
  readonly ms: number
  /** The player's place in the result, from 1. Players can share a place. Absent in a story without results. */
  readonly place?: number
}

/**
 * A player of the current story. `index`: the number of the player's record. `since`: when the counted time of the
 * player began, in milliseconds since 1970.
 */
export interface PlayerTotals extends Omit<StoryPlayer, 'place'> {
  readonly index: number
  readonly since: number
}

export interface Story {
  /** Consecutive, from 1. */
  readonly number: number
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  /** One line about the end of the match or game. Absent in the story of a day. */
  readonly title?: string
  /** Sorted by place; in a story without results by time, the longest first. */
  readonly players: readonly StoryPlayer[]
  /** The number of further players, who are not listed. */
  readonly more?: number
  readonly isDrawn?: boolean
}

/** A player's totals over all stories of a room. */
export interface BoardRow extends PlayerTally {
  readonly player: string
  readonly ms: number
  readonly stories: number
  /** Number of stories in which the player had the best place. */
  readonly wins?: number
}

export interface Board {
  /** The number of stories that the board includes. */
  readonly number: number
  /** The end of the last story that the board includes, in milliseconds since 1970. */
  readonly to: number
  readonly rows: readonly BoardRow[]
}

export const emptyBoard: Board = { number: 0, to: 0, rows: [] }

const place = (number: number) => String(number % maxStories).padStart(2, '0')
export const storyKey = (number: number): string => endedStoryKeyPrefix + place(number)
export const storyPictureKey = (number: number): string => storyPicturePrefix + place(number)
export const playerTotalsKey = ({ index }: Pick<PlayerTotals, 'index'>): string =>
  currentStoryKeyPrefix + String(index).padStart(2, '0')

/** A sum of 0 is left out. */
export function addTallies(a: PlayerTally, b: PlayerTally): PlayerTally {
  return Object.fromEntries(
    tallyNames.flatMap((name) => {
      const sum = Math.min(maxCount, (a[name] ?? 0) + (b[name] ?? 0))
      return sum > 0 ? [[name, sum]] : []
    }),
  )
}

/** The player with the longest time is first. */
export function rankByTime(players: Iterable<StoryPlayer>): StoryPlayer[] {
  return [...players].sort((a, b) => b.ms - a.ms || (a.player < b.player ? -1 : 1))
}

/** The players in the order of the results (first place first). `ms`: the time of each player, if known. */
export function rankByResults(
  { players }: StoryResults,
  ms: (player: string) => number | undefined,
  nameOf: (player: string) => string | undefined,
): StoryPlayer[] {
  return players.flatMap(({ player, place, ...counts }) => {
    const name = nameOf(player)
    if (name === undefined) return []
    return {
      ...{ player: name, ms: ms(name) ?? 0 },
      ...(place !== undefined && { place }),
      ...addTallies(counts, {}),
    }
  })
}

export function addToBoard(board: Board, { number, to, players }: Story): Board {
  const rows = players.map(({ place, ...player }) => ({
    ...{ ...player, stories: 1 },
    ...(place === 1 && { wins: 1 }),
  }))
  return { number, to, rows: mergeBoards([board.rows, rows]) }
}

/** Players with the same name count as one player. */
export function mergeBoards(boards: readonly (readonly BoardRow[])[]): readonly BoardRow[] {
  const sums = new Map<string, BoardRow>()
  for (const row of boards.flat()) {
    const before = sums.get(row.player)
    const wins = (before?.wins ?? 0) + (row.wins ?? 0)
    sums.set(row.player, {
      ...{ player: row.player, ms: (before?.ms ?? 0) + row.ms },
      stories: (before?.stories ?? 0) + row.stories,
      ...(wins > 0 && { wins }),
      ...addTallies(before ?? {}, row),
    })
  }
  return ranked(sums.values())
}

/** Sorts by most wins, then most kills and goals, then the longest time. */
function ranked(rows: Iterable<BoardRow>): readonly BoardRow[] {
  const merit = ({ kills = 0, goals = 0 }: BoardRow) => kills + goals
  const longest = [...rows].sort((a, b) => b.ms - a.ms).slice(0, maxBoardPlayers)
  return longest.sort(
    (a, b) => (b.wins ?? 0) - (a.wins ?? 0) || merit(b) - merit(a) || b.ms - a.ms || b.stories - a.stories,
  )
}

/**
 * Returns a record whose key starts with `story/`, with names replaced: `nameOf` replaces players' names, `inText`
 * replaces names in texts. Returns pictures and unchanged records as they are.
 */
export function renameInStoryRecord(
  record: StoredValue,
  nameOf: (player: string) => string,
  inText: (text: string) => string,
): StoredValue {
  if (typeof record !== 'string') return record
  const renamed = <P extends { readonly player: string }>(one: P): P => ({
    ...one,
    player: nameOf(one.player),
  })
  const value = JSON.parse(record) as Story | PlayerTotals | Board
  const after =
    'rows' in value
      ? { ...value, rows: value.rows.map(renamed) }
      : 'players' in value
        ? {
            ...value,
            ...(value.title !== undefined && { title: inText(value.title) }),
            players: value.players.map(renamed),
          }
        : renamed(value)
  const text = JSON.stringify(after)
  return text === record ? record : text
}

/** One line about a story, for webhooks: the day or the match, and its first players. */
export function summarizeStory({ from, title, players, more = 0 }: Story): string {
  const head = title ?? new Date(from).toISOString().slice(0, 10)
  const shown = players.slice(0, 5).map(({ player, ms, place, ...counts }) => {
    const deeds = tallyNames.flatMap((name) => {
      const count = counts[name]
      return count === undefined ? [] : [`${count} ${count === 1 ? name.slice(0, -1) : name}`]
    })
    return `${player} (${[formatDuration(ms), ...deeds].join(', ')})`
  })
  const rest = players.length - shown.length + more
  return `${head}: ${shown.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
}

/** Formats a duration, for example `2 h 5 min`. */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return `${Math.round(ms / 1000)} s`
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
}

// ---- Imported records
// ------------------------------------------------------------------------------------------------

const time = number(0, maxDateMs)
const count = integer(0, maxCount)
const counts = Object.fromEntries(tallyNames.map((name) => [name, optional(count)])) as {
  readonly [name in (typeof tallyNames)[number]]: ReturnType<typeof optional<typeof count>>
}
const name = text({ min: 1, max: maxNameLength })
const storyPlayer = { player: name, ms: time, ...counts } as const
const storySchema = object({
  number: integer(1, maxCount),
  from: time,
  to: time,
  title: optional(text({ min: 1, max: maxTitleLength })),
  players: list(object({ ...storyPlayer, place: optional(integer(1, maxCount)) }), {
    max: maxStoryPlayers,
    noun: 'players',
  }),
  more: optional(count),
  isDrawn: optional(boolean()),
})
const playerTotalsSchema = object({ ...storyPlayer, index: integer(0, maxStoryPlayers - 1), since: time })
const boardRows = list(object({ ...storyPlayer, stories: count, wins: optional(count) }), {
  max: maxBoardPlayers,
  noun: 'rows',
})
const boardSchema = object({ number: count, to: time, rows: boardRows })

export function parseBoardRows(json: string): readonly BoardRow[] | undefined {
  return parseValue(boardRows, parseJsonOrUndefined(json)).value
}

/** `value` is undefined for a record of bytes. Pictures are validated when they are read. */
export function isStoryRecord(key: string, value: unknown): boolean {
  if (key.startsWith(storyPicturePrefix))
    return value === undefined && /^\d\d$/.test(key.slice(storyPicturePrefix.length))
  if (key === storyBoardKey) return parseValue(boardSchema, value).value !== undefined
  const player = parseValue(playerTotalsSchema, value).value
  if (player) return key === playerTotalsKey(player)
  const story = parseValue(storySchema, value).value
  return story !== undefined && key === storyKey(story.number)
}
