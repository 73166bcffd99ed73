// The room answers any input, ignores it or closes the connection. It never fails, and other clients are not affected.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Command, fromClient, fromServer } from '../../../games/archipelago/packets.ts'
import { assertProperty } from '../../property.ts'
import { connectPacket, TestRoom } from './test-client.ts'

const commands = Object.keys(fromClient.rows) as Command[]
const fieldNames = [...new Set(commands.flatMap((cmd) => Object.keys(fromClient.rows[cmd].fields)))]

/** Values of fields: common values, and values that a client should never send. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    1,
    -1,
    1.5,
    30,
    81_000,
    1e300,
    2 ** 53,
    '',
    'x',
    'AP',
    [],
    {},
    [[1]],
    [{}],
  ),
  fc.array(fc.constantFrom<unknown>(81_000, 81_001, 1, 2, 'DeathLink', '_read_hints_0_1', 'k', null, 1.5)),
  fc.constantFrom(
    '!hint',
    '!hint Map Width',
    '!release',
    '!status',
    '!admin login x',
    '!alias \u{1f600}',
    '!',
  ),
  fc.constant({ class: 'Version', major: 0, minor: 6, build: 7 }),
  fc.constant([{ operation: 'add', value: 1 }, { operation: 'pop', value: 0 }, { operation: 'nope' }]),
  fc.jsonValue(),
)

const packet = fc.record(
  {
    cmd: fc.constantFrom(...commands.filter((cmd) => cmd !== 'Connect')),
    ...Object.fromEntries(fieldNames.map((name) => [name, value])),
  },
  { requiredKeys: ['cmd'] },
)

test('no frame, complete or truncated, causes an error of the room or disconnects another client', async () => {
  const [room, bob] = await TestRoom.with(['Bob', 'Yacht Dice'], 'tiny-2p')
  assertProperty(
    fc.property(fc.array(packet, { minLength: 1, maxLength: 4 }), fc.nat(200), (packets, cut) => {
      const client = room.join('Alice', 'ChecksFinder')
      client.send(...packets)
      const frame = JSON.stringify(packets)
      client.sendFrame(frame.slice(0, Math.max(0, frame.length - cut)))
      for (const { cmd } of client.takePackets()) expect(Object.keys(fromServer.rows)).toContain(cmd)
      client.disconnect()
      expect(room.harness.log.filter(({ level }) => level === 'error')).toEqual([])
      expect(bob.closeReason).toBeUndefined()
      bob.takePackets()
      room.advance(1000)
    }),
    { numRuns: 400 },
  )
})

test('no Connect packet causes an internal error of the room', async () => {
  const room = await TestRoom.createFrom('tiny-2p')
  const names = Object.keys(fromClient.rows.Connect.fields)
  const connect = { ...connectPacket, name: 'Alice', game: 'ChecksFinder' }
  assertProperty(
    fc.property(fc.constantFrom(...names), value, (name, odd) => {
      const client = room.open()
      client.send({ ...connect, [name]: odd })
      client.disconnect()
      expect(room.harness.log.filter(({ level }) => level === 'error')).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('packets of the server have the fields of the packet table, in the order of the table', async () => {
  const room = await TestRoom.createFrom('old-ap046-3p')
  const client = room.open()
  client.send({ ...connectPacket, name: 'Uno', game: 'ChecksFinder' })
  client.send(
    { cmd: 'LocationChecks', locations: [81_000] },
    { cmd: 'GetDataPackage', games: ['Archipelago'] },
  )
  client.send({ cmd: 'LocationScouts', locations: [81_001], create_as_hint: 2 }, { cmd: 'Get', keys: ['k'] })
  client.send({ cmd: 'Say', text: 5 }, { cmd: 'Set', key: 'k', operations: [], want_reply: true })
  client.send({ cmd: 'Bounce', slots: [1] }, { ...connectPacket, name: 'Nobody', game: '' })
  const seen = new Set<string>()
  for (const { cmd, ...fields } of client.takePackets()) {
    seen.add(cmd)
    const row = Object.keys(fromServer.rows[cmd as keyof typeof fromServer.rows].fields)
    if (row.at(-1) === '…') continue
    const known = row.map((field) => field.replace('?', ''))
    const names = Object.keys(fields)
    expect(names, cmd).toEqual(known.filter((name) => names.includes(name)))
    for (const field of row) if (!field.endsWith('?')) expect(names, cmd).toContain(field)
  }
  expect(seen.size).toBe(Object.keys(fromServer.rows).length - 1)
})
