import { expect } from 'vitest'
import { readFixtureMultidata } from '../../games/archipelago/sample-multiworlds.ts'
import { test } from '../running-site.ts'
import { type JoinOptions, type Packet, PacketClient } from './client.ts'
import { ArchipelagoRoom } from './room.ts'
import { Seed } from './seed.ts'

/** Clients before 0.3.5 receive plain texts as Print. */
const uno: JoinOptions = { name: 'Uno', game: 'ChecksFinder', version: { major: 0, minor: 3, build: 4 } }
const dos: JoinOptions = { name: 'Dos', game: 'VVVVVV', version: { major: 0, minor: 4, build: 6 } }

const prints = ({ packets }: PacketClient) => packets.filter(({ cmd }) => cmd === 'Print')

for (const fixture of ['old-ap038-3p', 'old-ap046-3p']) {
  test(`a room of ${fixture} serves clients of 0.3.4 and 0.4.6 with the packets of their versions`, async ({
    site,
  }) => {
    const seed = new Seed(fixture)
    const room = await ArchipelagoRoom.create(site, { file: readFixtureMultidata(fixture) })
    const old = await PacketClient.connected(await room.carried(), true)
    const players = seed.players.map(({ slot, name }) => ({
      team: 0,
      slot,
      alias: name,
      name,
      class: 'NetworkPlayer',
    }))
    const info = await old.receivePacket('RoomInfo')
    // The versions include the package of the game Archipelago, even if the seed lacks it.
    const packaged = [...new Set([...Object.keys(seed.packages), 'Archipelago'])].sort()
    const versions = packaged.map((game) => [game, 0])
    expect(info).toMatchObject({
      players,
      datapackage_version: 0,
      datapackage_versions: Object.fromEntries(versions),
      permissions: { forfeit: 2, release: 2, remaining: 1, collect: 6 },
      games: expect.arrayContaining(['ChecksFinder', 'VVVVVV', 'Timespinner']),
    })
    old.send({ cmd: 'GetDataPackage' })
    const { data } = (await old.receivePacket('DataPackage')) as Packet & { data: { games: object } }
    expect(Object.keys(data.games).sort()).toEqual(packaged)

    expect(await old.join(uno)).toMatchObject({ cmd: 'Connected', slot: 1 })
    await old.until(() => prints(old).length >= 2)
    expect(prints(old)[0]!.text).toMatch(
      /^Uno \(Team #1\) playing ChecksFinder has joined\. Client\(0\.3\.4\), \['AP'\]/,
    )
    const newer = await PacketClient.joined(room.direct, dos)
    await newer.receivePacket('PrintJSON')
    newer.say('hello')
    await old.until(() => prints(old).some(({ text }) => text === 'Dos: hello'))
    expect(newer.packets.filter(({ cmd }) => cmd === 'Print')).toEqual([])

    // These texts contain ids, because the client itself replaces ids of items and locations with names.
    const { location } = seed.placesIn(1).find(({ receiver }) => receiver === 2)!
    await old.check(location)
    const sent = await old.receivePacket(({ cmd, type }) => cmd === 'PrintJSON' && type === 'ItemSend')
    expect(sent).toMatchObject({ receiving: 2, item: { location, player: 1 } })
    await newer.until(() => newer.items.some((item) => item.startsWith(`1 ${location} `)))

    old.say('!forfeit')
    await old.until(() =>
      prints(old).some(({ text }) => /requires you to have beaten the game/.test(String(text))),
    )
    old.send({ cmd: 'StatusUpdate', status: 30 })
    await old.until(() => prints(old).some(({ text }) => text === 'Uno (Team #1) has completed their goal.'))
    old.say('!forfeit')
    await old.until(() => seed.placesIn(1).every(({ location }) => old.checked.has(location)))
    expect([old.fate, newer.fate, ...old.faults, ...newer.faults]).toEqual(['open', 'open'])
    expect([old.gap, newer.gap]).toEqual([undefined, undefined])
  })
}

test('a room of a new seed sends no messages of old versions, and rejects old clients', async ({ site }) => {
  const room = await ArchipelagoRoom.create(site, { file: readFixtureMultidata('tiny-2p') })
  const client = await PacketClient.connected(room.direct)
  const info = await client.receivePacket('RoomInfo')
  for (const field of ['players', 'datapackage_version', 'datapackage_versions'])
    expect(info).not.toHaveProperty(field)
  expect(info.permissions).not.toHaveProperty('forfeit')
  const answer = await client.join({ ...uno, name: 'Alice' })
  expect(answer).toEqual({ cmd: 'ConnectionRefused', errors: ['IncompatibleVersion'] })
})
