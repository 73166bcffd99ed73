// A film consists of the messages that spectators receive. A crash loses only its last seconds, and recording never
// delays the room.
import { describe, expect, it } from 'vitest'
import type { Platform } from '../../../durable-objects/platform/platform.ts'
import { FilmRecorder } from '../../../durable-objects/room/film/film-recorder.ts'
import { FilmStore, filmCompression, filmKeyPrefix } from '../../../durable-objects/storage/film-store.ts'
import type { RecordTable } from '../../../durable-objects/storage/records.ts'
import type { Game } from '../../../games/game.ts'
import { decodeFilmSegment, type FilmSegment } from '../../../wire/film/film-segment.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { memoryRecords } from '../../memory-records.ts'
import { testContext } from '../../room-context.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

/** A clock that advances by a millisecond at each reading, as Node's clock advances during work. */
class BusyClock extends SimulatedClock {
  override now(): number {
    this.setForward(1)
    return super.now()
  }
}

/** A spectator feed that counts. A snapshot is `["is N"]`, and a change is `["N"]`. */
class Stage {
  clock = new SimulatedClock()
  readonly records: RecordTable = memoryRecords()
  fails = false
  writes = 0
  readonly logged: string[] = []
  /** The platform's compression, if the platform has one. */
  deflate: Platform['deflate']
  #count = 0
  recorder!: FilmRecorder

  constructor() {
    this.restart()
  }

  restart(): void {
    const table: RecordTable = {
      ...this.records,
      write: (changes) => {
        if (this.fails) throw new Error('the disk is full')
        this.writes++
        this.records.write(changes)
      },
    }
    const context = testContext({
      game: tally as Game,
      options: { film: true },
      clock: this.clock,
      platform: {
        ...(this.deflate && { deflate: this.deflate }),
        log: (_level, line) => void this.logged.push(line),
      },
    })
    this.recorder = new FilmRecorder(context, new FilmStore(table))
  }

  /** Makes `times` changes, and advances time by `ms` after each. */
  change(times: number, ms: number, isEmpty = false): void {
    for (let n = 0; n < times; n++) {
      this.#count++
      this.recorder.record(`["${this.#count}"]`, () => `["is ${this.#count}"]`, isEmpty)
      this.clock.pass(ms)
    }
  }

  get segments(): FilmSegment[] {
    return [...this.records.list(filmKeyPrefix)]
      .map(([, value]) => decodeFilmSegment(value as Uint8Array, filmCompression))
      .sort((a, b) => a.start - b.start)
  }

  get shown(): string[] {
    return this.segments.flatMap(({ messages }) =>
      messages.map(({ message }) => JSON.parse(String(message))[0]),
    )
  }
}

