import { beforeEach, describe, expect, it } from 'vitest'
import type { Directory } from '../../../durable-objects/directory/directory.ts'
import { type SeriesEntry, seriesKeyDigest } from '../../../durable-objects/model/series.ts'
import type { BoardRow } from '../../../durable-objects/model/story.ts'
import type { Game } from '../../../games/game.ts'
import { announcementOf } from '../../announcement.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import type { SqliteDisk } from '../../simulator/platform/sqlite-disk.ts'
import { memoryDirectory } from '../memory-directory.ts'

const yearMs = 365 * 24 * 60 * 60 * 1000
const series = 'tally/cup'
const key = 'a-key-of-the-cup'
const address = '203.0.113.5'

let now: number
let disk: SqliteDisk
let directory: Directory
let logged: readonly string[]

beforeEach(() => {
  now = 1_000_000
  ;({ directory, disk, logged } = memoryDirectory([tally as Game], () => now))
})

const row = (player: string, kills: number, more: Partial<BoardRow> = {}): BoardRow => ({
  ...{ player, ms: 60_000, stories: 1, kills },
  ...more,
})
const ann = row('ann', 3)

interface Announced extends Partial<Omit<SeriesEntry, 'rows'>> {
  readonly rows?: readonly BoardRow[]
  readonly generation?: number
}

/**
 * Announces the room. If the Directory then requests the room's rows, announces the room again with these rows. Returns
 * the last answer.
 */
async function announce(room: string, { rows = [ann], generation = 1, ...announced }: Announced = {}) {
  const entry: SeriesEntry = {
    ...{ id: `id of ${room}`, name: 'cup', key: seriesKeyDigest(key), digest: JSON.stringify(rows) },
    ...announced,
  }
  const send = (one: SeriesEntry) =>
    directory.announce(
      announcementOf({ room, generation, title: room, options: { series: one.name }, series: one }),
      now,
    )
  const answer = await send(entry)
  return typeof answer === 'object' && 'series' in answer && answer.series === 'rows'
    ? send({ ...entry, rows })
    : answer
}

const leave = (room: string, generation = 1) =>
  directory.announce(announcementOf({ room, generation, title: room }), now)
const remove = (room: string) => directory.removeRoom(`tally/${room}`, 1)
const killsIn = async (of = series) =>
  Object.fromEntries(
    ((await directory.readSeries(of))?.board ?? []).map(({ player, kills }) => [player, kills]),
  )
const roomsIn = async (of = series) => ((await directory.readSeries(of))?.rooms ?? []).map(({ name }) => name)
const changes = () => [...disk.exec<{ n: number }>('SELECT total_changes() AS n')][0]!.n

describe('the board of a series', () => {
  it('adds up the counts of each player in all its rooms, and lists the best player first', async () => {
    await announce('north', { rows: [row('bob', 9), row('ann', 3, { wins: 1, deaths: 2 })] })
    await announce('south', { rows: [row('ann', 4, { wins: 1 })] })
    expect(await directory.readSeries(series)).toEqual({
      rooms: [
        { name: 'tally/north', title: 'north' },
        { name: 'tally/south', title: 'south' },
      ],
      board: [
        { player: 'ann', ms: 120_000, stories: 2, kills: 7, deaths: 2, wins: 2 },
        { player: 'bob', ms: 60_000, stories: 1, kills: 9 },
      ],
    })
  })

  it('contains the rooms of one game', async () => {
    await announce('north')
    expect(await directory.readSeries('soaprun/cup')).toBeUndefined()
  })

  it('is written once when the rows of a room change, and not otherwise', async () => {
    await announce('north')
    const before = changes()
    await announce('north')
    expect(changes()).toBe(before)
    await announce('north', { rows: [row('ann', 5)] })
    expect(changes()).toBe(before + 1)
    expect(await killsIn()).toEqual({ ann: 5 })
  })

  it('keeps the rows of a room that cannot read its board', async () => {
    await announce('north')
    const { digest: _, ...unread } = { id: 'id of north', name: 'cup', key: seriesKeyDigest(key), digest: '' }
    await directory.announce(announcementOf({ room: 'north', title: 'x', series: unread }), now)
    expect(await killsIn()).toEqual({ ann: 3 })
  })

  it.each<[change: string, announced: Announced | undefined, kills: object]>([
    ['leaves the series', undefined, {}],
    ['joins another series', { name: 'league' }, {}],
    ['becomes private, which empties its rows', { rows: [] }, {}],
    ['has other rows', { rows: [row('bob', 1)] }, { bob: 1 }],
  ])('changes if a room %s', async (_change, announced, kills) => {
    await announce('north')
    if (announced) await announce('north', announced)
    else await leave('north')
    expect(await killsIn()).toEqual(kills)
  })

  it('reports damaged rows, counts the others, and gets the damaged ones again from their room', async () => {
    await announce('north')
    await announce('south', { rows: [row('bob', 1)] })
    disk.exec("UPDATE series_board SET rows = '[{' WHERE room = 'tally/north'")
    expect(await directory.readSeries(series)).toEqual({
      rooms: [
        { name: 'tally/north', title: 'north', isDamaged: true },
        { name: 'tally/south', title: 'south' },
      ],
      board: [row('bob', 1)],
    })
    expect(logged.join()).toContain('series rows unreadable')
    await announce('north')
    expect(await killsIn()).toEqual({ ann: 3, bob: 1 })
  })
})

