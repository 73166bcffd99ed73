// The prototype for TCP clients without a sidecar, in which the runtime delivers their connections to the Worker. The
// test uses the same runtime as Cloudflare, but not the same network.
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { framing as arcaneFraming } from '../../../games/arcane-sector/framing.ts'
import { fromServer as fromArcaneServer } from '../../../games/arcane-sector/packets.ts'
import { builtinCharacterRules } from '../../../games/crossfire/builtin/characters/index.ts'
import { framing as crossfireFraming } from '../../../games/crossfire/protocol/framing.ts'
import { fromClient as fromCrossfireClient } from '../../../games/crossfire/protocol/packets/index.ts'
import { framing as soaprunFraming } from '../../../games/soaprun/framing.ts'
import { fromServer as fromSoaprunServer } from '../../../games/soaprun/packets.ts'
import { addLengthField, FrameSplitter, type Framing, stripLengthField } from '../../../wire/net/framing.ts'
import { quietOptions } from '../../games/arcane-sector/harness/island-world.ts'
import { readTranscript as arcaneTranscript, worldFile } from '../../games/arcane-sector/transcripts.ts'
import { recordedPackets } from '../../games/crossfire/protocol/transcripts/transcripts.ts'
import { worldA, zipFiles } from '../../games/soaprun/fixture-world.ts'
import { readTranscript as soaprunTranscript } from '../../games/soaprun/transcripts.ts'
import { ArcaneClient } from '../arcane-sector/client.ts'
import { CrossfireClient } from '../crossfire/client.ts'
import { reservedPort, reservedPorts } from '../network/ports.ts'
import { pollOptions } from '../running-site.ts'
import { SoaprunClient } from '../soaprun/client.ts'
import { startWithTcp } from './worker-with-tcp.ts'

const unhurried = { maxPacketsPerSecond: 0, maxTilesPerSecond: 0, maxRoomRequestsPerSecond: 0 }
const json = (options: object) => JSON.stringify(options)

type Ports = readonly [number, number, number, number, number]

async function startSite() {
  const [soaprun, arcaneSector, crossfire, nowhere, unlisted] = (await reservedPorts(5)) as Ports
  const ports = { soaprun, 'arcane-sector': arcaneSector, crossfire, nowhere, unlisted }
  const entries = [
    ...(['soaprun', 'arcane-sector', 'crossfire'] as const).map((game) => `${ports[game]}=${game}/harbor`),
    `${ports.nowhere}=crossfire/nowhere`,
  ]
  const site = await startWithTcp(Object.values(ports), entries.join(', '))
  await site.create({
    ...{ game: 'soaprun', room: 'harbor', options: json(unhurried) },
    file: new File([zipFiles(worldA('original-format')) as Uint8Array<ArrayBuffer>], 'A.zip'),
  })
  await site.create({
    ...{ game: 'arcane-sector', room: 'harbor', options: json(quietOptions) },
    file: new File([worldFile() as Uint8Array<ArrayBuffer>], 'map.json'),
  })
  await site.create({ game: 'crossfire', room: 'harbor' })
  return { ports, site }
}

/** Sends recorded bytes in pieces of any size, and records the types of the received packets. */
function replayed(
  port: number,
  framing: Framing,
  sent: readonly Uint8Array[],
  typeOf: (frame: Uint8Array) => string,
) {
  const types: string[] = []
  const splitter = new FrameSplitter({ ...framing, max: 1_100_000 })
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}) // after an error the test fails, because packets are missing
  socket.on('data', (chunk) => {
    for (const frame of splitter.push(chunk)) types.push(typeOf(stripLengthField(framing, frame)))
  })
  const all = Buffer.concat(sent)
  for (let at = 0; at < all.length; at += 37) socket.write(all.subarray(at, at + 37))
  return types
}

/**
 * The packet as the recorded client would have sent it to this world. The recorded player chose race, class and
 * starting map from the server's lists. A choice that this world does not offer is replaced by the last choice in the
 * world's list.
 */
function chosenHere(bytes: Uint8Array): Uint8Array {
  const packet = fromCrossfireClient.decode(bytes)
  if (packet.type !== 'createplayer') return bytes
  const { races, classes, startingMaps } = builtinCharacterRules
  const offered = new Map(Object.entries({ race: races, class: classes, starting_map: startingMaps }))
  const choices = packet.choices.map((choice) => {
    const [key = '', value] = choice.split(' ')
    const list = offered.get(key)
    return !list || list.some(({ id }) => id === value) ? choice : `${key} ${list.at(-1)!.id}`
  })
  return fromCrossfireClient.encode({ ...packet, choices })
}

