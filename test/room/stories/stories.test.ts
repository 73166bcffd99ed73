import { describe, expect, it } from 'vitest'
import { renameInStoryRecord } from '../../../durable-objects/model/story.ts'
import type { TimelineEvent } from '../../../durable-objects/room/context/room-events.ts'
import { Stories } from '../../../durable-objects/room/stories/stories.ts'
import type { Records } from '../../../durable-objects/storage/records.ts'
import type { Game, GameEvent, Picture } from '../../../games/game.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { memoryRecords } from '../../memory-records.ts'
import { type HarnessClient, RoomHarness } from '../../room-harness.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const noon = Date.UTC(2026, 10, 28, 12)

class StoryRoom {
  readonly harness: RoomHarness
  readonly #events: { next: GameEvent | undefined }
  readonly disk: { isFull: boolean; rows: number }
  picture: Picture | undefined
  isSubscribed = false
  readonly news: TimelineEvent[] = []

  private constructor(
    harness: RoomHarness,
    events: { next: GameEvent | undefined },
    disk: { isFull: boolean; rows: number },
  ) {
    this.harness = harness
    this.#events = events
    this.disk = disk
    this.harness.clock.pass(noon - this.harness.clock.now())
    this.#connect()
  }

  static async open(storyEnds?: 'results'): Promise<StoryRoom> {
    const events: { next: GameEvent | undefined } = { next: undefined }
    const disk = { isFull: false, rows: 0 }
    const game: Game = {
      ...(tally as Game),
      ...(storyEnds && { storyEnds }),
      openWorld(store, context, options, version) {
        const world = tally.openWorld(store, context, options, version)
        const add = world.add.bind(world)
        world.add = (name, amount) => {
          if (events.next) context.announce(events.next)
          events.next = undefined
          return add(name, amount)
        }
        return world
      },
    }
    const records = memoryRecords()
    const counting: Records = {
      ...records,
      write(changes) {
        if (disk.isFull) throw new Error('database or disk is full: SQLITE_FULL')
        disk.rows += changes.size
        records.write(changes)
      },
    }
    return new StoryRoom(await RoomHarness.create(game, { records: counting }), events, disk)
  }

  stories!: Stories

  join(name: string): HarnessClient {
    const client = this.harness.client()
    this.say(client, `i${name}`)
    return client
  }

  say(client: HarnessClient, frame: string): void {
    client.call.sendFrame(new TextEncoder().encode(frame))
    this.harness.clock.settle()
  }

  leave(client: HarnessClient): void {
    client.call.clientClosed('left')
    this.harness.clock.settle()
  }

  announce(client: HarnessClient, event: GameEvent): void {
    this.#events.next = event
    this.say(client, '+')
    this.#events.next = undefined
  }

  pass(ms: number): void {
    this.harness.clock.pass(ms)
  }

  restart(): void {
    this.harness.kill()
    this.harness.client()
    this.#connect()
  }

  #connect(): void {
    this.stories = new Stories(this.harness.context, {
      draw: () => this.picture,
      isSubscribed: () => this.isSubscribed,
    })
    this.harness.context.events.on('committing', (events) => this.news.push(...events))
  }
}

const killed = (by: string, player: string): GameEvent => ({
  kind: 'death',
  text: `${player} was killed by ${by}`,
  counts: { [by]: { kills: 1 }, [player]: { deaths: 1 } },
})
const won = (...players: NonNullable<GameEvent['results']>['players']): GameEvent => ({
  kind: 'end',
  text: `${players[0]!.player} won`,
  results: { players },
})

