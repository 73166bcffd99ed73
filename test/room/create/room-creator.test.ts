import { describe, expect, it } from 'vitest'
import { newSha256, systemSecrets } from '../../../durable-objects/platform/secrets.ts'
import { RoomCreator } from '../../../durable-objects/room/create/room-creator.ts'
import { sqlRecords } from '../../../durable-objects/storage/records.ts'
import type { Game } from '../../../games/game.ts'
import { ExportWriter } from '../../../wire/export/room-export.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import { tally } from '../../fixtures/tally-game/index.ts'
import { testContext } from '../../room-context.ts'
import { SqliteDisk } from '../../simulator/platform/sqlite-disk.ts'

const rows = 10_000

function longFile(): Uint8Array {
  const writer = new ExportWriter(newSha256())
  const key = (n: number) => `game/of/${String(n).padStart(6, '0')}`
  const head = writer.head({ game: 'tally' })
  const lines = Array.from({ length: rows }, (_, n) => writer.part({ key: key(n), part: 0, value: '1' }))
  return concatBytes([head, ...lines, writer.end()])
}

function empty() {
  const disk = new SqliteDisk()
  const sql = disk.sql
  const table = sqlRecords(sql, (body) => disk.transaction(body))
  const countRows = () => Number([...sql.exec<{ n: number }>('SELECT count(*) AS n FROM record')][0]!.n)
  /** The number of rows in the database at each pause of the import. */
  const seen: number[] = []
  let cleared = 0
  const clock = {
    now: () => 0,
    after(_: number, act: () => void) {
      seen.push(countRows())
      queueMicrotask(act)
    },
  }
  const context = testContext({
    clock: { ...clock, soon: queueMicrotask } as unknown as Clock,
    platform: { secrets: systemSecrets },
    disk: {
      ...{ sql, transaction: (body) => disk.transaction(body) },
      clear: async () => void cleared++,
    },
  })
  const creator = new RoomCreator(context, table, false)
  const importFile = (file: Uint8Array) =>
    creator.create(tally as Game, {
      ...{ game: 'tally', room: 'long', generation: 1, title: 'Long', status: 'open', comments: [] },
      ...{ createdAt: '2026-11-23T00:00:00.000Z', options: {}, listen: [], version: tally.version },
      body: (async function* () {
        yield file
      })(),
      maxUnpackedBytes: 1e8,
    })
  return { importFile, seen, countRows, cleared: () => cleared }
}

describe('[EXPORT-7] the import of a long file', () => {
  it('pauses after each 4,096 rows and results in a room', async () => {
    const { importFile, seen, countRows, cleared } = empty()
    expect(await importFile(longFile())).toMatchObject({ meta: { room: 'long' }, warnings: [] })
    // Until the import is complete, the room also has records about the import.
    expect(seen.length).toBe(2)
    expect(seen[1]! - seen[0]!).toBe(4096)
    expect([countRows(), cleared()]).toEqual([rows + 1, 0])
  })

  it('leaves no records if the file is truncated, though most of it was written', async () => {
    const { importFile, seen, cleared } = empty()
    expect(await importFile(longFile().slice(0, -20))).toMatchObject({ refused: { field: 'file' } })
    expect([seen.length, cleared()]).toEqual([2, 1])
  })
})
