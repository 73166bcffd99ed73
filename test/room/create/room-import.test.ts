// Export files with records that no build has written. Each import either succeeds or is refused with a reason, and the
// site keeps running. The files are stored rooms of every game with mutated records.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Platform } from '../../../durable-objects/platform/platform.ts'
import { systemSecrets } from '../../../durable-objects/platform/secrets.ts'
import { validateImport } from '../../../durable-objects/room/create/room-import.ts'
import type { StoredValue } from '../../../durable-objects/storage/records.ts'
import type { Game } from '../../../games/game.ts'
import { games } from '../../../games/index.ts'
import about from '../../../package.json' with { type: 'json' }
import { decodeBase64 } from '../../../wire/util/base64.ts'
import { memoryRecords } from '../../memory-records.ts'
import { assertProperty } from '../../property.ts'
import { SimulatedClock } from '../../simulated-clock.ts'
import { storedGames } from '../../state/stored-games.ts'

const folder = resolve(import.meta.dirname, '../../state', about.version)

/** A game, and the first line and the records of its stored room, each of which has one part. */
function storedRoom(slug: string) {
  const text = gunzipSync(readFileSync(resolve(folder, `${slug}.packetboat`))).toString('utf8')
  const [firstLine, ...lines] = text.trim().split('\n')
  const records = lines.slice(0, -1).map((line): [key: string, value: StoredValue] => {
    const { key, text, bytes } = JSON.parse(line)
    return [key, text ?? decodeBase64(bytes)]
  })
  const game = games.find((one) => one.slug === slug)!
  return { game, head: JSON.parse(firstLine!) as ExportHead, records }
}

type ExportHead = Parameters<typeof validateImport>[1]

function importAnswer(
  game: Game,
  head: ExportHead,
  records: Iterable<readonly [key: string, value: StoredValue]>,
  log: Platform['log'] = () => {},
) {
  const table = memoryRecords()
  table.write(new Map(records))
  return validateImport(game, head, { clock: new SimulatedClock(), secrets: systemSecrets, log }, table)
}

/** The position of a mutation (modulo the length), and the new content. */
const alteration = fc.record({
  record: fc.nat(),
  path: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
  value: fc.constantFrom<unknown>(
    ...[-1, 0, 0.5, 255, 65_536, 2 ** 31, 2 ** 32, 1e9, 1e15, 1e308, -1e308],
    ...[null, true, '', 'x', '-1', '__proto__', 'x'.repeat(5000), [], {}, [null], [[]]],
    ...[{ length: 1e9 }, new Array(2000).fill(0)],
  ),
  how: fc.constantFrom('is', 'is', 'is', 'grows', 'is gone', 'is of another kind', 'is called otherwise'),
})
type Alteration = typeof alteration extends fc.Arbitrary<infer A> ? A : never

function alteredJson(json: unknown, [at = 0, ...path]: readonly number[], value: unknown): unknown {
  if (typeof json !== 'object' || json === null) return value
  const keys = Object.keys(json)
  const key = keys[at % keys.length]
  if (key === undefined) return value
  const inner = path.length === 0 ? value : alteredJson((json as Record<string, unknown>)[key], path, value)
  return Array.isArray(json) ? json.with(Number(key), inner) : { ...json, [key]: inner }
}

function alteredBytes(bytes: Uint8Array, path: readonly number[], value: unknown): Uint8Array {
  if (value === null) return bytes.slice(0, path[0]! % (bytes.length + 1))
  const altered = bytes.slice()
  for (const at of path) altered[at % altered.length] = Number(value)
  return altered
}

