// Sums players' time and counts until a match, a game or a day is over. Counts are stored in the same transaction as
// the event that changes them. Stories neither wake a hibernating room nor keep it in memory, unless a webhook wants
// them.
import type { Picture, PlayerTally, StoryResults } from '../../../games/game.ts'
import { toOneLine } from '../../model/one-line.ts'
import {
  addTallies,
  addToBoard,
  type Board,
  type BoardRow,
  currentStoryKeyPrefix,
  dayMs,
  emptyBoard,
  endedStoryKeyPrefix,
  maxStories,
  maxStoryPlayers,
  type PlayerTotals,
  playerTotalsKey,
  rankByResults,
  rankByTime,
  type Story,
  type StoryPlayer,
  storyBoardKey,
  storyKey,
  storyPictureKey,
  summarizeStory,
} from '../../model/story.ts'
import type { RoomStories } from '../../rpc/rpc-types.ts'
import { listJson, type StoredValue } from '../../storage/records.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { TimelineEvent } from '../context/room-events.ts'
import type { ClientSession } from '../sessions/client-session.ts'
import { displayName } from '../sessions/session-info.ts'
import { packPicture, unpackPicture } from './story-picture.ts'

/** The state is never changed in place, so that the previous state can be restored when a transaction fails. */
interface StoryState {
  readonly board: Board
  /** The players of the current story by name. */
  readonly totals: ReadonlyMap<string, PlayerTotals>
  /** Sessions with a named player, each with the start (milliseconds since 1970) of its uncounted time. */
  readonly present: ReadonlyMap<ClientSession, number>
  readonly unwritten: ReadonlyMap<string, StoredValue | undefined>
  /** The number of a finished story that has not been written yet. It gets a picture after it is written. */
  readonly undrawn?: number
}

export interface StoriesDependencies {
  draw(): Picture | undefined
  isSubscribed(): boolean
}

export class Stories {
  readonly #context: RoomContext
  readonly #surroundings: StoriesDependencies
  #state: StoryState | undefined
  /** Sessions with a named player that resumed before the state was read. */
  readonly #resumed = new Set<ClientSession>()

  /** The state before the transaction that is being committed, to be restored if it fails. */
  #before: StoryState | undefined

