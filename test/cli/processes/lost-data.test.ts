import { createHash, createHmac } from 'node:crypto'
import { cpSync, existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PackageProcess, pollOptions, Site } from '../../end-to-end/running-site.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folderOf = (state: string, name: 'Room' | 'Directory') => join(state, 'worlds/do', `packetboat-${name}`)

function fileOf(state: string, name: string): string {
  const key = createHash('sha256').update('packetboat-Room').digest()
  const signed = (data: Buffer | string) => createHmac('sha256', key).update(data).digest().subarray(0, 16)
  const first = signed(name)
  const id = Buffer.concat([first, signed(first)]).toString('hex')
  return join(folderOf(state, 'Room'), `${id}.sqlite`)
}

const databases = (state: string) =>
  readdirSync(folderOf(state, 'Room')).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
const walFilesIn = (state: string) =>
  readdirSync(state, { recursive: true }).filter((name) => /-(wal|shm)$/.test(String(name)))

interface Listed {
  readonly game: string
  readonly room: string
  readonly createdAt: string
  readonly status: string
  readonly addresses: readonly { readonly port: number }[]
}

const namesWithTimes = (rooms: readonly Listed[]) =>
  rooms.map(({ game, room, createdAt }) => `${game}/${room} ${createdAt}`)
async function listed(site: Site): Promise<readonly Listed[]> {
  return ((await (await site.fetch('/api/rooms')).json()) as { rooms: Listed[] }).rooms
}

function loseDirectory(state: string): void {
  rmSync(folderOf(state, 'Directory'), { recursive: true })
}

function overwrite(file: string): void {
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  writeFileSync(file, Buffer.alloc(statSync(file).size, 'spoilt, '))
}

async function stop(site: Site): Promise<void> {
  expect(await site.program.stop()).toBe(0)
}

test('unknown room names leave no file, and a copy of the folder after a stop has complete databases with the same rooms', async () => {
  const site = await Site.start()
  const files = databases(site.state)
  const paths = Array.from({ length: 25 }, (_, i) => [
    `/soaprun/nowhere-${i}`,
    `/soaprun/nowhere-${i}/files/map.data`,
    `/api/rooms/crossfire/nowhere-${i}`,
    `/soaprun/nowhere-${i}/server.cgi`,
  ]).flat()
  const statuses = new Set<number>()
  for (let at = 0; at < paths.length; at += 20) {
    const answers = await Promise.all(paths.slice(at, at + 20).map((path) => fetch(site.url + path)))
    for (const answer of answers) statuses.add(answer.status)
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  }
  expect([...statuses]).toEqual([404])
  expect(databases(site.state)).toEqual(files)

  await site.create({ game: 'soaprun', room: 'attic', listen: [] })
  const before = namesWithTimes(await listed(site))
  await stop(site)
  expect(walFilesIn(site.state)).toEqual([])
  const copy = join(temporaryFolder(), 'copy')
  cpSync(site.state, copy, { recursive: true })
  const again = await Site.start({ state: copy })
  expect(namesWithTimes(await listed(again))).toEqual(before)
})

test('a start without the Directory’s database, after a stop or a kill, finds every room again and removes empty databases', async () => {
  let site = await Site.start()
  await site.create({ game: 'soaprun', room: 'attic', listen: [{ transport: 'tcp', port: 0 }] })
  const before = namesWithTimes(await listed(site))
  for (const end of [() => stop(site), async () => void (await site.killStart())]) {
    // A request with the site token searches for the room by name, which creates a database.
    expect((await site.fetch('/api/rooms/soaprun/nowhere')).status).toBe(404)
    expect(existsSync(fileOf(site.state, 'soaprun/nowhere'))).toBe(true)
    await end()
    const { state } = site
    await expect.poll(() => site.program.running, pollOptions).toBe(false)
    loseDirectory(state)
    site = await Site.start({ state })
    expect(namesWithTimes(await listed(site))).toEqual(before)
    expect(await site.listenerPort('local', 'soaprun/attic')).toBeGreaterThan(0)
    expect(existsSync(fileOf(state, 'soaprun/nowhere'))).toBe(false)
    expect(site.program.errors).toContain('soaprun/attic was missing from the room list and was added again')
  }
})

test('a start renames the file of a damaged room, lists the room as damaged, frees its name, and rebuilds a damaged room list', async () => {
  let site = await Site.start()
  const names = ['attic', 'cellar', 'shed', 'loft'] as const
  for (const room of names) await site.create({ game: 'soaprun', room, listen: [] })
  await stop(site)
  const [attic, cellar, shed, loft] = names.map((room) => fileOf(site.state, `soaprun/${room}`))
  overwrite(attic!)
  truncateSync(cellar!, 0)
  truncateSync(shed!, 5000)
  rmSync(loft!)
  const classes = readdirSync(join(site.state, 'worlds/do'))
  expect(classes).toHaveLength(4)
  for (const name of classes) overwrite(join(site.state, 'worlds/do', name, 'metadata.sqlite'))
  site = await Site.start({ state: site.state })
  const messages = site.program.errors.join('\n')
  for (const file of [attic, shed]) {
    expect(messages).toContain(`renamed to ${file}.damaged`)
    expect(existsSync(`${file}.damaged`)).toBe(true)
  }
  expect(messages).toContain(`the database of soaprun/cellar is empty (${cellar})`)
  expect(messages).toContain(`the database of soaprun/loft is missing (${loft})`)
  for (const name of classes) expect(messages).toContain(`the runtime’s metadata of ${name} is damaged`)
  const statuses = async () =>
    Object.fromEntries((await listed(site)).map(({ room, status }) => [room, status]))
  expect(await statuses()).toMatchObject({
    ...{ harbor: 'open', attic: 'damaged', cellar: 'damaged', shed: 'damaged', loft: 'damaged' },
  })
  expect(await site.room('soaprun/attic')).toMatchObject({ damage: 'its records are missing' })
  const doctor = new PackageProcess(['doctor', '--url', site.url])
  expect(await doctor.exit).toBe(1)
  expect(doctor.lines).toContainEqual(
    expect.stringContaining('not ok  soaprun/attic: its records are damaged: its records are missing'),
  )
  expect(doctor.lines).toContainEqual(expect.stringContaining('ok      soaprun/harbor: open'))
  const removed = async (room: string) =>
    (await site.fetch(`/api/rooms/soaprun/${room}`, { method: 'DELETE' })).status
  expect([await removed('attic'), await removed('attic')]).toEqual([204, 404])
  for (const room of names.slice(1)) expect(await removed(room)).toBe(204)
  const before = namesWithTimes(await listed(site))
  await stop(site)
  const folder = folderOf(site.state, 'Directory')
  const [name] = readdirSync(folder).filter((one) => /^[0-9a-f]{64}\.sqlite$/.test(one))
  overwrite(join(folder, name!))
  writeFileSync(join(site.state, 'adminToken'), Buffer.alloc(44))
  site = await Site.start({ state: site.state })
  const output = site.program.errors.join('\n')
  expect(output).toContain('the room list is damaged')
  expect(output).toContain(`renamed to ${join(site.state, 'adminToken.damaged')}`)
  expect(namesWithTimes(await listed(site))).toEqual(before)
  await site.create({ game: 'soaprun', room: 'attic', listen: [] })
  expect(await site.room('soaprun/attic')).toMatchObject({ status: 'open' })
})