describe('the story of a day', () => {
  it('ends with the next event after midnight, UTC, and has the playing time and the counts of each player', async () => {
    const room = await StoryRoom.open()
    const ann = room.join('ann')
    room.pass(hourMs)
    const bob = room.join('bob')
    room.announce(ann, killed('ann', 'bob'))
    room.announce(ann, { kind: 'kill', text: 'ann killed a rat', counts: { ann: { kills: 1 } } })
    room.pass(30 * minuteMs)
    expect(room.stories.read(0)).toMatchObject({
      stories: [],
      current: {
        from: noon,
        players: [
          { player: 'ann', ms: 90 * minuteMs, kills: 2 },
          { player: 'bob', ms: 30 * minuteMs, deaths: 1 },
        ],
      },
    })
    room.leave(bob)
    room.leave(ann)
    room.pass(dayMs)
    room.join('ann')
    const { stories, board } = room.stories.read(0)
    expect(stories).toEqual([
      {
        ...{ number: 1, from: noon, to: noon + 12 * hourMs },
        players: [
          { player: 'ann', ms: 90 * minuteMs, kills: 2 },
          { player: 'bob', ms: 30 * minuteMs, deaths: 1 },
        ],
      },
    ])
    expect(board).toEqual([
      { player: 'ann', ms: 90 * minuteMs, stories: 1, kills: 2 },
      { player: 'bob', ms: 30 * minuteMs, stories: 1, deaths: 1 },
    ])
  })

  it('divides the time of a player who stays past midnight between the days', async () => {
    const room = await StoryRoom.open()
    const ann = room.join('ann')
    room.pass(2 * dayMs)
    room.leave(ann)
    const { stories, current } = room.stories.read(0)
    expect(stories.map(({ from, to, players }) => [to - from, players[0]!.ms])).toEqual([
      [dayMs, dayMs],
      [12 * hourMs, 12 * hourMs],
    ])
    expect(current).toMatchObject({ players: [{ player: 'ann', ms: 12 * hourMs }] })
  })

  it('starts at most 100 days ago, although the clock has leapt by more than a year', async () => {
    const room = await StoryRoom.open()
    const ann = room.join('ann')
    room.harness.clock.pass(400 * dayMs)
    room.leave(ann)
    expect(room.news.length).toBeLessThanOrEqual(101)
    expect(room.stories.board).toMatchObject([
      { player: 'ann', ms: expect.toSatisfy((ms) => ms <= 100 * dayMs) },
    ])
  })

  it('sets no alarm, except if a webhook wants stories', async () => {
    const room = await StoryRoom.open()
    const ann = room.join('ann')
    expect(room.harness.context.alarm.isRequested('stories')).toBe(false)
    room.leave(ann)
    room.isSubscribed = true
    room.leave(room.join('ann'))
    expect(room.harness.context.alarm.isRequested('stories')).toBe(true)
    room.pass(dayMs)
    room.stories.closeDays()
    expect(room.harness.context.alarm.isRequested('stories')).toBe(false)
    expect(room.news).toEqual([{ kind: 'story', text: '2026-11-28: ann (0 s)' }])
  })
})

describe('the story of a match', () => {
  it('ends with the results, which replace the counts, and starts no earlier than the start in the results', async () => {
    const room = await StoryRoom.open('results')
    const ann = room.join('ann')
    room.pass(hourMs)
    room.join('bob')
    room.announce(ann, killed('bob', 'ann'))
    room.pass(10 * minuteMs)
    const results = won({ player: 'ann', place: 1, kills: 3 }, { player: 'bob', place: 2, deaths: 3 })
    room.announce(ann, {
      ...results,
      results: { ...results.results!, startedAt: noon + hourMs },
    })
    expect(room.stories.read(0)).toEqual({
      stories: [
        {
          ...{ number: 1, from: noon + hourMs, to: noon + hourMs + 10 * minuteMs, title: 'ann won' },
          players: [
            { player: 'ann', ms: 10 * minuteMs, place: 1, kills: 3 },
            { player: 'bob', ms: 10 * minuteMs, place: 2, deaths: 3 },
          ],
        },
      ],
      current: {
        from: noon + hourMs + 10 * minuteMs,
        players: [
          { player: 'ann', ms: 0 },
          { player: 'bob', ms: 0 },
        ],
      },
      board: [
        { player: 'ann', ms: 10 * minuteMs, stories: 1, wins: 1, kills: 3 },
        { player: 'bob', ms: 10 * minuteMs, stories: 1, deaths: 3 },
      ],
    })
    expect(room.news.at(-1)).toEqual({
      kind: 'story',
      text: 'ann won: ann (10 min, 3 kills); bob (10 min, 3 deaths)',
    })
  })

  it('is not stored if nobody has done anything, and does not end at midnight', async () => {
    const room = await StoryRoom.open('results')
    const ann = room.join('ann')
    room.announce(ann, won({ player: 'ann', place: 1, kills: 0 }))
    room.pass(3 * dayMs)
    room.leave(ann)
    expect(room.stories.read(0).stories).toEqual([])
  })

  it('is kept, with its picture, while it is one of the last 100', async () => {
    const room = await StoryRoom.open('results')
    room.picture = { width: 480, height: 270, rgb: new Uint8Array(480 * 270 * 3).fill(77) }
    const ann = room.join('ann')
    for (let i = 1; i <= 130; i++) {
      room.pass(minuteMs)
      room.announce(ann, won({ player: 'ann', place: 1, goals: 1 }))
    }
    room.restart()
    const { stories, board } = room.stories.read(0)
    expect(stories.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, i) => 130 - i))
    expect(stories.every(({ isDrawn }) => isDrawn)).toBe(true)
    expect(room.stories.picture(31)).toMatchObject({ width: 240, height: 135 })
    expect(room.stories.picture(130)!.rgb.every((value) => value === 77)).toBe(true)
    for (const number of [30, 131, 0]) expect(room.stories.picture(number)).toBeUndefined()
    expect(board).toMatchObject([{ player: 'ann', stories: 130, wins: 130, goals: 130 }])
    expect(room.stories.read(128).stories.map(({ number }) => number)).toEqual([130, 129])
    room.harness.context.meta = { ...room.harness.context.meta!, watching: 'off' }
    expect(room.stories.picture(130)).toBeUndefined()
  })
})