  /** Create this object before `Webhooks`, because its listener adds events that webhooks send. */
  constructor(context: RoomContext, surroundings: StoriesDependencies) {
    this.#context = context
    this.#surroundings = surroundings
    context.roomLog.writeWith(this)
    const { events } = context
    events.on('committing', (news) => {
      this.#before = this.#current
      this.#record(news)
    })
    events.on('committed', () => {
      this.#before = undefined
    })
    events.on('commitFailed', () => {
      this.#state = this.#before
    })
    events.on('worldOpened', () => this.#schedule())
    events.on('nameChanged', (session, before, isResumed) => {
      // When a session resumes, the stored state is not read, because some rooms wake often.
      if (isResumed && !this.#state) return void this.#resumed.add(session)
      this.closeDays()
      if (before !== undefined) this.#leave(session, before)
      if (session.name !== undefined) this.#join(session, isResumed)
    })
    events.on('sessionEnded', (session) => {
      this.closeDays()
      if (session.name !== undefined) this.#leave(session, session.name)
    })
    // An erasure has replaced a player's name in the records, so the records are read again.
    events.on('recordsRewritten', () => {
      for (const session of this.#state?.present.keys() ?? []) this.#resumed.add(session)
      this.#state = undefined
    })
    events.on('deleted', () => {
      this.#state = undefined
      this.#resumed.clear()
    })
  }

  get #current(): StoryState {
    this.#state ??= this.#read()
    return this.#state
  }

  // ---- Recording ---------------------------------------------------------------------------------------------------

  /** Adds events for the stories that end with the transaction. */
  #record(events: TimelineEvent[]): void {
    const news = this.#closeDays()
    for (const event of events) {
      if (!('counts' in event || 'results' in event)) continue
      for (const [player, counts] of Object.entries(event.counts ?? {})) this.#count(player, 0, counts)
      if (event.results) news.push(...this.#close(this.#context.now, event.text, event.results))
    }
    events.push(...news)
  }

  /** Ends and stores the stories of past days. */
  closeDays(): void {
    const { events, roomLog } = this.#context
    try {
      const news = this.#closeDays()
      this.#schedule()
      if (news.length === 0) return
      const changes = new Map<string, StoredValue | undefined>()
      events.emit('committing', news, changes)
      roomLog.write(changes)
      events.emit('committed')
    } catch (error) {
      // If the write fails, the story stays in memory, and is written with the next change.
      this.#context.log('warn', 'story not written', { detail: String(error) })
    }
  }

  addUnwritten(changes: Map<string, StoredValue | undefined>): void {
    for (const [key, value] of this.#state?.unwritten ?? []) changes.set(key, value)
  }

  written(): void {
    if (!this.#state || this.#state.unwritten.size === 0) return
    const { undrawn, ...state } = this.#state
    this.#state = { ...state, unwritten: new Map() }
    if (undrawn === undefined) return
    this.#context.clock.soon(() => this.#storePicture(undrawn))
    this.#context.events.emit('storyStored')
  }

  #join(session: ClientSession, isResumed: boolean): void {
    const { present, board } = this.#current
    const { now } = this.#context
    const from = isResumed ? Math.max(session.startedAt, board.to) : now
    this.#change({ present: new Map(present).set(session, Math.min(from, now)) })
    this.#schedule()
  }

  #leave(session: ClientSession, name: string): void {
    const { present } = this.#current
    const from = present.get(session)
    if (from === undefined) return
    const left = new Map(present)
    left.delete(session)
    this.#change({ present: left })
    this.#count(name, this.#context.now - from, {}, from)
    this.#schedule()
  }

  /** Adds to a player's counts. Above `maxStoryPlayers`, further players are not counted. */
  #count(player: string, ms: number, counts: PlayerTally, since = this.#context.now): void {
    const name = displayName(player)
    const { totals } = this.#current
    if (name === undefined || (!totals.has(name) && totals.size >= maxStoryPlayers)) return
    const before = totals.get(name) ?? { index: freeIndex(totals), player: name, ms: 0, since }
    const entry: PlayerTotals = {
      ...{ index: before.index, player: name, ms: before.ms + Math.max(0, ms) },
      ...{ since: Math.min(before.since, since), ...addTallies(before, counts) },
    }
    this.#change({ totals: new Map(totals).set(name, entry) }, [
      [playerTotalsKey(entry), JSON.stringify(entry)],
    ])
  }

  #change(
    change: Partial<StoryState>,
    written: Iterable<readonly [key: string, value: StoredValue | undefined]> = [],
  ): void {
    const unwritten = new Map([...this.#current.unwritten, ...written])
    this.#state = { ...this.#current, ...change, unwritten }
    if (unwritten.size > 0) this.#context.roomLog.writeSoon()
  }

  // ---- Ends --------------------------------------------------------------------------------------------------------

  get #endsWithDay(): boolean {
    return this.#context.game?.storyEnds !== 'results'
  }

  get #startedAt(): number | undefined {
    const { totals, present } = this.#current
    const times = [...present.values(), ...Array.from(totals.values(), ({ since }) => since)]
    return times.length > 0 ? Math.min(...times) : undefined
  }

  #closeDays(): TimelineEvent[] {
    const news: TimelineEvent[] = []
    if (!this.#endsWithDay) return news
    const { now } = this.#context
    // A presence of more days than a room keeps stories comes from a jump of the clock, so it is shortened.
    const earliest = now - maxStories * dayMs
    const present = Array.from(
      this.#current.present,
      ([one, from]) => [one, Math.max(from, earliest)] as const,
    )
    if (present.length > 0) this.#change({ present: new Map(present) })
    // Several days may be over, because a player can stay for days without an event.
    for (let startedAt = this.#startedAt; startedAt !== undefined; startedAt = this.#startedAt) {
      const end = endOfDay(startedAt)
      if (end > now) break
      news.push(...this.#close(end))
    }
    return news
  }

  /**
   * Ends the story at `to`. A story without players is not stored, nor that of a match in which no player has any
   * kills, deaths or other `PlayerTally` counts.
   */
  #close(to: number, title?: string, results?: StoryResults): TimelineEvent[] {
    const startedAt = Math.max(this.#startedAt ?? to, results?.startedAt ?? 0)
    const stayed = new Map(this.#current.present)
    for (const [session, from] of stayed) {
      if (from >= to) continue
      this.#count(session.name ?? '', to - from, {}, from)
      stayed.set(session, to)
    }
    const { board, totals } = this.#current
    this.#change(
      { present: stayed, totals: new Map() },
      Array.from(totals.values(), (entry) => [playerTotalsKey(entry), undefined] as const),
    )
    const players = results
      ? rankByResults(results, timesOf(totals, to - startedAt), displayName)
      : rankByTime(Array.from(totals.values(), ({ index: _, since: __, ...player }) => player))
    if (players.length === 0 || (results && players.every(hasDoneNothing))) return []
    const more = players.length - maxStoryPlayers
    const story: Story = {
      ...{ number: board.number + 1, from: startedAt, to },
      ...(title !== undefined && { title: toOneLine(title) }),
      players: players.slice(0, maxStoryPlayers),
      ...(more > 0 && { more }),
    }
    const updated = addToBoard(board, story)
    this.#change({ board: updated, undrawn: story.number }, [
      [storyKey(story.number), JSON.stringify(story)],
      [storyPictureKey(story.number), undefined],
      [storyBoardKey, JSON.stringify(updated)],
    ])
    return [{ kind: 'story', text: summarizeStory(story) }]
  }

  /** Sets an alarm for the day's end if a webhook wants its story. Otherwise the next event ends a past day's story. */
  #schedule(): void {
    const startedAt = this.#endsWithDay && this.#surroundings.isSubscribed() ? this.#startedAt : undefined
    this.#context.alarm.request('stories', startedAt === undefined ? undefined : endOfDay(startedAt))
  }

  // ---- Reading -----------------------------------------------------------------------------------------------------

  /** The number of stories that have ended in the room. */
  get count(): number {
    return this.#current.board.number
  }

  get board(): readonly BoardRow[] {
    return this.#current.board.rows
  }

  read(after: number): RoomStories {
    this.closeDays()
    const from = this.#startedAt
    return {
      stories: listJson<Story>(this.#context.records, endedStoryKeyPrefix)
        .filter(({ number }) => number > after)
        .sort((a, b) => b.number - a.number),
      ...(from !== undefined && { current: { from, players: this.#currentPlayers } }),
      board: this.board,
    }
  }

  picture(number: number): Picture | undefined {
    const { records, meta } = this.#context
    const isKept = number > this.count - maxStories && number <= this.count
    if (!isKept || meta?.watching === 'off') return undefined
    const stored = records.get(storyPictureKey(number))
    return stored instanceof Uint8Array ? unpackPicture(stored) : undefined
  }

  get #currentPlayers(): readonly StoryPlayer[] {
    const { totals, present } = this.#current
    const { now } = this.#context
    const players = new Map<string, StoryPlayer>()
    for (const { index: _, since: __, ...player } of totals.values()) players.set(player.player, player)
    for (const [session, from] of present) {
      const player = displayName(session.name ?? '')
      if (player === undefined) continue
      const known = players.get(player)
      if (known || players.size < maxStoryPlayers)
        players.set(player, { player, ...known, ms: (known?.ms ?? 0) + now - from })
    }
    return rankByTime(players.values())
  }

  // ---- Storage -----------------------------------------------------------------------------------------------------

  #storePicture(number: number): void {
    const { records, meta } = this.#context
    if (!meta || meta.watching === 'off') return
    try {
      const picture = this.#surroundings.draw()
      const stored = picture && records.get(storyKey(number))
      if (picture === undefined || stored === undefined) return
      const story = { ...(JSON.parse(String(stored)) as Story), isDrawn: true }
      records.write(
        new Map<string, StoredValue>([
          [storyPictureKey(number), packPicture(picture)],
          [storyKey(number), JSON.stringify(story)],
        ]),
      )
    } catch (error) {
      this.#context.log('warn', 'a story has no picture', { detail: String(error) })
    }
  }

  #read(): StoryState {
    const { records } = this.#context
    const stored = records.get(storyBoardKey)
    const board = stored === undefined ? emptyBoard : (JSON.parse(String(stored)) as Board)
    const totals = listJson<PlayerTotals>(records, currentStoryKeyPrefix)
    const { now } = this.#context
    const since = (session: ClientSession) => Math.min(now, Math.max(session.startedAt, board.to))
    const present = new Map(Array.from(this.#resumed, (session) => [session, since(session)] as const))
    this.#resumed.clear()
    return {
      ...{ board, present, unwritten: new Map() },
      totals: new Map(totals.map((entry) => [entry.player, entry])),
    }
  }
}

/** The end of the UTC day that contains `at`. */
function endOfDay(at: number): number {
  return (Math.floor(at / dayMs) + 1) * dayMs
}

function freeIndex(totals: ReadonlyMap<string, PlayerTotals>): number {
  const taken = new Set(Array.from(totals.values(), ({ index }) => index))
  let index = 0
  while (taken.has(index)) index++
  return index
}

const hasDoneNothing = ({ player: _, ms: __, place: ___, ...counts }: StoryPlayer) =>
  Object.keys(counts).length === 0

const timesOf = (totals: ReadonlyMap<string, PlayerTotals>, longest: number) => (player: string) => {
  const entry = totals.get(player)
  return entry && Math.min(entry.ms, longest)
}
