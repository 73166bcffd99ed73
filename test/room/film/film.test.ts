import { describe, expect, it } from 'vitest'
import type { RoomMetadata } from '../../../durable-objects/room/context/room-metadata.ts'
import { Film } from '../../../durable-objects/room/film/film.ts'
import { toFilmMark } from '../../../durable-objects/room/film/film-marks.ts'
import { clipLimits } from '../../../durable-objects/storage/clip-store.ts'
import { filmCompression } from '../../../durable-objects/storage/film-store.ts'
import type { Game } from '../../../games/game.ts'
import { decodeClip } from '../../../wire/film/film-clip.ts'
import { decodeFilmSegment } from '../../../wire/film/film-segment.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { memoryRecords } from '../../memory-records.ts'
import { testContext } from '../../room-context.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

const visitor = '192.0.2.1'

/** A film of this many seconds, with ten messages a second, numbered from 0. */
function filmed(seconds: number, meta: Partial<RoomMetadata> = {}) {
  const clock = new SimulatedClock()
  const records = memoryRecords()
  const context = testContext({ game: tally as Game, options: { film: true }, meta, records, clock })
  const film = new Film(context, records, { runtime: undefined })
  const start = clock.now()
  for (let n = 0; n < seconds * 10; n++) {
    film.recorder.record(`["${n}"]`, () => `["is ${n}"]`, false)
    clock.pass(100)
  }
  return { film, context, records, clock, start }
}

const iso = (ms: number) => new Date(ms).toISOString()
const refused = (field: string, detail: RegExp) => ({
  refused: { field, detail: expect.stringMatching(detail) },
})

async function textsOf(film: Film, id: string): Promise<string[]> {
  const clip = decodeClip((await film.readClip(id))!)
  return clip.segments.flatMap((segment) =>
    decodeFilmSegment(segment, filmCompression).messages.map(({ message }) => JSON.parse(String(message))[0]),
  )
}

describe('a film', () => {
  it('is one part while no message is missing, and has another part after a gap', async () => {
    const { film, clock, start } = filmed(130)
    film.recorder.cut()
    clock.pass(60_000)
    film.recorder.record('["after"]', () => '["is after"]', false)
    film.recorder.flush()
    const { isOn, stretches } = (await film.readFilm(visitor)) as Exclude<
      Awaited<ReturnType<Film['readFilm']>>,
      undefined | { readonly refused: unknown }
    >
    expect(isOn).toBe(true)
    expect(stretches.map(({ from }) => from)).toEqual([iso(start), iso(clock.now())])
    expect(Date.parse(stretches[0]!.to)).toBe(start + 130_000)
  })

  it('can be read only by visitors who may watch the room', async () => {
    const off = filmed(20, { watching: 'off' })
    expect(off.context.isFilmed).toBe(false)
    expect(await off.film.readFilm(visitor)).toMatchObject(refused('film', /turned off watching/))
    expect(await off.film.readFilmSegment(off.start, visitor)).toMatchObject(refused('film', /turned off/))
    const { film, context, start } = filmed(20)
    expect(await film.readFilmSegment(start, visitor)).toBeInstanceOf(Uint8Array)
    context.bans.apply(context.bans.create({ address: visitor }, 60_000, '', new Map()))
    expect(await film.readFilmSegment(start, visitor)).toMatchObject(refused('film', /banned/))
  })
})

describe('a clip', () => {
  it('contains the film from the snapshot before its start to its end, and outlives the film', async () => {
    const { film, records, start } = filmed(100)
    const clip = await film.addClip(start + 65_000, start + 75_000)
    if (!clip || 'refused' in clip) throw new Error(JSON.stringify(clip))
    expect(clip).toMatchObject({ from: iso(start + 65_000), to: iso(start + 75_000) })
    for (const { key } of records.heads('film/', 0)) records.write(new Map([[key, undefined]]))
    const texts = await textsOf(film, clip.id)
    expect([texts[0], texts.at(-1)]).toEqual(['is 600', '750'])
    expect(await film.listClips()).toEqual([clip])
    expect(await film.deleteClip(clip.id)).toBe(true)
    expect([await film.readClip(clip.id), await film.deleteClip(clip.id)]).toEqual([null, false])
  })

  it('contains the last second, although it is not stored yet', async () => {
    const { film, clock, start } = filmed(5)
    const clip = await film.addClip(start, clock.now())
    expect(await textsOf(film, (clip as { readonly id: string }).id)).toHaveLength(50)
  })

  it('is refused with a reason if it is too long, outside of the film, or over the maximum number of clips', async () => {
    const { film, start } = filmed(100)
    expect(await film.addClip(start, start)).toMatchObject(refused('to', /not later/))
    expect(await film.addClip(start, start + 60_001)).toMatchObject(refused('to', /at most 60 s/))
    expect(await film.addClip(start - 9000, start - 1000)).toMatchObject(
      refused('from', /nothing of this time/),
    )
    for (let n = 0; n < clipLimits.maxClips; n++)
      expect(await film.addClip(start, start + 1000)).toHaveProperty('id')
    expect(await film.addClip(start, start + 1000)).toMatchObject(refused('clips', /delete one first/))
  })

  it('is not found by a wrong id, whatever characters it contains', async () => {
    const { film } = filmed(20)
    for (const id of ['', 'x', '../film/00000', 'A'.repeat(17), 'A'.repeat(16)])
      expect(await film.readClip(id)).toBeNull()
  })
})

it('a rewrite changes film, clips and messages that are not stored yet, and recording continues', async () => {
  const { film, records, clock, start } = filmed(65)
  const clip = (await film.addClip(start, start + 5000)) as { readonly id: string }
  film.recorder.record('["Alice"]', () => '["is Alice"]', false)
  for (const _ of film.rewriteFrames((frames) =>
    frames.map((one) => String(one).replaceAll(/Alice|is/g, 'X')),
  ));
  film.recorder.record('["later"]', () => '["is later"]', false)
  clock.pass(20_000)
  const all = records
    .heads('film/', 0)
    .flatMap(({ key }) => decodeFilmSegment(records.get(key) as Uint8Array, filmCompression).messages)
    .map(({ message }) => JSON.parse(String(message))[0])
  expect(all).toContain('X')
  expect(all.filter((text) => /Alice|is \d/.test(text))).toEqual([])
  expect(all).toContain('is later')
  expect((await textsOf(film, clip.id))[0]).toBe('X 0')
})

it.each([
  ['join', 'Ann (192.0.x.x) joined by tcp', 'Ann joined', 'join'],
  ['join', 'Ann (of 2) (2001:db8::x) joined by websocket', 'Ann (of 2) joined', 'join'],
  ['leave', 'Ann (192.0.x.x) left: idle for too long', 'Ann left', 'leave'],
  ['act', 'The host kicked Ann (192.0.x.x)', 'Ann was kicked', 'kick'],
  ['act', 'The host kicked a player at 192.0.x.x', 'A player was kicked', 'kick'],
  ['act', 'The host banned the address 192.0.x.x for 60 s', undefined, undefined],
  ['refusal', '192.0.x.x was rejected: banned', undefined, undefined],
  ['report', 'Ann (192.0.x.x) joined by tcp', 'Ann joined', 'report'],
  ['death', 'Ann was killed by Bob', 'Ann was killed by Bob', 'death'],
] as const)('a line of the timeline (%s: %s) becomes the mark: %s', (kind, text, shown, as) => {
  const time = '2026-11-28T09:30:00.000Z'
  const mark = toFilmMark({ number: 1, time, kind, text })
  expect(mark).toEqual(shown === undefined ? undefined : { time, kind: as, text: shown })
})
