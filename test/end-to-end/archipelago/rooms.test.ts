import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from 'archipelago.js'
import { zipSync } from 'fflate'
import { expect } from 'vitest'
import type { CreateRoomResponse } from '../../../cli/api/api-client.ts'
import { temporaryFolder } from '../../cli/temporary-folder.ts'
import { readFixture, readFixtureMultidata, wrapPickle } from '../../games/archipelago/sample-multiworlds.ts'
import { PackageProcess, pollOptions, type Site, test } from '../running-site.ts'
import { PacketClient } from './client.ts'
import { ArchipelagoRoom, post } from './room.ts'
import { Seed } from './seed.ts'

const fixtures = join(import.meta.dirname, '../../games/archipelago/fixtures')
const habitualPort = 38_281
const alice = { name: 'Alice', game: 'ChecksFinder' }
const bob = { name: 'Bob', game: 'Yacht Dice' }
const cat = { name: 'Cat', game: 'VVVVVV' }

async function created(site: Site, file: string, ...words: string[]): Promise<ArchipelagoRoom> {
  const command = ['create', 'archipelago', join(fixtures, file), '--json', ...words]
  return new ArchipelagoRoom(site, JSON.parse(await site.roomCommand(...command)) as CreateRoomResponse)
}

test('the command line creates rooms from an .archipelago and from a zip, and the JSON and page of each show its state', async ({
  site,
}) => {
  const tiny = await created(site, 'tiny-2p.archipelago', '--room', 'tiny', '--listen', 'websocket:0')
  const mixed = await created(site, 'mixed-8p.zip', '--option', 'hint_cost=5', '--listen', 'none')
  expect(tiny.created).toMatchObject({
    game: 'archipelago',
    room: 'tiny',
    websocket: `ws${site.url.slice(4)}/archipelago/tiny`,
  })
  expect(await mixed.entry()).toMatchObject({
    listen: [],
    addresses: [],
    players: 0,
    options: { hint_cost: 5 },
  })

  const ann = await PacketClient.joined(await tiny.carried(), alice)
  const seed = new Seed('tiny-2p')
  const [first] = seed.placesIn(1)
  await ann.check(first!.location)
  const entry = await tiny.entry()
  expect(entry).toMatchObject({
    status: 'open',
    players: 1,
    options: { release_mode: 'auto', password: false, server_password: false },
    addresses: [{ transport: 'websocket', host: '127.0.0.1', port: expect.any(Number), sidecar: 'local' }],
  })
  const view = await tiny.view()
  expect(view).toMatchObject({
    seed: seed.name,
    games: ['ChecksFinder', 'Yacht Dice'],
    checksDone: 1,
    checksTotal: seed.places.length,
    options: { hint_cost: 10, password: false, server_password: false },
  })
  expect(Date.now() - Date.parse(view.lastActivity!)).toBeLessThan(pollOptions.timeout)
  const { item, receiver, location, flags } = first!
  expect(
    view.slots.map(({ slot, name, game, checks, locations }) => [slot, name, game, checks, locations]),
  ).toEqual([
    [1, 'Alice', 'ChecksFinder', 1, 25],
    [2, 'Bob', 'Yacht Dice', 0, 92],
  ])
  expect(view.slots.find(({ slot }) => slot === receiver)?.items.at(-1)).toEqual({
    ...seed.itemShown(receiver, `1 ${location} ${item} ${flags}`),
    kind: ['filler', 'progression', 'useful'][flags],
  })
  expect(view.slots[0]).toMatchObject({
    connections: 1,
    status: 'connected',
    checked: [seed.locationName(1, location)],
    hintPoints: 1,
    hints: [],
  })

  const page = await (await fetch(`${site.url}/archipelago/tiny`)).text()
  const carried = (await tiny.carried()).replace('ws://', '')
  for (const text of ['Alice', 'Bob', 'Yacht Dice', 'ChecksFinder', tiny.direct, carried])
    expect(page).toContain(text)
  // The site has an explicit port, so the URL is complete.
  expect(await (await fetch(`${site.url}/api/rooms/archipelago/tiny`)).json()).toMatchObject({
    connect: [carried, tiny.direct],
  })
  expect(await site.roomCommand('show', mixed.name)).toContain('hint_cost=5')
  const mixedPage = await (await fetch(`${site.url}/${mixed.name}`)).text()
  for (const { name } of new Seed('mixed-8p').players) expect(mixedPage).toContain(name)
})

