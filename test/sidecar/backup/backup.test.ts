// Backups of a site into a folder: only changed rooms are downloaded, and an interruption at any point loses no
// existing backup.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createBackup, verifyBackups } from '../../../sidecar/backup/backup.ts'
import { BackupFolder } from '../../../sidecar/backup/backup-folder.ts'
import { BackupSchedule } from '../../../sidecar/backup/backup-schedule.ts'
import { createSiteClient, type SiteClient } from '../../../sidecar/backup/site-client.ts'
import { temporaryFolder } from '../../cli/temporary-folder.ts'
import { SimulatedClock } from '../../simulated-clock.ts'

const day = 24 * 60 * 60_000
const start = Date.parse('2026-11-23T00:00:00Z')

function fileOf(name: string, text: string): Buffer {
  const [game, room] = name.split('/')
  const lines = `${JSON.stringify({ packetboat: 'room', format: 1, game, room })}\n${JSON.stringify({ key: 'game/x', text })}\n`
  const sha256 = createHash('sha256').update(lines).digest('hex')
  return gzipSync(`${lines}${JSON.stringify({ parts: 1, sha256 })}\n`)
}

/** A fake site. The export of a room contains its text from `texts`; `fails` can throw for a request. */
class FakeSite implements SiteClient {
  readonly origin = 'https://play.test'
  readonly texts = new Map<string, string>()
  readonly requests: string[] = []
  fails: (name: string) => void = () => {}

  constructor(texts: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(texts)) this.texts.set(name, text)
  }

  async listRooms() {
    this.fails('')
    return [...this.texts.keys()].map((name) => ({ name, title: name.toUpperCase() }))
  }

  async downloadRoom(name: string, etag: string | undefined) {
    const text = this.texts.get(name)
    if (text === undefined) return 'gone'
    if (etag === `"${text}"`) return 'unchanged'
    this.requests.push(name)
    const { fails } = this
    async function* body() {
      const file = fileOf(name, text!)
      yield file.subarray(0, 10)
      fails(name)
      yield file.subarray(10)
    }
    return { etag: `"${text}"`, body: body() }
  }
}

const folderIn = () => new BackupFolder(join(temporaryFolder(), 'backups'))
const filesIn = ({ path }: BackupFolder) =>
  readdirSync(path, { recursive: true }).filter((name) => String(name).endsWith('.packetboat'))
const listsIn = ({ path }: BackupFolder) => readdirSync(path).filter((name) => name.endsWith('.json'))
const two = { 'soaprun/harbor': 'one', 'crossfire/town': 'two' }

let site: FakeSite
let folder: BackupFolder
beforeEach(() => {
  site = new FakeSite(two)
  folder = folderIn()
})