describe('a room joins a series', () => {
  it.each<[title: string, announced: Announced, answer: unknown]>([
    ['with the key of the first room of the series', {}, undefined],
    ['not with another key', { key: seriesKeyDigest('another long key') }, { series: 'other-key' }],
    ['not without a key', { key: '' }, { series: 'other-key' }],
    ['not with the stories of a room in the series', { id: 'id of north' }, { series: 'copy' }],
  ])('%s', async (_title, announced, answer) => {
    await announce('north')
    expect(await announce('south', announced)).toEqual(answer)
    expect(await roomsIn()).toEqual(answer ? ['tally/north'] : ['tally/north', 'tally/south'])
  })

  it('only if the first room of the series has a key', async () => {
    await announce('north', { key: '' })
    expect(await announce('south', { key: '' })).toEqual({ series: 'other-key' })
  })

  it('only as one of the first 50 rooms of the series', async () => {
    for (let n = 1; n <= 50; n++) expect(await announce(`room-${n}`)).toBeUndefined()
    expect(await announce('room-51')).toEqual({ series: 'full' })
    expect(await announce('room-50', { rows: [row('bob', 1)] })).toBeUndefined()
  })

  it('only until the first room changes the key of the series; with the new key it joins again', async () => {
    await announce('north')
    await announce('south', { rows: [row('bob', 1)] })
    await announce('past', { rows: [row('cal', 1)] })
    await remove('past')
    const key = seriesKeyDigest('the second long key')
    await announce('north', { key })
    expect(await announce('south', { rows: [row('bob', 1)] })).toEqual({ series: 'other-key' })
    expect(await killsIn()).toEqual({ ann: 3, cal: 1 })
    expect(await announce('south', { key, rows: [row('bob', 1)] })).toBeUndefined()
    expect(await killsIn()).toEqual({ ann: 3, bob: 1, cal: 1 })
  })
})

describe('a deleted room', () => {
  it('stays on the board, until two years after its last change', async () => {
    await announce('north')
    await remove('north')
    now += 2 * yearMs
    await announce('south', { rows: [row('bob', 1)] })
    expect(await directory.readSeries(series)).toMatchObject({
      rooms: [{ name: 'tally/north' }, { name: 'tally/south', title: 'south' }],
      board: [row('ann', 3), row('bob', 1)],
    })
    now++
    await announce('east', { rows: [] })
    expect(await killsIn()).toEqual({ bob: 1 })
  })

  it('without players on the board leaves nothing, so the name of the series is free', async () => {
    await announce('north', { rows: [] })
    await remove('north')
    expect(await directory.readSeries(series)).toBeUndefined()
  })

  it('counts only once after it was restored in a later generation', async () => {
    await announce('north')
    await remove('north')
    await announce('north', { generation: 2, rows: [row('ann', 4)] })
    expect(await killsIn()).toEqual({ ann: 4 })
  })

  it('counts in addition to a later room of its name, and stays when the later room leaves the series', async () => {
    await announce('north')
    await remove('north')
    await announce('north', { id: 'another', generation: 2 })
    expect(await killsIn()).toEqual({ ann: 6 })
    await leave('north', 2)
    expect(await directory.readSeries(series)).toEqual({ rooms: [{ name: 'tally/north' }], board: [ann] })
  })
})

describe('the rows of deleted rooms', () => {
  beforeEach(async () => {
    for (const room of ['north', 'south', 'here']) await announce(room, { rows: [ann, row('bob', 1)] })
    for (const room of ['north', 'south']) await remove(room)
  })

  it.each<[what: string, erased: Parameters<Directory['eraseFromSeries']>[1], rooms: number, kills: object]>([
    ['the rows of one room', { room: 'tally/north' }, 1, { ann: 6, bob: 2 }],
    ['the rows of one player', { player: 'ann' }, 2, { ann: 3, bob: 3 }],
    ['no rows of a player without rows', { player: 'cal' }, 0, { ann: 9, bob: 3 }],
    ['no rows of a room that exists', { room: 'tally/here' }, 0, { ann: 9, bob: 3 }],
  ])('are erased for the site and for the key of the series: %s', async (_what, erased, rooms, kills) => {
    expect(await directory.eraseFromSeries(series, erased, { token: key, address })).toBe(rooms)
    expect(await killsIn()).toEqual(kills)
    expect(await directory.eraseFromSeries(series, erased)).toBe(0)
  })

  it('that are damaged are erased together with the rows of any player', async () => {
    disk.exec("UPDATE series_board SET rows = '[{' WHERE room = 'tally/north'")
    expect(await directory.eraseFromSeries(series, { player: 'ann' })).toBe(2)
    expect(await roomsIn()).toEqual(['tally/south', 'tally/here'])
  })

  it('cannot be erased with another key, and keys can be guessed only a few times', async () => {
    const guess = (token: string) => directory.eraseFromSeries(series, { player: 'ann' }, { token, address })
    for (let n = 0; n < 10; n++) expect(await guess(`guess ${n}`)).toEqual({ wrongToken: true, waitMs: 0 })
    expect(await guess(key)).toMatchObject({ wrongToken: true, waitMs: expect.any(Number) })
    expect(await killsIn()).toEqual({ ann: 9, bob: 3 })
    expect(await directory.eraseFromSeries('tally/none', { player: 'ann' })).toBeUndefined()
  })
})
