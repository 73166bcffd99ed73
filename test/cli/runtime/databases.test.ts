import { createHash, createHmac } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { repairDatabases } from '../../../cli/runtime/databases.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** The path of an object's database, computed as the runtime computes it. */
function fileOf(folder: string, key: string, name: string): string {
  const secret = createHash('sha256').update(key).digest()
  const signed = (data: Buffer | string) => createHmac('sha256', secret).update(data).digest().subarray(0, 16)
  const first = signed(name)
  return join(folder, key, `${Buffer.concat([first, signed(first)]).toString('hex')}.sqlite`)
}

function worlds() {
  const path = temporaryFolder()
  const [directory, rooms] = [join(path, 'Directory'), join(path, 'Room')]
  for (const folder of [directory, rooms]) mkdirSync(folder)
  return { path, directory, rooms, list: fileOf(path, 'Directory', 'directory') }
}

function writeDatabase(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

const roomList = (...names: readonly string[]) =>
  `CREATE TABLE room (name TEXT); INSERT INTO room VALUES ${names.map((name) => `('${name}')`).join()}`

test('a Directory database that cannot be opened but is not damaged stays in place, and the error names the file', () => {
  const { directory, rooms, list } = worlds()
  // The tests use a folder in place of a database that the process may not read, because SQLite reports the same error.
  mkdirSync(list)
  expect(() => repairDatabases({ directory, rooms })).toThrow(`cannot open ${list}`)
  expect(readdirSync(directory)).toHaveLength(1)
})

test('a damaged Directory database is renamed, and a valid one with a WAL is read', () => {
  const { directory, rooms, list } = worlds()
  writeFileSync(list, 'spoilt, '.repeat(1000))
  expect(repairDatabases({ directory, rooms }).warnings).toEqual([expect.stringContaining(`${list}.damaged`)])
  const database = new DatabaseSync(list)
  database.exec(`PRAGMA journal_mode = WAL; ${roomList('soaprun/pier')}`)
  expect(repairDatabases({ directory, rooms })).toMatchObject({ missing: ['soaprun/pier'] })
  database.close()
})

test('an empty or missing database is renamed together with its WAL, because opening the database would delete the WAL', () => {
  const { path, directory, rooms, list } = worlds()
  writeDatabase(list, roomList('soaprun/pier', 'soaprun/attic'))
  const files = ['soaprun/pier', 'soaprun/attic', 'soaprun/unlisted'].map((name) =>
    fileOf(path, 'Room', name),
  )
  for (const file of files) writeFileSync(`${file}-wal`, 'all that is left')
  for (const file of [files[0]!, files[2]!]) writeFileSync(file, '')
  const { missing, warnings } = repairDatabases({ directory, rooms })
  expect([missing, warnings.length]).toEqual([['soaprun/pier', 'soaprun/attic'], 3])
  for (const file of files) expect(readFileSync(`${file}.damaged-wal`, 'utf8')).toBe('all that is left')
})

test('a room database that cannot be opened but is not damaged stays in place and blocks no other room', () => {
  const { path, directory, rooms, list } = worlds()
  writeDatabase(list, roomList('soaprun/pier'))
  const file = fileOf(path, 'Room', 'soaprun/pier')
  mkdirSync(file)
  expect(repairDatabases({ directory, rooms })).toEqual({
    unlisted: [],
    withoutAlarm: [],
    missing: ['soaprun/pier'],
    warnings: [expect.stringMatching(/soaprun\/pier cannot be opened \(unable to open/)],
  })
  expect(readdirSync(rooms)).toHaveLength(1)
})

test('if the runtime’s metadata of the class is missing, rooms with data are reported as rooms without alarms', () => {
  const { path, directory, rooms, list } = worlds()
  writeDatabase(list, roomList('soaprun/pier', 'soaprun/attic'))
  writeDatabase(fileOf(path, 'Room', 'soaprun/pier'), 'CREATE TABLE record (key TEXT)')
  expect(repairDatabases({ directory, rooms }).withoutAlarm).toEqual(['soaprun/pier'])
  writeFileSync(join(rooms, 'metadata.sqlite'), '')
  expect(repairDatabases({ directory, rooms }).withoutAlarm).toEqual([])
})