describe('a stored story', () => {
  it('is written with the event, and survives a restart', async () => {
    const room = await StoryRoom.open()
    const ann = room.join('ann')
    room.pass(hourMs)
    room.announce(ann, killed('ann', 'bob'))
    room.restart()
    expect(room.stories.read(0).current).toMatchObject({
      players: [
        { player: 'ann', kills: 1 },
        { player: 'bob', deaths: 1 },
      ],
    })
  })

  it('contains no change of a transaction that could not be written', async () => {
    const room = await StoryRoom.open('results')
    const ann = room.join('ann')
    room.pass(hourMs)
    const before = room.stories.read(0)
    room.disk.isFull = true
    room.announce(ann, won({ player: 'ann', place: 1, goals: 1 }))
    expect(room.stories.read(0)).toEqual(before)
    room.disk.isFull = false
  })

  it('has at most 100 players, as the board has, and their names lose control characters', async () => {
    const room = await StoryRoom.open('results')
    const ann = room.join('ann')
    room.announce(ann, {
      kind: 'level',
      text: 'all',
      counts: Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`p${i}`, { levels: 1 }])),
    })
    expect(room.stories.read(0).current!.players).toHaveLength(100)
    const players = Array.from({ length: 300 }, (_, i) => ({ player: `p${i}\n\ud800`, checks: 1 }))
    room.announce(ann, won(...players))
    const { stories, board } = room.stories.read(0)
    expect(stories[0]).toMatchObject({ more: 200, players: expect.objectContaining({ length: 100 }) })
    expect(stories[0]!.players[0]!.player).toBe('p0')
    expect(board).toHaveLength(100)
  })

  it('has pseudonyms for erased players, and keeps the playing time of players who are still connected', async () => {
    const room = await StoryRoom.open('results')
    const ann = room.join('ann')
    room.pass(minuteMs)
    room.announce(ann, won({ player: 'ann', place: 1, kills: 2 }, { player: 'joanna', place: 2, kills: 1 }))
    room.announce(ann, killed('joanna', 'ann'))
    room.harness.context.roomLog.write()
    const { records } = room.harness
    const inText = (text: string) => text.replace(/\bann\b/, 'Exab')
    const changes = Array.from(
      records.list('story/'),
      ([key, value]) =>
        [key, renameInStoryRecord(value, (name) => (name === 'ann' ? 'Exab' : name), inText)] as const,
    )
    records.write(new Map(changes))
    room.harness.context.events.emit('recordsRewritten')
    room.pass(minuteMs)
    const { stories, board, current } = room.stories.read(0)
    expect(stories[0]).toMatchObject({
      title: 'Exab won',
      players: [{ player: 'Exab', kills: 2 }, { player: 'joanna' }],
    })
    expect(board.map(({ player }) => player)).toEqual(['Exab', 'joanna'])
    expect(current!.players).toMatchObject([
      { player: 'ann', ms: minuteMs },
      { player: 'Exab', deaths: 1 },
      { player: 'joanna', kills: 1 },
    ])
  })
})