test('original clients of three games play over TCP to the Worker, in the same rooms as WebSocket clients', async () => {
  const { ports, site } = await startSite()
  const painter = await SoaprunClient.seated(ports.soaprun)
  await painter.draw(14)
  const [other] = await SoaprunClient.overWebSocket(`${site.url.replace('http', 'ws')}/soaprun/harbor`)
  const { players } = await other.enter()
  expect(players.map(({ nodes }) => nodes.at(-1))).toContainEqual(painter.place)
  const people = await site.request('/api/rooms/soaprun/harbor/people')
  expect(await people.json()).toMatchObject({ people: [{ address: '127.0.0.x' }, { address: '127.0.0.x' }] })

  const ann = await ArcaneClient.joined(ports['arcane-sector'], 1, 'Ann')
  const bob = await ArcaneClient.joined(ports['arcane-sector'], 2, 'Bob')
  await ann.walk(2)
  await bob.until(() => bob.mobs.some(({ id }) => id === 1n), 'Ann, seen by Bob')
  await ann.leave()

  const cora = await CrossfireClient.overTcp('today', ports.crossfire)
  await cora.join('Cora')
  await cora.doing('say hello')

  // A kicked client is disconnected, and a room that is deleted disconnects all.
  const [first] = (
    (await (await site.request('/api/rooms/soaprun/harbor/people')).json()) as {
      people: { id: string }[]
    }
  ).people
  await site.request('/api/rooms/soaprun/harbor/kick', {
    method: 'POST',
    body: json({ id: first!.id }),
    headers: { 'content-type': 'application/json' },
  })
  await Promise.race([painter.gone, other.gone])
  await site.request('/api/rooms/soaprun/harbor', { method: 'DELETE' })
  await Promise.all([painter.gone, other.gone])
})

test('recorded conversations get the recorded kinds of answers over TCP to the Worker', async () => {
  const { ports } = await startSite()
  const soaprun = soaprunTranscript('sd-A-walk_cross_room')
  const runner = replayed(
    ports.soaprun,
    soaprunFraming,
    soaprun.flatMap(({ d, c, bytes }) => (d === 'c2s' && c === 0 ? [bytes!] : [])),
    (frame) => fromSoaprunServer.decode(frame).type,
  )
  const recorded = soaprun.flatMap(({ d, c, type }) => (d === 's2c' && c === 0 ? [type!] : []))
  await expect.poll(() => runner, pollOptions).toEqual(recorded)

  const arcane = arcaneTranscript('01-solo')
  const solo = replayed(
    ports['arcane-sector'],
    arcaneFraming,
    arcane.flatMap((entry) => (entry.dir === 'C2S' ? [entry.bytes] : [])),
    (frame) => fromArcaneServer.decode(frame).type,
  )
  const kinds = new Set(arcane.flatMap((entry) => (entry.dir === 'S2C' ? [entry.chunk] : [])))
  await expect.poll(() => solo, pollOptions).toEqual(expect.arrayContaining([...kinds]))

  for (const [name, answers] of [
    [
      'gtk175_create_character_walk',
      ['version', 'setup', 'replyinfo', 'addme_success', 'player', 'map2', 'comc'],
    ],
    [
      'x11client095_server095_session',
      ['version', 'query', 'addme_success', 'player', 'stats', 'map', 'comc'],
    ],
  ] as const) {
    const sent = recordedPackets(name).filter(({ dir }) => dir === 'C')
    const client = replayed(
      ports.crossfire,
      crossfireFraming,
      sent.map(({ bytes }) => addLengthField(crossfireFraming, chosenHere(bytes))),
      (frame) => Buffer.from(frame).toString('latin1').split(/[ \0]/, 1)[0]!,
    )
    await expect
      .poll(() => client, { ...pollOptions, message: name })
      .toEqual(expect.arrayContaining([...answers]))
  }
})

async function closedAfter(port: number, bytes: Uint8Array): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {}) // a reset ends the connection like a close
  socket.resume()
  socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
}

test('a connection without a room or with an invalid frame is closed, and other connections stay open', async () => {
  const { ports } = await startSite()
  const painter = await SoaprunClient.seated(ports.soaprun)
  await closedAfter(ports.nowhere, new Uint8Array(4))
  await closedAfter(ports.unlisted, new Uint8Array(4))
  await closedAfter(ports.soaprun, new Uint8Array([255, 255, 255, 127]))
  await painter.draw(14)
  await painter.leave()
})

test('without the setting all TCP connections are closed', async () => {
  const only = await reservedPort()
  const site = await startWithTcp([only], undefined)
  await site.create({ game: 'crossfire', room: 'harbor' })
  await closedAfter(only, new Uint8Array(4))
})