function alter(records: Map<string, StoredValue>, { record, path, value, how }: Alteration): void {
  const keys = [...records.keys()].filter((key) => key.startsWith('game/'))
  const key = keys[record % keys.length]
  // An earlier mutation has deleted the game's only record, such as the address key of a LAN.
  if (key === undefined) return
  const was = records.get(key)!
  if (how === 'is' && typeof was === 'string')
    records.set(key, JSON.stringify(alteredJson(JSON.parse(was), path, value)))
  else if (how === 'is') records.set(key, alteredBytes(was as Uint8Array, path, value))
  else if (how === 'grows' && typeof was === 'string') {
    const json: unknown = JSON.parse(was)
    const many = Array.isArray(json) ? Array.from({ length: 500 }, () => json).flat() : [json, json]
    records.set(key, JSON.stringify(many))
  } else if (how === 'grows')
    records.set(key, Uint8Array.from([...(was as Uint8Array), ...(was as Uint8Array)]))
  else if (how === 'is gone') records.delete(key)
  else if (how === 'is of another kind')
    records.set(key, typeof was === 'string' ? Uint8Array.of(1, 2) : '{}')
  else records.set(key.replace(/[^/]*$/, `${path[0]}`), was)
}

test.for(storedGames(about.version).map((game) => [game.slug, game] as const))(
  '[EXPORT-6] altered records of %s are either accepted or refused with a reason',
  ([slug, game]) => {
    const { head, records } = storedRoom(slug)
    const answerTo = (alterations: readonly Alteration[]) => {
      const altered = new Map(records)
      for (const one of alterations) alter(altered, one)
      return importAnswer(game, head, altered)
    }
    expect(answerTo([])).toBeUndefined()
    // An endless loop would exceed the test's timeout.
    assertProperty(
      fc.property(fc.array(alteration, { minLength: 1, maxLength: 3 }), (alterations) => {
        const refused = answerTo(alterations)
        if (refused)
          expect(refused).toEqual({
            refused: { field: 'records', detail: `${slug} cannot open the records in the file` },
          })
      }),
      { numRuns: slug === 'arcane-sector' ? 20 : 60 },
    )
  },
)

test('[EXPORT-6] an import refuses impossible Soaprun boards and units off the board, which would cause endless loops', () => {
  const { game, head, records } = storedRoom('soaprun')
  const answerTo = (key: string, change: (was: unknown) => unknown) => {
    const altered = new Map(records)
    altered.set(key, JSON.stringify(change(JSON.parse(String(altered.get(key))))))
    return importAnswer(game, head, altered)
  }
  const refused = { refused: { field: 'records' } }
  const states = [{ y: 1e308 }, { x: -1 }, { type: 'Dragon' }, { status: 9 }, { wait: -1 }, { holder: null }]
  for (const wrong of states)
    expect(answerTo('game/units', withFirst(wrong)), JSON.stringify(wrong)).toMatchObject(refused)
  for (const wrong of [{ type: 'Dragon' }, { x: 1e308 }, { param: 'x' }, { switches: [{ x: 0 }] }])
    expect(answerTo('game/units/start', withFirst(wrong)), JSON.stringify(wrong)).toMatchObject(refused)
  for (const wrong of [{ width: 1e9 }, { height: 0.5 }, { width: 50_000, height: 50_000 }])
    expect(
      answerTo('game/map', (was) => Object.assign({}, was, wrong)),
      JSON.stringify(wrong),
    ).toMatchObject(refused)
})

test('[AP-9.5] [EXPORT-6] an import refuses data packages that differ from their checksums, because clients keep them for other rooms', () => {
  const { game, head, records } = storedRoom('archipelago')
  const answerTo = (key: string, change: (was: string) => string) => {
    const altered = new Map(records)
    altered.set(key, change(String(altered.get(key))))
    return importAnswer(game, head, altered)
  }
  const keys = records
    .map(([key]) => key)
    .filter((key) => /^game\/package(-groups)?\/[0-9a-f]{40}$/.test(key))
  expect(keys.length).toBeGreaterThan(1)
  for (const key of keys) {
    expect(answerTo(key, (was) => was)).toBeUndefined()
    for (const [from, to] of [
      // The value is a JSON text in a JSON string.
      ['{\\"', '{\\"x'],
      [/\}"$/, ',\\"x\\":1}"'],
    ] as const)
      expect(
        answerTo(key, (was) => was.replace(from, to)),
        key,
      ).toMatchObject({ refused: { field: 'records' } })
  }
  const withoutChecksums = (was: string) => was.replaceAll(/"checksum":"[0-9a-f]{40}"/g, '"checksum":null')
  expect(answerTo('game/seed', withoutChecksums)).toMatchObject({ refused: { field: 'records' } })
})