describe('a backup', () => {
  test('contains every room; the next backup stores only changed rooms', async () => {
    const first = await createBackup(site, folder, () => start)
    expect([first.changedRooms, first.manifest.rooms.map(({ name, title }) => [name, title])]).toEqual([
      2,
      [
        ['soaprun/harbor', 'SOAPRUN/HARBOR'],
        ['crossfire/town', 'CROSSFIRE/TOWN'],
      ],
    ])
    site.texts.set('crossfire/town', 'three').set('soaprun/pier', 'four')
    site.requests.length = 0
    const second = await createBackup(site, folder, () => start + day)
    expect([site.requests, second.changedRooms]).toEqual([['crossfire/town', 'soaprun/pier'], 2])
    expect(second.manifest.rooms[0]).toEqual(first.manifest.rooms[0])
    expect([filesIn(folder).length, await verifyBackups(folder)]).toEqual([
      4,
      { backups: 2, files: 4, problems: [] },
    ])
    const [file] = second.manifest.rooms
    expect(readFileSync(folder.pathOf(file!))).toEqual(fileOf('soaprun/harbor', 'one'))
  })

  test('beyond the number to keep removes the oldest backup, and the files that only that backup contains', async () => {
    for (let i = 0; i < 4; i++) {
      site.texts.set('crossfire/town', `of day ${i}`)
      await createBackup(site, folder, () => start + i * day, 2)
    }
    expect(listsIn(folder).length).toBe(2)
    expect([filesIn(folder).length, (await verifyBackups(folder)).problems]).toEqual([3, []])
  })

  test('renames a damaged list once, and keeps every file that the list may name', async () => {
    for (let i = 0; i < 3; i++) {
      site.texts.set('crossfire/town', `of day ${i}`)
      await createBackup(site, folder, () => start + i * day, 3)
    }
    const [, damaged] = listsIn(folder)
    writeFileSync(join(folder.path, damaged!), '\0\0\0')
    site.texts.set('crossfire/town', 'again')
    const fourth = await createBackup(site, folder, () => start + 4 * day, 2)
    expect(fourth.problems).toEqual([{ file: damaged, error: expect.stringContaining(`${damaged}.damaged`) }])
    expect(fourth.manifest.rooms.length).toBe(2)
    expect([listsIn(folder).length, filesIn(folder).length]).toEqual([2, 5])
    const fifth = await createBackup(site, folder, () => start + 5 * day, 2)
    expect([fifth.problems, fifth.quarantinedLists]).toEqual([[], [`${damaged}.damaged`]])
    // The operator reads the damaged list and deletes it.
    rmSync(join(folder.path, `${damaged}.damaged`))
    await createBackup(site, folder, () => start + 6 * day, 2)
    expect([filesIn(folder).length, (await verifyBackups(folder)).problems]).toEqual([2, []])
  })

  test('ranks by its generation, whatever the clocks show: a new backup counts as the newest and removes the oldest', async () => {
    // These backups were made while the clock was a year ahead.
    for (const ahead of [365, 366]) await createBackup(site, folder, () => start + ahead * day)
    site.texts.set('crossfire/town', 'now')
    const { manifest } = await createBackup(site, folder, () => start, 2)
    expect(await folder.newestManifest()).toEqual(manifest)
    expect((await folder.readManifests()).manifests.map(({ manifest }) => manifest.takenAt)).toEqual([
      new Date(start + 366 * day).toISOString(),
      new Date(start).toISOString(),
    ])
    // The clock jumps and then stops. No backup is overwritten, and pruning keeps the latest one.
    for (const at of [start, start, start - day, start + 400 * day, start]) {
      site.texts.set('crossfire/town', `made at ${at} by ${site.requests.length}`)
      const made = await createBackup(site, folder, () => at, 2)
      expect(await folder.newestManifest()).toEqual(made.manifest)
      expect([listsIn(folder).length, (await verifyBackups(folder)).problems]).toEqual([2, []])
    }
    expect((await folder.newestManifest())?.generation).toBe(8)
  })

  test('with incomplete new files removes no older backup', async () => {
    await createBackup(site, folder, () => start)
    site.texts.set('crossfire/town', 'three')
    const put = folder.storeRoomFile.bind(folder)
    vi.spyOn(folder, 'storeRoomFile').mockImplementation(async (...args) => {
      const file = await put(...args)
      truncateSync(folder.pathOf(file), 20)
      return file
    })
    const { problems } = await createBackup(site, folder, () => start + day, 1)
    expect(problems).toHaveLength(1)
    expect([listsIn(folder).length, filesIn(folder).length]).toEqual([2, 3])
  })

  test('succeeds even if it cannot remove an older backup', async () => {
    vi.spyOn(folder, 'prune').mockRejectedValue(new Error('EPERM: operation not permitted'))
    const { problems } = await createBackup(site, folder, () => start, 1)
    expect(problems).toEqual([{ file: folder.path, error: expect.stringContaining('EPERM') }])
    expect(listsIn(folder).length).toBe(1)
  })

  test('finds a flipped bit in the stored file of an unchanged room within seven backups, and downloads the room again', async () => {
    const { manifest } = await createBackup(site, folder, () => start)
    const path = folder.pathOf(manifest.rooms[1]!)
    const bytes = readFileSync(path)
    bytes[bytes.length - 12]! ^= 1
    writeFileSync(path, bytes)
    site.requests.length = 0
    const problems = []
    for (let i = 1; i <= 7; i++)
      problems.push(...(await createBackup(site, folder, () => start + i * day)).problems)
    expect(problems).toEqual([
      { file: manifest.rooms[1]!.file, error: expect.stringMatching(/downloaded again$/) },
    ])
    expect([site.requests, (await verifyBackups(folder)).problems]).toEqual([['crossfire/town'], []])
  })

  test('does not rename a list of a later version', async () => {
    await createBackup(site, folder, () => start)
    const name = join(folder.path, listsIn(folder)[0]!)
    writeFileSync(name, JSON.stringify({ packetboat: 'backup', format: 2 }))
    await expect(createBackup(site, folder, () => start + day)).rejects.toThrow('later version')
    expect(existsSync(name)).toBe(true)
  })

  test('drops a deleted room that only earlier backups contain', async () => {
    await createBackup(site, folder, () => start)
    site.texts.delete('crossfire/town')
    const { manifest } = await createBackup(site, folder, () => start + day)
    expect(manifest.rooms.map(({ name }) => name)).toEqual(['soaprun/harbor'])
    expect(filesIn(folder).length).toBe(2)
  })

  test("with a failing room contains the other rooms, and the failing room's previous file", async () => {
    const before = await createBackup(site, folder, () => start)
    site.texts.set('soaprun/harbor', 'new').set('crossfire/town', 'new')
    site.fails = (name) => {
      if (name === 'soaprun/harbor') throw new Error('the line broke')
    }
    const { manifest } = await createBackup(site, folder, () => start + day)
    expect(manifest.failed).toEqual([{ name: 'soaprun/harbor', error: 'the line broke' }])
    expect(manifest.rooms[0]).toEqual(before.manifest.rooms[0])
    expect(manifest.rooms[1]).toMatchObject({ etag: '"new"' })
    site.fails = () => {}
    expect((await createBackup(site, folder, () => start + 2 * day)).manifest.failed).toEqual([])
  })

  test('keeps the file of a listed room that cannot be exported', async () => {
    const before = await createBackup(site, folder, () => start, 1)
    vi.spyOn(site, 'downloadRoom').mockImplementation(async (name) =>
      name === 'crossfire/town' ? 'gone' : 'unchanged',
    )
    for (const days of [1, 2]) {
      const { manifest } = await createBackup(site, folder, () => start + days * day, 1)
      expect(manifest.failed).toEqual([
        { name: 'crossfire/town', error: 'the site lists the room but has no export of it' },
      ])
      expect(manifest.rooms).toEqual(before.manifest.rooms)
    }
    expect([filesIn(folder).length, (await verifyBackups(folder)).problems]).toEqual([2, []])
  })

  test('does not fail if a room is deleted while the backup runs', async () => {
    vi.spyOn(site, 'downloadRoom').mockImplementation(async (name) => {
      site.texts.delete(name)
      return 'gone'
    })
    expect((await createBackup(site, folder, () => start)).manifest).toMatchObject({ rooms: [], failed: [] })
  })

  test('of a site without its room list contains the rooms that respond by name', async () => {
    await createBackup(site, folder, () => start, 1)
    site.texts.delete('crossfire/town')
    vi.spyOn(site, 'listRooms').mockResolvedValue([])
    const { manifest } = await createBackup(site, folder, () => start + day, 1)
    expect(manifest.rooms.map(({ name, title }) => [name, title])).toEqual([
      ['soaprun/harbor', 'SOAPRUN/HARBOR'],
    ])
    expect(filesIn(folder).length).toBe(1)
  })

  test('with a failing room whose last file is damaged keeps the room’s newest intact file', async () => {
    site = new FakeSite({ 'crossfire/town': 'whole' })
    const first = await createBackup(site, folder, () => start)
    site.texts.set('crossfire/town', 'damaged later')
    const second = await createBackup(site, folder, () => start + day)
    truncateSync(folder.pathOf(second.manifest.rooms[0]!), 20)
    site.texts.set('crossfire/town', 'never to come')
    site.fails = (name) => {
      if (name !== '') throw new Error('its records are damaged')
    }
    for (const days of [2, 3, 4]) {
      const { manifest } = await createBackup(site, folder, () => start + days * day, 1)
      expect([manifest.rooms, manifest.failed.length]).toEqual([first.manifest.rooms, 1])
    }
    expect(readFileSync(folder.pathOf(first.manifest.rooms[0]!))).toEqual(fileOf('crossfire/town', 'whole'))
  })

  test('of another site in the same folder is never removed', async () => {
    const other = Object.assign(new FakeSite({ 'soaprun/pier': 'there' }), { origin: 'https://other.test' })
    await createBackup(other, folder, () => start, 1)
    for (let i = 1; i < 4; i++) {
      site.texts.set('soaprun/harbor', `of day ${i}`)
      await createBackup(site, folder, () => start + i * day, 1)
    }
    const { manifests } = await folder.readManifests()
    expect(manifests.map(({ manifest }) => manifest.site)).toEqual([
      'https://other.test',
      'https://play.test',
    ])
    expect([filesIn(folder).length, (await verifyBackups(folder)).problems]).toEqual([3, []])
  })

  test('of another site in the same folder supplies no file for a room of the same name, and does not delay the schedule', async () => {
    const other = Object.assign(new FakeSite(two), { origin: 'https://other.test' })
    await createBackup(other, folder, () => start)
    site.fails = (name) => {
      if (name === 'soaprun/harbor') throw new Error('unreachable')
    }
    const { manifest } = await createBackup(site, folder, () => start)
    expect(manifest.rooms.map(({ name }) => name)).toEqual(['crossfire/town'])
    expect(manifest.generation).toBe(2)
    expect((await folder.newestManifest('https://other.test'))?.rooms).toHaveLength(2)
    expect(await folder.newestManifest('https://third.test')).toBeUndefined()
  })

  test('keeps the files of a backup that another machine finishes at the same time', async () => {
    const put = folder.storeRoomFile.bind(folder)
    vi.spyOn(folder, 'storeRoomFile').mockImplementationOnce(async (...args) => {
      // The lock contains a process id, which has no meaning on another machine.
      rmSync(join(folder.path, 'lock'))
      await createBackup(new FakeSite({ 'soaprun/harbor': 'seen by the other' }), folder, () => start + 1)
      return put(...args)
    })
    await createBackup(site, folder, () => start, 2)
    expect([listsIn(folder).length, (await verifyBackups(folder)).problems]).toEqual([2, []])
  })

  test('stores the file of a room again if the stored file has changed', async () => {
    const { manifest } = await createBackup(site, folder, () => start)
    const path = folder.pathOf(manifest.rooms[0]!)
    truncateSync(path, 20)
    const { problems } = await verifyBackups(folder)
    expect(problems).toEqual([{ file: manifest.rooms[0]!.file, error: expect.stringMatching(/^the file /) }])
    expect((await createBackup(site, folder, () => start + day)).changedRooms).toBe(1)
    expect((await verifyBackups(folder)).problems).toEqual([])
  })

  test('that is interrupted leaves earlier backups intact, and its files are removed a day later', async () => {
    await createBackup(site, folder, () => start)
    const before = await folder.newestManifest()
    // A killed backup leaves its lock and an incomplete file behind.
    const lost = join(folder.path, 'soaprun/harbor/lost.partial')
    writeFileSync(lost, 'half')
    utimesSync(lost, start / 1000, start / 1000)
    writeFileSync(join(folder.path, 'lock'), JSON.stringify({ pid: 999_999_999, startTime: '' }))
    site.fails = () => {
      throw new Error('away')
    }
    await expect(createBackup(site, folder, () => start + day)).rejects.toThrow('away')
    expect([await folder.newestManifest(), (await verifyBackups(folder)).problems]).toEqual([before, []])
    site.fails = () => {}
    await createBackup(site, folder, () => start + 2 * day, 5)
    expect(existsSync(lost)).toBe(false)
  })

  test('does not run while another one runs in the same folder', async () => {
    mkdirSync(folder.path, { recursive: true })
    // Locks of running processes: the parent of the test's process, and process 1, which may hold the lock in a
    // container.
    for (const pid of [process.ppid, 1]) {
      writeFileSync(join(folder.path, 'lock'), JSON.stringify({ pid, startTime: '' }))
      await expect(createBackup(site, folder, () => start)).rejects.toThrow(/another backup is running/)
    }
  })

  test('ignores the lock of a dead process, even if its id was reused, and renames a damaged lock', async () => {
    mkdirSync(folder.path, { recursive: true })
    const lock = join(folder.path, 'lock')
    for (const dead of [
      { pid: process.ppid, startTime: 'before' },
      { pid: 999_999_999, startTime: '' },
    ]) {
      writeFileSync(lock, JSON.stringify(dead))
      await createBackup(site, folder, () => start)
      expect(existsSync(lock)).toBe(false)
    }
    await folder.withLock(async () => {
      await expect(createBackup(site, folder, () => start)).rejects.toThrow(/another backup is running/)
    })
    writeFileSync(lock, '{"pid":')
    await createBackup(site, folder, () => start)
    expect(readFileSync(`${lock}.damaged`, 'utf8')).toBe('{"pid":')
  })

  test('reads no file outside its folder, whatever the list says', async () => {
    const { manifest } = await createBackup(site, folder, () => start)
    const name = join(folder.path, listsIn(folder)[0]!)
    const rooms = manifest.rooms.map((room) => ({ ...room, file: `../../${room.file}` }))
    writeFileSync(name, JSON.stringify({ ...manifest, rooms }))
    expect(await folder.newestManifest()).toBeUndefined()
    expect((await verifyBackups(folder)).problems).toHaveLength(1)
  })
})

