// Backups of a site into a folder: only what has changed comes, nothing that was there is lost, whenever it ends.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { backUp, verify } from '../../sidecar/backup/backup.ts'
import { BackupFolder } from '../../sidecar/backup/folder.ts'
import { BackupSchedule } from '../../sidecar/backup/schedule.ts'
import { type BackedSite, siteAt } from '../../sidecar/backup/site.ts'
import { emptyFolder } from '../cli/folder.ts'
import { SimulatedClock } from '../simulated-clock.ts'

const day = 24 * 60 * 60_000
const start = Date.parse('2026-11-23T00:00:00Z')

function fileOf(name: string, says: string): Buffer {
  const [game, room] = name.split('/')
  const lines = `${JSON.stringify({ packetboat: 'room', format: 1, game, room })}\n${JSON.stringify({ key: 'game/x', text: says })}\n`
  const sha256 = createHash('sha256').update(lines).digest('hex')
  return gzipSync(`${lines}${JSON.stringify({ parts: 1, sha256 })}\n`)
}

/** A site whose rooms say something, and may fail. */
class Rooms implements BackedSite {
  readonly origin = 'https://play.test'
  readonly says = new Map<string, string>()
  /** What came, in its order. */
  readonly came: string[] = []
  fails: (name: string) => void = () => {}

  constructor(says: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(says)) this.says.set(name, text)
  }

  async rooms() {
    this.fails('')
    return [...this.says.keys()].map((name) => ({ name, title: name.toUpperCase() }))
  }

  async take(name: string, etag: string | undefined) {
    const says = this.says.get(name)
    if (says === undefined) return 'gone'
    if (etag === `"${says}"`) return 'unchanged'
    this.came.push(name)
    const { fails } = this
    async function* body() {
      const file = fileOf(name, says!)
      yield file.subarray(0, 10)
      fails(name)
      yield file.subarray(10)
    }
    return { etag: `"${says}"`, body: body() }
  }
}

const folderIn = () => new BackupFolder(join(emptyFolder(), 'backups'))
const filesIn = ({ path }: BackupFolder) =>
  readdirSync(path, { recursive: true }).filter((name) => String(name).endsWith('.packetboat'))
const two = { 'soaprun/harbor': 'one', 'crossfire/town': 'two' }

describe('a backup', () => {
  test('has every room; after it only what has changed comes', async () => {
    const [site, folder] = [new Rooms(two), folderIn()]
    const first = await backUp(site, folder, () => start)
    expect([first.changed, first.manifest.rooms.map(({ name, title }) => [name, title])]).toEqual([
      2,
      [
        ['soaprun/harbor', 'SOAPRUN/HARBOR'],
        ['crossfire/town', 'CROSSFIRE/TOWN'],
      ],
    ])
    site.says.set('crossfire/town', 'three').set('soaprun/pier', 'four')
    site.came.length = 0
    const second = await backUp(site, folder, () => start + day)
    expect([site.came, second.changed]).toEqual([['crossfire/town', 'soaprun/pier'], 2])
    expect(second.manifest.rooms[0]).toEqual(first.manifest.rooms[0])
    expect([filesIn(folder).length, await verify(folder)]).toEqual([4, { files: 4, flaws: [] }])
    const [file] = second.manifest.rooms
    expect(readFileSync(folder.pathOf(file!))).toEqual(fileOf('soaprun/harbor', 'one'))
  })

  test('of which so many stay loses the oldest, and what only they had', async () => {
    const [site, folder] = [new Rooms(two), folderIn()]
    for (let i = 0; i < 4; i++) {
      site.says.set('crossfire/town', `of day ${i}`)
      await backUp(site, folder, () => start + i * day, 2)
    }
    expect((await folder.manifests()).length).toBe(2)
    expect([filesIn(folder).length, (await verify(folder)).flaws]).toEqual([3, []])
    // A list that cannot be read may name anything: nothing goes.
    writeFileSync(join(folder.path, (await folder.manifests()).at(-1)!), '{')
    site.says.set('crossfire/town', 'again')
    await expect(backUp(site, folder, () => start + 5 * day, 2)).rejects.toThrow('damaged')
    expect(filesIn(folder).length).toBe(4)
  })

  test('forgets a room that is gone, of which those before it have the file', async () => {
    const [site, folder] = [new Rooms(two), folderIn()]
    await backUp(site, folder, () => start)
    site.says.delete('crossfire/town')
    const { manifest } = await backUp(site, folder, () => start + day)
    expect(manifest.rooms.map(({ name }) => name)).toEqual(['soaprun/harbor'])
    expect(filesIn(folder).length).toBe(2)
  })

  test('in which a room fails has the others, and that room as it was', async () => {
    const [site, folder] = [new Rooms(two), folderIn()]
    const before = await backUp(site, folder, () => start)
    site.says.set('soaprun/harbor', 'new').set('crossfire/town', 'new')
    site.fails = (name) => {
      if (name === 'soaprun/harbor') throw new Error('the line broke')
    }
    const { manifest } = await backUp(site, folder, () => start + day)
    expect(manifest.failed).toEqual([{ name: 'soaprun/harbor', error: 'the line broke' }])
    expect(manifest.rooms[0]).toEqual(before.manifest.rooms[0])
    expect(manifest.rooms[1]).toMatchObject({ etag: '"new"' })
    site.fails = () => {}
    expect((await backUp(site, folder, () => start + 2 * day)).manifest.failed).toEqual([])
  })

  test('takes a file again that is not as it was', async () => {
    const [site, folder] = [new Rooms(two), folderIn()]
    const { manifest } = await backUp(site, folder, () => start)
    const path = folder.pathOf(manifest.rooms[0]!)
    truncateSync(path, 20)
    const { flaws } = await verify(folder)
    expect(flaws).toEqual([{ file: manifest.rooms[0]!.file, error: expect.stringMatching(/^it /) }])
    expect((await backUp(site, folder, () => start + day)).changed).toBe(1)
    expect((await verify(folder)).flaws).toEqual([])
  })

  test('that ends anywhere leaves those before it, and what it began goes a day later', async () => {
    const [site, folder] = [new Rooms(two), folderIn()]
    await backUp(site, folder, () => start)
    const before = await folder.newest()
    // Killed: neither the lock nor what was half-written is gone.
    const lost = join(folder.path, 'soaprun/harbor/lost.partial')
    writeFileSync(lost, 'half')
    utimesSync(lost, start / 1000, start / 1000)
    writeFileSync(join(folder.path, 'lock'), '999999999')
    site.fails = () => {
      throw new Error('away')
    }
    await expect(backUp(site, folder, () => start + day)).rejects.toThrow('away')
    expect([await folder.newest(), (await verify(folder)).flaws]).toEqual([before, []])
    site.fails = () => {}
    await backUp(site, folder, () => start + 2 * day, 5)
    expect(existsSync(lost)).toBe(false)
  })

  test('runs alone in its folder', async () => {
    const folder = folderIn()
    mkdirSync(folder.path, { recursive: true })
    // Of a process that lives: the one that started this.
    writeFileSync(join(folder.path, 'lock'), String(process.ppid))
    await expect(backUp(new Rooms(two), folder, () => start)).rejects.toThrow(/another backup is under way/)
  })

  test('reads no file outside of its folder, whoever has written the list', async () => {
    const folder = folderIn()
    const { manifest } = await backUp(new Rooms(two), folder, () => start)
    const name = join(folder.path, (await folder.manifests())[0]!)
    const rooms = manifest.rooms.map((room) => ({ ...room, file: `../../${room.file}` }))
    writeFileSync(name, JSON.stringify({ ...manifest, rooms }))
    expect(await folder.newest()).toBeUndefined()
    expect((await verify(folder)).flaws).toHaveLength(1)
  })
})