test('a room continues the game of an uploaded save, and gives a save to the holder of its token', async ({
  site,
}) => {
  const room = await ArchipelagoRoom.create(site, {
    file: readFixtureMultidata('tiny-2p'),
    save: readFixture('tiny-2p.apsave'),
  })
  const before = await room.view()
  expect(before.slots.map(({ alias, checks, status }) => [alias, checks, status])).toEqual([
    ['Savey', 23, 'unknown'],
    [null, 92, 'goal'],
  ])
  const ann = await PacketClient.joined(await room.carried(), alice)
  expect([ann.checked.size, ann.items.length]).toEqual([23, before.slots[0]!.items.length])
  const left = before.slots[0]!.checked
  const seed = new Seed('tiny-2p')
  const missing = seed.placesIn(1).find(({ location }) => !left.includes(seed.locationName(1, location)))!
  await ann.check(missing.location)
  ann.send({
    cmd: 'Set',
    key: 'big',
    default: 0,
    operations: [{ operation: 'replace', value: [1.5] }],
    want_reply: true,
  })
  await ann.receivePacket('SetReply')
  await ann.hangUp()

  const path = `/${room.name}/files/save.apsave`
  expect([(await room.fetch(path, '')).status, (await room.fetch(path, 'wrong')).status]).toEqual([401, 401])
  const answer = await room.fetch(path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  const save = new Uint8Array(await answer.arrayBuffer())
  const again = await ArchipelagoRoom.create(site, { file: readFixtureMultidata('tiny-2p'), save })
  await expect.poll(async () => (await room.entry()).players, pollOptions).toBe(0)
  const [here, there] = [await room.view(), await again.view()]
  expect(there.slots).toEqual(here.slots)
  expect(there.checksDone).toBe(before.checksDone + 1)
  const second = await PacketClient.joined(again.direct, alice)
  second.send({ cmd: 'Get', keys: ['big', 'saved'] })
  expect((await second.receivePacket('Retrieved')).keys).toEqual({
    big: [1.5],
    saved: { a: [1, 2.5, 'x', null, true] },
  })
})

test('corrupt or hostile uploads are rejected with the field and the problem, create no room, and leave the name free', async ({
  site,
}) => {
  // The log of the shared site may already have errors that tests of other files caused.
  const reported = site.program.errors.length
  const tiny = readFixtureMultidata('tiny-2p')
  const twice = zipSync({ 'a.archipelago': tiny, 'b.archipelago': tiny })
  const format = Uint8Array.from(tiny).fill(9, 0, 1)
  // A pickle that would call a function when loaded: `cos\nsystem\n(S'true'\ntR.`
  const call = wrapPickle(new TextEncoder().encode("cos\nsystem\n(S'true'\ntR."))
  const refusals: readonly (readonly [string, string, RegExp, Parameters<typeof post>[1]])[] = [
    ['getattr', 'file', /getattr/, { file: readFixtureMultidata('reject-getattr-038') }],
    ['a call', 'file', /system/, { file: call }],
    ['nothing', 'file', /./, { file: new Uint8Array(0) }],
    ['text', 'file', /./, { file: new TextEncoder().encode('hello') }],
    ['cut short', 'file', /./, { file: tiny.subarray(0, tiny.length / 2) }],
    ['another format', 'file', /9/, { file: format }],
    ['a zip of two', 'file', /2 \.archipelago/, { file: twice }],
    ['a zip of none', 'file', /no \.archipelago/, { file: zipSync({ 'a.txt': tiny }) }],
    ['a broken zip', 'file', /./, { file: twice.subarray(0, 4000) }],
    [
      'a save of another multiworld',
      'save',
      /another multiworld/,
      { file: tiny, save: readFixture('links-6p.apsave') },
    ],
    ['a broken save', 'save', /./, { file: tiny, save: readFixture('tiny-2p.apsave').subarray(0, 900) }],
    ['a multidata as save', 'save', /./, { file: tiny, save: tiny }],
    ['an option', 'options.hint_cost', /whole number/, { file: tiny, options: { hint_cost: -1 } }],
    ['an unknown option', 'options.speed', /hint_cost/, { file: tiny, options: { speed: 3 } }],
  ]
  for (const [what, field, detail, request] of refusals) {
    const answer = await post(site, { ...request, room: 'tried' })
    const said = (await answer.json()) as object
    expect([what, answer.status, said]).toEqual([
      what,
      422,
      { error: 'refused', field, detail: expect.stringMatching(detail) },
    ])
    expect((await site.fetch('/api/rooms/archipelago/tried')).status).toBe(404)
  }
  const { rooms } = (await (await site.fetch('/api/rooms')).json()) as { rooms: readonly { room: string }[] }
  expect(rooms.map(({ room }) => room)).not.toContain('tried')
  expect((await post(site, { file: tiny }, {})).status).toBe(401)
  expect((await post(site, { file: tiny, room: 'tried' })).status).toBe(201)
  expect((await post(site, { file: tiny, room: 'tried' })).status).toBe(409)
  expect(site.program.errors.slice(reported)).toEqual([])
})

test('patches are public; the multidata, the spoiler and the save need the token', async ({ site }) => {
  const tiny = readFixtureMultidata('tiny-2p')
  const patch = Uint8Array.of(0x50, 0x4b, 1, 2, 0, 255)
  const seed = new Seed('tiny-2p').name
  const file = zipSync({
    [`AP_${seed}.archipelago`]: tiny,
    [`AP_${seed}_P2_Bob Ünder.apdice`]: patch,
    [`AP_${seed}_Spoiler.txt`]: new TextEncoder().encode('Bob: Dice'),
    'game.sfc': patch,
  })
  const room = await ArchipelagoRoom.create(site, { file })
  expect(room.created.warnings).toEqual([expect.stringContaining('game.sfc')])
  const files = `/${room.name}/files`
  const open = await room.fetch(`${files}/${encodeURIComponent(`AP_${seed}_P2_Bob Ünder.apdice`)}`, '')
  expect([open.status, new Uint8Array(await open.arrayBuffer())]).toEqual([200, patch])
  for (const name of [`AP_${seed}.archipelago`, `AP_${seed}_Spoiler.txt`, 'save.apsave']) {
    const [none, wrong, right] = await Promise.all(
      ['', 'wrong', undefined].map((token) => room.fetch(`${files}/${name}`, token)),
    )
    expect([name, none!.status, wrong!.status, right!.status]).toEqual([name, 401, 401, 200])
    if (name.endsWith('.archipelago')) expect(new Uint8Array(await right!.arrayBuffer())).toEqual(tiny)
  }
  expect((await room.fetch(`${files}/game.sfc`)).status).toBe(404)
  const page = await (await fetch(room.created.url)).text()
  expect([page.includes('apdice'), page.includes('Spoiler'), page.includes('save.apsave')]).toEqual([
    true,
    false,
    false,
  ])
})

test('PATCH sets and removes the room password and changes options during play, and shows no secret', async ({
  site,
}) => {
  const room = await ArchipelagoRoom.create(site, { file: readFixtureMultidata('links-6p') })
  const refusal = { cmd: 'ConnectionRefused', errors: ['InvalidPassword'] }
  const client = await PacketClient.connected(room.direct)
  expect((await client.receivePacket('RoomInfo')).password).toBe(true)
  expect(await client.join(cat)).toEqual(refusal)
  expect(await client.join({ ...cat, password: 'hunter2' })).toMatchObject({ cmd: 'Connected' })

  const changed = await room.patch({ password: 'open sesame' })
  expect([changed.status, changed.body.options.password]).toEqual([200, true])
  const other = await PacketClient.connected(await room.carried())
  expect(await other.join({ ...cat, password: 'hunter2' })).toEqual(refusal)
  expect(await other.join({ ...cat, password: 'open sesame' })).toMatchObject({ cmd: 'Connected' })
  client.say('!admin login adminpw')
  await client.receivePacket(({ data }) => JSON.stringify(data ?? '').includes('Login successful'))
  await other.until(() =>
    other.packets.some(({ data }) => JSON.stringify(data ?? '').includes('!admin login')),
  )
  expect(JSON.stringify(other.packets)).not.toContain('adminpw')
  const said = await Promise.all(
    [`/api/rooms/${room.name}`, '/api/rooms', `/${room.name}`, '/'].map(async (path) =>
      (await room.fetch(path)).text(),
    ),
  )
  const { lines, errors } = site.program
  for (const secret of ['open sesame', 'hunter2', 'adminpw', room.created.adminToken]) {
    expect([secret, said.filter((text) => text.includes(secret))]).toEqual([secret, []])
    expect([...lines, ...errors].filter((line) => line.includes(secret))).toEqual([])
  }

  const removed = await room.patch({ password: null })
  expect([removed.status, removed.body.options]).toEqual([
    200,
    expect.objectContaining({ password: false, server_password: true }),
  ])
  const third = await PacketClient.connected(await room.carried())
  expect((await third.receivePacket('RoomInfo')).password).toBe(false)
  expect(await third.join(cat)).toMatchObject({ cmd: 'Connected' })

  client.packets.length = 0
  expect((await room.patch({ options: { hint_cost: 33, release_mode: 'disabled' } })).status).toBe(200)
  const update = await client.receivePacket(
    ({ cmd, hint_cost }) => cmd === 'RoomUpdate' && hint_cost !== undefined,
  )
  expect(update.hint_cost).toBe(33)
  await client.until(() =>
    client.packets.some(({ permissions }) => (permissions as { release?: number })?.release === 0),
  )
  const bad = await room.patch({ options: { hint_cost: 'much' } })
  expect([bad.status, bad.body.field]).toEqual([422, 'options.hint_cost'])
  expect((await room.view()).options).toMatchObject({
    hint_cost: 33,
    release_mode: 'disabled',
    password: false,
  })
  await room.patch({ status: 'closed' })
  const late = new WebSocket(await room.carried())
  const [{ data }] = (await once(late, 'message')) as [MessageEvent]
  expect(data).toContain('This room is closed.')
  expect(((await once(late, 'close')) as [CloseEvent])[0].code).toBe(1000)
  third.send({ cmd: 'Get', keys: ['x'] })
  await third.receivePacket('Retrieved')
})

test('the first room that requests port 38281 gets it, and a client that specifies no port reaches this room', async ({
  site,
}) => {
  // The site's own sidecar opens any port; a separate one opens the requested port.
  site.sidecar('strict')
  await site.listenerPort('strict')
  const isFree = await canListen(habitualPort)
  const listen = [{ transport: 'websocket' as const, port: habitualPort, sidecar: 'strict' }]
  const first = await ArchipelagoRoom.create(site, { file: readFixtureMultidata('tiny-2p'), listen })
  const second = await ArchipelagoRoom.create(site, { file: readFixtureMultidata('tiny-2p'), listen })
  const taken = { transport: 'websocket', port: habitualPort, sidecar: 'strict', error: 'EADDRINUSE' }
  const open = { transport: 'websocket', host: '127.0.0.1', port: habitualPort, sidecar: 'strict' }
  const addresses = async () => [...(await first.entry()).addresses, ...(await second.entry()).addresses]
  await expect.poll(addresses, pollOptions).toEqual([isFree ? open : taken, taken])
  if (!isFree) return
  const client = new Client({ debugLogVersions: false })
  await client.login('ws://127.0.0.1', bob.name, bob.game)
  expect([client.socket.url, (await first.entry()).players]).toEqual([`ws://127.0.0.1:${habitualPort}/`, 1])
  client.socket.disconnect()
})

async function canListen(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

test('the command line sends a folder as a zip, and ends with exit code 1 and one line for an unusable file', async ({
  site,
}) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'AP_1.archipelago'), readFixtureMultidata('tiny-2p'))
  writeFileSync(join(folder, 'AP_1_P1_Alice.apx'), 'patch')
  const room = new ArchipelagoRoom(
    site,
    JSON.parse(await site.roomCommand('create', 'archipelago', folder, '--json')),
  )
  expect((await room.fetch(`/${room.name}/files/AP_1_P1_Alice.apx`, '')).status).toBe(200)
  const file = join(fixtures, 'reject-getattr-038.archipelago')
  const at = ['--url', site.url, '--token', site.ready.adminToken]
  const failed = new PackageProcess(['room', 'create', 'archipelago', file, ...at])
  expect([await failed.exit, failed.lines, failed.errors]).toEqual([
    1,
    [],
    [expect.stringMatching(/^refused file: .*getattr/)],
  ])
})