describe('a film', () => {
  it('is stored every ten seconds, with a snapshot every minute, and contains every change once', () => {
    const stage = new Stage()
    stage.change(1800, 100)
    const { segments } = stage
    expect(stage.writes).toBe(18)
    expect(segments.map(({ start, end }) => end - start)).toEqual([60_000, 60_000, 50_000])
    expect(segments.map(({ messages }) => messages.filter(({ isSnapshot }) => isSnapshot).length)).toEqual([
      1, 1, 1,
    ])
    const changes = stage.shown.filter((one) => !one.startsWith('is'))
    expect(changes).toEqual(Array.from({ length: changes.length }, (_, n) => `${n + 2}`))
    expect(stage.shown.filter((one) => one.startsWith('is'))).toEqual(['is 1', 'is 601', 'is 1201'])
  })

  it('has segments that follow each other without a gap, so that a player needs no snapshot to continue', () => {
    const stage = new Stage()
    stage.change(1400, 100)
    const [one, two, three] = stage.segments
    expect([one!.end, two!.end]).toEqual([two!.start, three!.start])
    expect(one!.messages.at(-1)!.message).toBe('["601"]')
  })

  it('has no gaps and starts with its snapshot, even if the clock advances while it records', () => {
    const stage = new Stage()
    stage.clock = new BusyClock()
    stage.restart()
    stage.change(1400, 100)
    const { segments } = stage
    expect(segments.length).toBeGreaterThan(2)
    expect(segments.slice(1).map(({ start }) => start)).toEqual(segments.slice(0, -1).map(({ end }) => end))
    for (const { start, messages } of segments)
      expect(messages[0]).toMatchObject({ at: start, isSnapshot: true })
  })

  it('stores its last messages soon after the last change, and then has no timer', () => {
    const stage = new Stage()
    stage.change(15, 100)
    expect(stage.clock.armed).toBe(1)
    stage.clock.pass(12_500)
    expect(stage.shown.at(-1)).toBe('15')
    expect(stage.clock.armed).toBe(0)
  })

  it('of rare changes is written with each change, without a timer', () => {
    const stage = new Stage()
    for (let n = 0; n < 5; n++) {
      stage.change(1, 0)
      expect(stage.clock.armed).toBe(0)
      stage.clock.pass(15_000)
    }
    expect(stage.shown).toEqual(['is 1', '2', '3', '4', '5'])
  })

  it('is written at most six times a minute at any pace of changes, and has a snapshot at least every 100 seconds', () => {
    for (const ms of [100, 700, 2000, 3000, 7000, 11_000, 13_000]) {
      const stage = new Stage()
      stage.change(Math.ceil(600_000 / ms), ms)
      expect(stage.writes, `each ${ms} ms`).toBeLessThanOrEqual(61)
      for (const { start, end } of stage.segments) expect(end - start).toBeLessThanOrEqual(105_000)
    }
  })

  it('loses at most its open chunk in a crash, and starts with a snapshot afterwards', () => {
    const stage = new Stage()
    stage.change(155, 100)
    stage.restart()
    stage.change(30, 100)
    const [before, after] = stage.segments
    expect(before!.messages.at(-1)!.message).toBe('["101"]')
    expect(after!.messages[0]!.message).toBe('["is 156"]')
    expect(after!.start).toBeGreaterThan(before!.end)
  })

  it('stays in order if the clock was set back between two instances', () => {
    const stage = new Stage()
    stage.change(200, 100)
    stage.clock = new SimulatedClock(stage.clock.now() - 3_600_000)
    stage.restart()
    stage.change(200, 100)
    const [before, after] = stage.segments
    expect(after!.start).toBeGreaterThanOrEqual(before!.end)
    expect(after!.end - after!.start).toBe(10_000)
  })

  it('ends when the last player leaves, and continues when the next player joins', () => {
    const stage = new Stage()
    stage.change(3, 100)
    stage.change(4, 100, true)
    expect(stage.shown).toEqual(['is 1', '2', '3', '4'])
    expect(stage.clock.armed).toBe(0)
    stage.clock.pass(60_000)
    stage.change(1, 13_000)
    expect(stage.shown.at(-1)).toBe('is 8')
  })

  it('pauses when it cannot be stored, logs this, and throws no error', () => {
    const stage = new Stage()
    stage.change(1, 100)
    stage.fails = true
    stage.change(300, 100)
    expect(stage.logged).toHaveLength(1)
    expect(stage.logged[0]).toContain('the disk is full')
    stage.fails = false
    stage.change(300, 100)
    const [before, after] = stage.segments
    expect(before!.messages).toHaveLength(1)
    expect(after!.messages[0]!.isSnapshot).toBe(true)
  })
})

describe('a film that the platform compresses', () => {
  /**
   * A recorder whose platform has compressed a chunk for three seconds. `end` ends the compression, with an error if
   * `fails` is set.
   */
  function compressing() {
    const stage = new Stage()
    let end!: (fails?: boolean) => Promise<void>
    stage.deflate = (bytes) =>
      new Promise((resolve, reject) => {
        end = async (fails) => {
          if (fails) reject(new Error('no memory'))
          else resolve(filmCompression.deflate(bytes))
          await new Promise((soon) => setImmediate(soon))
        }
      })
    stage.restart()
    stage.change(130, 100)
    return { stage, end: (fails?: boolean) => end(fails) }
  }
  const shown = (to: number) => ['is 1', ...Array.from({ length: to - 1 }, (_, n) => `${n + 2}`)]

  it.each([
    ['when the compression is done', false],
    ['even if the compression fails', true],
  ])('is stored %s, up to the time when its chunk was due', async (_, fails) => {
    const { stage, end } = compressing()
    expect(stage.writes).toBe(1)
    stage.change(70, 100)
    await end(fails)
    expect(stage.shown.length % 100).toBe(1)
    expect(stage.shown).toEqual(shown(stage.shown.length))
    expect(stage.segments[0]!.end - stage.segments[0]!.start).toBe((stage.shown.length - 1) * 100)
  })

  it('is stored at once, and only once, if the recorder is flushed during the compression', async () => {
    const { stage, end } = compressing()
    stage.recorder.flush()
    expect(stage.shown).toEqual(shown(130))
    const { writes } = stage
    await end()
    expect([stage.writes, stage.shown]).toEqual([writes, shown(130)])
  })

  it('writes nothing if the room is deleted during the compression', async () => {
    const { stage, end } = compressing()
    const { writes } = stage
    stage.recorder.reset()
    await end()
    expect(stage.writes).toBe(writes)
  })
})
