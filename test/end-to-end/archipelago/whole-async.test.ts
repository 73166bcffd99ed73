// A whole async (a multiworld played over days) on one site, from a player's first file to the move of the room to
// another site.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { ApiClient, type CreateRoomResponse, type RoomEntry } from '../../../cli/api/api-client.ts'
import { uploadedFile } from '../../../games/shared/uploaded-file.ts'
import { listZipEntries } from '../../../games/shared/zip.ts'
import { parseAsCheeseTrackers } from '../../games/archipelago/pages/compatibility/cheese-trackers.ts'
import { readFixtureMultidata } from '../../games/archipelago/sample-multiworlds.ts'
import { pollOptions, Site } from '../running-site.ts'
import { PacketClient } from './client.ts'
import { ArchipelagoRoom } from './room.ts'
import { Seed } from './seed.ts'

const seed = new Seed('big-120p')
const files = 40
const slotsPerFile = seed.players.length / files
const discordOf = (file: number) => `${100_000_000_000_000_000n + BigInt(file)}`

const yamlOf = (file: number) =>
  seed.players
    .slice(file * slotsPerFile, (file + 1) * slotsPerFile)
    .map(
      ({ name, game }) =>
        `name: ${JSON.stringify(name)}\ngame: ${JSON.stringify(game)}\n${JSON.stringify(game)}: {}\n`,
    )
    .join('---\n')

interface SubmittedFile {
  readonly id: number
  readonly secret: string
}

class Async {
  readonly room: ArchipelagoRoom
  readonly api: string

  constructor(room: ArchipelagoRoom) {
    this.room = room
    this.api = `/api/rooms/${room.name}`
  }

  static async gathering(site: Site): Promise<Async> {
    const form = new FormData()
    for (const [name, value] of Object.entries({ game: 'archipelago', room: 'async', stage: 'gathering' }))
      form.set(name, value)
    form.set('listen', JSON.stringify([{ transport: 'websocket', port: 0 }]))
    const headers = { authorization: `Bearer ${site.ready.adminToken}` }
    const answer = await fetch(`${site.url}/api/rooms`, { method: 'POST', body: form, headers })
    expect(answer.status).toBe(201)
    return new Async(new ArchipelagoRoom(site, (await answer.json()) as CreateRoomResponse))
  }

  async get<T>(path: string): Promise<T> {
    const answer = await fetch(`${this.room.site.url}${this.api}/${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()) as T
  }

  send(method: string, path: string, body: string | Uint8Array | undefined, token = ''): Promise<Response> {
    return this.room.fetch(`${this.api}/${path}`, token, {
      method,
      ...(body !== undefined && { body: body as string }),
    })
  }

  async submit(file: number): Promise<SubmittedFile> {
    const query = new URLSearchParams({
      name: `${file}.yaml`,
      called: `Player ${file}`,
      discord: discordOf(file),
    })
    const answer = await this.send('POST', `yamls?${query}`, yamlOf(file))
    expect([file, answer.status]).toEqual([file, 201])
    return (await answer.json()) as SubmittedFile
  }
}

async function fakeDiscord() {
  const messages: { content?: string; allowed_mentions?: { users?: string[] } }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    messages.push(JSON.parse(body))
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { messages, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhooks/1/x` }
}

/** The close reason of a client that connects before the game has started. */
const knock = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.once('close', (_code, reason) => resolve(reason.toString()))
    socket.once('error', reject)
  })