test.each([
  [
    '{"rooms":[{"game":"..","room":"..","title":"x"}]}',
    /without a valid name or title: {"game":"\.\.","room"/,
  ],
  ['{"rooms":[{"game":"soaprun","room":"a/../../b","title":"x"}]}', /without a valid name or title/],
  ['{"rooms":[{"game":"soaprun","room":"harbor"}]}', /without a valid name or title/],
  ['{"rooms":[null]}', /without a valid name or title: null/],
  ['null', /it is not a Packetboat site/],
  ['<html>', /it is not a Packetboat site/],
])(
  'a backup fails and writes no file if the site returns %s as its list of rooms',
  async (answer, problem) => {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(answer))
    onTestFinished(() => spy.mockRestore())
    const client = createSiteClient(new URL('https://play.test'), 'secret')
    await expect(createBackup(client, folder, () => start)).rejects.toThrow(problem)
    expect(readdirSync(folder.path)).toEqual([])
  },
)

test('a request is retried once if its kept-alive connection was closed', async () => {
  const closed = new TypeError('fetch failed')
  const spy = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => spy.mockRestore())
  spy.mockRejectedValueOnce(closed).mockResolvedValueOnce(new Response(null, { status: 304 }))
  const site = createSiteClient(new URL('https://play.test'), 'secret')
  expect(await site.downloadRoom('soaprun/harbor', '"x"')).toBe('unchanged')
  spy.mockRejectedValueOnce(closed).mockRejectedValueOnce(closed)
  await expect(site.listRooms()).rejects.toThrow('fetch failed')
  expect(spy.mock.calls[1]![1]?.headers).toEqual({ authorization: 'Bearer secret', 'if-none-match': '"x"' })
})