const withFirst = (wrong: object) => (was: unknown) =>
  (was as object[]).map((unit, at) => (at === 0 ? { ...unit, ...wrong } : unit))

const longId = '9'.repeat(16)
test.each<[key: string, field: string | undefined, value?: unknown]>([
  ['ban/x', 'bans'],
  ['mute/x', 'mutes'],
  ['report/x', 'reports'],
  ['story/x', 'stories'],
  ['history/x', 'history'],
  ['history/index', 'history', { since: 9e15, rows: [] }],
  ['history/index', 'history', { since: 0, rows: [[9e15, 0, 0]] }],
  ['film/00000', 'film'],
  ['clip/AAAAAAAAAAAAAAAA', 'clips'],
  [`ban/${longId}`, 'bans', { id: longId, of: { name: 'Bob' }, since: 0, until: 1, reason: '' }],
  ['log/00', 'log', { from: 1, lines: [[1, 0, 'act', 'x', '', 'more']] }],
  ['story/picture/x', 'stories'],
  ['story/picture/00', undefined],
])(
  "[EXPORT-6] an import refuses a record of the room's own only if the record is invalid (%s: %s)",
  (key, field, value) => {
    const { game, head, records } = storedRoom('soaprun')
    const record = [key, value === undefined ? Uint8Array.of(1) : JSON.stringify(value)] as const
    expect(importAnswer(game, head, [...records, record])).toEqual(
      field && {
        refused: { field, detail: expect.stringMatching(`^${key} in the file is not a valid record of `) },
      },
    )
  },
)

test('[EXPORT-6] an import continues if the game’s picture fails, and is refused if a view fails; both failures are logged', () => {
  const { game, head, records } = storedRoom('soaprun')
  const failing = (): never => {
    throw new Error('there is no colour 7')
  }
  const answerTo = (more: object) => {
    const logged: string[] = []
    const log = (level: string, line: string) => void logged.push(`${level} ${line}`)
    return { answer: importAnswer({ ...game, ...more }, head, records, log), logged }
  }
  const cause = [expect.stringMatching(/^warn .*there is no colour 7/)]
  expect(answerTo({ drawPicture: failing })).toEqual({ answer: undefined, logged: cause })
  expect(answerTo({ publicState: failing })).toEqual({
    answer: { refused: { field: 'records', detail: 'soaprun cannot open the records in the file' } },
    logged: cause,
  })
  const full = () => {
    throw new Error('database or disk is full: SQLITE_FULL')
  }
  expect(() => answerTo({ publicState: full })).toThrow('SQLITE_FULL')
})

test.each([
  ['ban/', 'bans', { of: { name: 'Bob' }, since: 0, until: 1, reason: '' }],
  ['mute/', 'mutes', { of: { name: 'Bob' }, since: 0, until: 1, reason: '' }],
  [
    'report/',
    'reports',
    {
      at: 0,
      by: { id: 'a', name: '', address: '::' },
      of: { id: 'b', name: '', address: '::' },
      reason: '',
      lines: [],
    },
  ],
])('[EXPORT-6] an import refuses more records of %s than a room keeps', (prefix, field, value) => {
  const most = 1000
  const { game, head, records } = storedRoom('soaprun')
  const answerTo = (count: number) => {
    const ids = Array.from({ length: count }, (_, at) => String(at + 1))
    const added = ids.map((id) => [prefix + id, JSON.stringify({ id, ...value })] as const)
    return importAnswer(game, head, [...records, ...added])
  }
  expect(answerTo(most)).toBeUndefined()
  expect(answerTo(most + 1)).toEqual({
    refused: { field, detail: `the file has more than ${most} records of ${field}` },
  })
})