test('[AP-16.6] [AP-16.7] a whole async works from the first player file to the export: claims, locks, pings, trackers, CSV and release', async () => {
  const [here, there] = await Promise.all([Site.start({ env: { WEBHOOKS: 'anywhere' } }), Site.start()])
  const discord = await fakeDiscord()
  const lobby = await Async.gathering(here)
  const { room } = lobby
  const { adminToken } = room.created
  const address = await room.carried()
  const { webhost } = (await room.entry()) as RoomEntry & { webhost: { tracker: string } }
  const hook = { url: discord.url, kind: 'discord', on: ['item', 'hint'], cooldown: 0 }
  expect((await lobby.send('POST', 'webhooks', JSON.stringify(hook), adminToken)).status).toBe(201)
  expect(await knock(address)).toBe('not started')

  // Players submit forty files, and one player takes a file back.
  const submitted: SubmittedFile[] = []
  for (let file = 0; file < files; file++) submitted.push(await lobby.submit(file))
  expect((await lobby.send('POST', 'yamls', yamlOf(3))).status).toBe(409)
  expect((await lobby.send('POST', 'yamls', 'name: Ann')).status).toBe(422)
  expect((await lobby.send('POST', 'yamls', `${yamlOf(3)}x: ${'y'.repeat(1_000_000)}`)).status).toBe(413)
  expect(
    (await lobby.send('DELETE', `yamls/${submitted[7]!.id}`, undefined, submitted[8]!.secret)).status,
  ).toBe(401)
  expect(
    (await lobby.send('DELETE', `yamls/${submitted[7]!.id}`, undefined, submitted[7]!.secret)).status,
  ).toBe(204)
  const stranger = 'name: Nobody\ngame: Clique\nClique: {}\n'
  expect((await lobby.send('POST', 'yamls', stranger, adminToken)).status).toBe(201)
  const shown = await lobby.get<{ files: object[]; open: boolean }>('yamls')
  expect([shown.files.length, shown.open]).toEqual([files, true])
  expect(await (await fetch(`${here.url}/${room.name}`)).text()).toContain('Player 12')

  // The lobby closes at its closing date.
  const closesAt = new Date(Date.now() + 1000).toISOString()
  expect((await room.patch({ options: { closes_at: closesAt } })).status).toBe(200)
  await expect.poll(async () => (await lobby.get<{ open: boolean }>('yamls')).open, pollOptions).toBe(false)
  expect((await lobby.send('POST', 'yamls', stranger.replace('Nobody', 'Late'))).status).toBe(422)

  // The host generates the multiworld, and starts it in the same room.
  expect((await lobby.send('GET', 'yamls.zip', undefined)).status).toBe(401)
  const zip = uploadedFile('', await (await lobby.send('GET', 'yamls.zip', undefined, adminToken)).bytes())
  expect(listZipEntries(zip, { entries: 1e4, bytes: 1e9 }).map(({ path }) => path)[0]).toBe(
    '000001-Player_0.yaml',
  )
  const multidata = readFixtureMultidata('big-120p')
  const starts = await Promise.all([1, 2].map(() => lobby.send('PUT', 'multidata', multidata, adminToken)))
  expect(starts.map(({ status }) => status).sort()).toEqual([200, 409])
  const started = (await starts.find(({ status }) => status === 200)!.json()) as RoomEntry & {
    warnings: string[]
  }
  const withoutFile = seed.players.slice(7 * slotsPerFile, 8 * slotsPerFile).map(({ name }) => name)
  expect(started.warnings).toEqual(
    expect.arrayContaining([
      'slots not in the multiworld: Nobody',
      `slots not in any file: ${withoutFile.join(', ')}`,
    ]),
  )
  expect(started).not.toHaveProperty('stage')
  expect(started).toMatchObject({ webhost })
  expect(await room.carried()).toBe(address)
  const matched = await lobby.get<{ slotsWithoutFile: { name: string }[] }>('yamls')
  expect(matched.slotsWithoutFile.map(({ name }) => name)).toEqual(withoutFile)
  expect(await (await fetch(`${here.url}/${room.name}/yamls`)).text()).toContain('Nobody')

  // With their secrets players change the claims that their files have created, and a player claims a slot that has no
  // file.
  expect(await lobby.get('claims/1')).toMatchObject({
    called: 'Player 0',
    discord: discordOf(0),
    ping: 'progression',
  })
  const stuck = JSON.stringify({ called: 'Player 0', discord: discordOf(0), ping: 'all', state: 'stuck' })
  expect((await lobby.send('PUT', 'claims/1', stuck)).status).toBe(409)
  expect((await lobby.send('PUT', 'claims/1', stuck, submitted[0]!.secret)).status).toBe(200)
  const free = seed.players[7 * slotsPerFile]!.slot
  const claims = ['Late', 'Later'].map((called) =>
    lobby.send('PUT', `claims/${free}`, JSON.stringify({ called, video: 'https://video.example/late' })),
  )
  expect((await Promise.all(claims)).map(({ status }) => status).sort()).toEqual([201, 409])

  const [first, second] = seed.players
  const ann = await PacketClient.joined(address, first!)
  ann.say('!lock')
  await ann.receivePacket((packet) => JSON.stringify(packet).includes('Your slot is locked'))
  const other = await PacketClient.connected(address)
  other.send({
    cmd: 'Connect',
    ...first!,
    uuid: 'other',
    password: null,
    version: { major: 0, minor: 6, build: 7, class: 'Version' },
    items_handling: 7,
    tags: ['AP'],
  })
  expect(await other.receivePacket('ConnectionRefused')).toMatchObject({ errors: ['InvalidSlot'] })

  // An item for the first player mentions only this player in Discord.
  const place =
    seed.places.find(({ finder, receiver }) => receiver === first!.slot && finder === second!.slot) ??
    seed.places.find(({ finder, receiver }) => receiver === first!.slot && finder !== receiver)!
  const finder = await PacketClient.joined(address, seed.players[place.finder - 1]!)
  await finder.check(place.location)
  const mentions = () => discord.messages.flatMap((message) => message.allowed_mentions?.users ?? [])
  await expect.poll(mentions, pollOptions).toEqual([discordOf(0)])

  // Other people's trackers and spreadsheets read the room.
  const tracker = parseAsCheeseTrackers(await (await fetch(`${here.url}/tracker/${webhost.tracker}`)).text())
  expect(tracker.games).toHaveLength(seed.players.length)
  expect(tracker.games[place.finder - 1]).toMatchObject({
    status: 'Connected',
    checks: [1, expect.any(Number)],
  })
  // A paused room holds back new checks until it resumes.
  const another = seed.placesIn(place.finder).find(({ location }) => location !== place.location)!
  expect((await room.patch({ options: { paused: true } })).status).toBe(200)
  finder.send({ cmd: 'LocationChecks', locations: [another.location] })
  finder.say('are we paused?')
  await finder.receivePacket((packet) => JSON.stringify(packet).includes('are we paused?'))
  const checksDone = async () => (await room.view()).checksDone
  expect(await checksDone()).toBe(1)
  expect((await room.patch({ options: { paused: false } })).status).toBe(200)
  await expect.poll(checksDone, pollOptions).toBe(2)

  const csv = await (await lobby.send('GET', 'slots.csv', undefined)).text()
  expect(csv.split('\r\n')[1]).toContain(`Player 0,${discordOf(0)},,all,stuck`)
  expect(csv).toContain('https://video.example/late')

  // The host releases the items of a slot.
  const release = JSON.stringify({ line: `/release ${first!.name}` })
  expect((await lobby.send('POST', 'say', release, adminToken)).status).toBe(200)
  await ann.until(() => ann.checked.size === seed.placesIn(first!.slot).length)

  // The room continues with all its data on another site.
  const file = await (await lobby.send('GET', 'export', undefined, adminToken)).blob()
  const form = new FormData()
  form.set('file', new File([file], 'async.packetboat'))
  const imported = await new ApiClient(new URL(there.url), there.ready.adminToken).import(form)
  const moved = new Async(new ArchipelagoRoom(there, imported))
  expect(await moved.get('claims/1')).toMatchObject({ called: 'Player 0', state: 'stuck' })
  expect(
    (await moved.send('PUT', 'claims/1', JSON.stringify({ called: 'Ann' }), submitted[0]!.secret)).status,
  ).toBe(200)
  expect((await moved.get<{ files: object[] }>('yamls')).files).toHaveLength(files)
  const again = await PacketClient.joined(await moved.room.carried(), first!)
  expect(again.checked.size).toBe(seed.placesIn(first!.slot).length)
  expect([...ann.faults, ...finder.faults, ...again.faults]).toEqual([])
})