describe('scheduled backups', () => {
  /** Waits until the backup has read and written its files, which takes real time. */
  const settled = async (done: () => boolean) => expect.poll(done).toBe(true)

  function scheduled(site: FakeSite, folder: BackupFolder, clock: SimulatedClock) {
    const lines: { msg: string }[] = []
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const schedule = new BackupSchedule({ site: () => site, folder, everyMs: day, keep: 2, clock, log })
    onTestFinished(() => schedule.stop())
    return { schedule, events: () => lines.map(({ msg }) => msg) }
  }

  test('start at once, repeat on schedule, and continue after a restart', async () => {
    const clock = new SimulatedClock()
    const { schedule, events } = scheduled(site, folder, clock)
    const pass = async (ms: number, backups: number) => {
      await settled(() => clock.armed > 0)
      clock.pass(ms)
      await settled(() => events().length === backups)
    }
    await pass(0, 1)
    await pass(day - 1, 1)
    await pass(1, 2)
    expect(events()).toEqual(['backed up', 'backed up'])
    await schedule.stop()

    const later = scheduled(site, folder, clock)
    await settled(() => clock.armed > 0)
    clock.pass(day - 1)
    expect(later.events()).toEqual([])
    clock.pass(1)
    await settled(() => later.events().length === 1)
    expect(later.events()).toEqual(['backed up'])
  })

  test('start at once with a log line if the last backup is dated in the future, and are not moved when the clock is set', async () => {
    const clock = new SimulatedClock()
    await createBackup(site, folder, () => clock.now() + 365 * day)
    const { events } = scheduled(site, folder, clock)
    await settled(() => clock.armed > 0)
    clock.pass(0)
    await settled(() => events().length === 2)
    expect(events()).toEqual(['the last backup is dated in the future: a clock was wrong', 'backed up'])
    for (const [jump, count] of [
      [365 * day, 3],
      [-700 * day, 4],
    ] as const) {
      await settled(() => clock.armed > 0)
      clock.setForward(jump)
      clock.pass(day - 1)
      expect(events()).toHaveLength(count - 1)
      clock.pass(1)
      await settled(() => events().length === count)
    }
    expect(events().slice(2)).toEqual(['backed up', 'backed up'])
  })

  test('log a damaged list, and do not run more often because of it', async () => {
    const clock = new SimulatedClock()
    for (const at of [2, 1]) await createBackup(site, folder, () => clock.now() - at * day)
    writeFileSync(join(folder.path, listsIn(folder)[0]!), '{')
    const { events } = scheduled(site, folder, clock)
    await settled(() => clock.armed > 0)
    clock.pass(0)
    await settled(() => events().length === 2)
    clock.pass(day - 1)
    expect(events()).toEqual(['backed up', 'backup folder damaged'])
    expect(listsIn(folder).length).toBe(2)
  })

  test('are retried 15 minutes after a failure', async () => {
    const clock = new SimulatedClock()
    site.fails = () => {
      throw new Error('away')
    }
    const { events } = scheduled(site, folder, clock)
    await settled(() => clock.armed > 0)
    clock.pass(0)
    await settled(() => events().length === 1 && clock.armed > 0)
    site.fails = () => {}
    clock.pass(15 * 60_000)
    await settled(() => events().length === 2)
    expect(events()).toEqual(['backup failed', 'backed up'])
  })
})
