// What lies in the state folder decides what there is: rooms are found again without their Directory, one that is damaged
// harms no other, names that lead nowhere leave nothing, and after a stop every database is one file.
import { createHash, createHmac } from 'node:crypto'
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Program, patience, Site } from '../../end-to-end/running.ts'
import { emptyFolder } from '../folder.ts'

const folderOf = (state: string, name: 'Room' | 'Directory') => join(state, 'worlds/do', `packetboat-${name}`)

/** As the runtime names the database of an object. */
function fileOf(state: string, name: string): string {
  const key = createHash('sha256').update('packetboat-Room').digest()
  const signed = (data: Buffer | string) => createHmac('sha256', key).update(data).digest().subarray(0, 16)
  const first = signed(name)
  const id = Buffer.concat([first, signed(first)]).toString('hex')
  return join(folderOf(state, 'Room'), `${id}.sqlite`)
}

const databases = (state: string) =>
  readdirSync(folderOf(state, 'Room')).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
const unfolded = (state: string) =>
  readdirSync(state, { recursive: true }).filter((name) => /-(wal|shm)$/.test(String(name)))

interface Listed {
  readonly game: string
  readonly room: string
  readonly createdAt: string
  readonly addresses: readonly { readonly port: number }[]
}

const stripped = (rooms: readonly Listed[]) =>
  rooms.map(({ game, room, createdAt }) => `${game}/${room} ${createdAt}`)
async function listed(site: Site): Promise<readonly Listed[]> {
  return ((await (await site.fetch('/api/rooms')).json()) as { rooms: Listed[] }).rooms
}

/** The files of the Directory are no more. */
function loseDirectory(state: string): void {
  rmSync(folderOf(state, 'Directory'), { recursive: true })
}

function spoil(file: string): void {
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  writeFileSync(file, Buffer.alloc(statSync(file).size, 'spoilt, '))
}

async function stop(site: Site): Promise<void> {
  expect(await site.program.stop()).toBe(0)
}

test('a thousand names that lead nowhere leave no file; a copy of the folder after a stop is whole, database by database, and a start on it finds the same rooms', async () => {
  const site = await Site.start()
  const files = databases(site.state)
  const paths = Array.from({ length: 250 }, (_, i) => [
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
  const before = stripped(await listed(site))
  await stop(site)
  expect(unfolded(site.state)).toEqual([])
  const copy = join(emptyFolder(), 'copy')
  cpSync(site.state, copy, { recursive: true })
  const again = await Site.start({ state: copy })
  expect(stripped(await listed(again))).toEqual(before)
})

test('without its Directory, after a stop or a kill, a start finds every room again, and what left nothing is cleared away', async () => {
  let site = await Site.start()
  await site.create({ game: 'soaprun', room: 'attic', listen: [{ transport: 'tcp', port: 0 }] })
  const before = stripped(await listed(site))
  for (const end of [() => stop(site), async () => void (await site.killStart())]) {
    // By the site's own token a name is looked for, and that makes a file.
    expect((await site.fetch('/api/rooms/soaprun/nowhere')).status).toBe(404)
    expect(existsSync(fileOf(site.state, 'soaprun/nowhere'))).toBe(true)
    await end()
    const { state } = site
    await expect.poll(() => site.program.running, patience).toBe(false)
    loseDirectory(state)
    site = await Site.start({ state })
    expect(stripped(await listed(site))).toEqual(before)
    expect(await site.doorOf('local', 'soaprun/attic')).toBeGreaterThan(0)
    expect(existsSync(fileOf(state, 'soaprun/nowhere'))).toBe(false)
    expect(site.program.errors).toContain('soaprun/attic was not listed any more, and is again')
  }
})

test('a damaged room is told with its cause, keeps no other from starting, and can be given up for one of its name; a damaged list of rooms is put aside and made anew', async () => {
  let site = await Site.start()
  await site.create({ game: 'soaprun', room: 'attic', listen: [] })
  await stop(site)
  const file = fileOf(site.state, 'soaprun/attic')
  spoil(file)
  site = await Site.start({ state: site.state })
  expect(await site.room('soaprun/attic')).toMatchObject({
    status: 'damaged',
    damage: 'the runtime cannot open its database; the log says more',
  })
  expect(await site.room()).toMatchObject({ status: 'open' })
  const doctor = new Program(['doctor', '--url', site.url])
  expect(await doctor.exit).toBe(1)
  expect(doctor.lines).toContainEqual(
    expect.stringContaining('not ok  soaprun/attic: its records are damaged: the runtime cannot open'),
  )
  expect(doctor.lines).toContainEqual(expect.stringContaining('ok      soaprun/harbor: open'))
  const removed = async () => (await site.fetch('/api/rooms/soaprun/attic', { method: 'DELETE' })).status
  expect([await removed(), await removed()]).toEqual([204, 404])
  const before = stripped(await listed(site))
  await stop(site)
  const folder = folderOf(site.state, 'Directory')
  const [name] = readdirSync(folder).filter((one) => /^[0-9a-f]{64}\.sqlite$/.test(one))
  spoil(join(folder, name!))
  // What is no database and of no room any more is put aside by the next start, and not thrown away.
  site = await Site.start({ state: site.state })
  expect([existsSync(file), existsSync(`${file}.damaged`)]).toEqual([false, true])
  const said = site.program.errors.join('\n')
  expect(said).toContain(`it is kept as ${file}.damaged`)
  expect(said).toContain('the list of rooms is damaged')
  expect(stripped(await listed(site))).toEqual(before)
  await site.create({ game: 'soaprun', room: 'attic', listen: [] })
  expect(await site.room('soaprun/attic')).toMatchObject({ status: 'open' })
})