test('a site whose connection was closed meanwhile is asked once more', async () => {
  const closed = new TypeError('fetch failed')
  const asked = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => asked.mockRestore())
  asked.mockRejectedValueOnce(closed).mockResolvedValueOnce(new Response(null, { status: 304 }))
  const site = siteAt(new URL('https://play.test'), 'secret')
  expect(await site.take('soaprun/harbor', '"x"')).toBe('unchanged')
  asked.mockRejectedValueOnce(closed).mockRejectedValueOnce(closed)
  await expect(site.rooms()).rejects.toThrow('fetch failed')
  expect(asked.mock.calls[1]![1]?.headers).toEqual({ authorization: 'Bearer secret', 'if-none-match': '"x"' })
})

describe('backups by the clock', () => {
  /** What goes on between two events: a few files are written and read. */
  const settled = async (done: () => boolean) => expect.poll(done).toBe(true)

  function scheduled(site: Rooms, folder: BackupFolder, clock: SimulatedClock) {
    const lines: { msg: string }[] = []
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const schedule = new BackupSchedule({ site: () => site, folder, everyMs: day, keep: 2, clock, log })
    onTestFinished(() => schedule.stop())
    return { schedule, said: () => lines.map(({ msg }) => msg) }
  }

  test('begin at once, come again when it is time, and go on after a restart where they were', async () => {
    const [site, folder, clock] = [new Rooms(two), folderIn(), new SimulatedClock()]
    const { schedule, said } = scheduled(site, folder, clock)
    const pass = async (ms: number, backups: number) => {
      await settled(() => clock.armed > 0)
      clock.pass(ms)
      await settled(() => said().length === backups)
    }
    await pass(0, 1)
    await pass(day - 1, 1)
    await pass(1, 2)
    expect(said()).toEqual(['backed up', 'backed up'])
    await schedule.stop()

    const later = scheduled(site, folder, clock)
    await settled(() => clock.armed > 0)
    clock.pass(day - 1)
    expect(later.said()).toEqual([])
    clock.pass(1)
    await settled(() => later.said().length === 1)
    expect(later.said()).toEqual(['backed up'])
  })

  test('are tried again a quarter of an hour after one failed', async () => {
    const [site, folder, clock] = [new Rooms(two), folderIn(), new SimulatedClock()]
    site.fails = () => {
      throw new Error('away')
    }
    const { said } = scheduled(site, folder, clock)
    await settled(() => clock.armed > 0)
    clock.pass(0)
    await settled(() => said().length === 1 && clock.armed > 0)
    site.fails = () => {}
    clock.pass(15 * 60_000)
    await settled(() => said().length === 2)
    expect(said()).toEqual(['not backed up', 'backed up'])
  })
})
