import { expect, test } from 'vitest'
import { ArchipelagoSession } from '../../../../games/archipelago/session.ts'
import { decodeLinkMessage, recordTypes } from '../../../../wire/link/link-codec.ts'
import { decodeUtf8 } from '../../../../wire/util/utf8.ts'
import { type Packet, type TestClient, TestRoom } from '../test-client.ts'

test.each([
  [true, '[{"cmd":"Get","keys":["a"]}]'],
  [true, '[{"cmd": "Get", "keys": ["a"]}]'],
  [true, ' [ {"cmd":"LocationScouts","locations":[1]}]'],
  [true, '[{"cmd":"LocationScouts","create_as_hint":0,"locations":[1]}]'],
  [true, '[{"cmd":"GetDataPackage"}]'],
  [false, '[{"cmd":"LocationScouts","create_as_hint": 2,"locations":[1]}]'],
  [false, '[{"cmd":"Set","key":"a","operations":[]}]'],
  [false, '[{"cmd":"GetNothing"}]'],
  [false, '[]'],
])('isReadOnly is %s for the frame %s', (expected, frame) => {
  expect(ArchipelagoSession.prototype.isReadOnly(frame)).toBe(expected)
})

async function twoClients() {
  const room = await TestRoom.createFrom('tiny-2p')
  const { harness } = room
  const [ann, bob] = [room.join('Alice', 'ChecksFinder'), room.join('Bob', 'Yacht Dice')]
  room.advance(5000)
  const events: string[] = []
  const { write } = harness.records
  harness.records.write = (changes) => {
    events.push('written')
    write(changes)
  }
  harness.downward = (message) => {
    for (const { type, payload } of decodeLinkMessage(message).records)
      if (type === recordTypes.data) events.push(...(JSON.parse(decodeUtf8(payload)) as Packet[]).map(shown))
    return message
  }
  const ask = (...frames: readonly (readonly [TestClient, object])[]) => {
    for (const [client, packet] of frames) client.call.sendFrame(JSON.stringify([packet]))
    harness.clock.pass(2)
    return events.splice(0)
  }
  return { ann, bob, ask }
}

function shown(packet: Packet): string {
  const { cmd, keys, value } = packet
  return `${cmd} ${JSON.stringify(keys ?? value ?? null)}`
}

const set = (value: number) => ({
  cmd: 'Set',
  key: 'a',
  want_reply: true,
  operations: [{ operation: 'replace', value }],
})
const get = { cmd: 'Get', keys: ['a'] }

test('if a Get and another client’s Set arrive together, the Get is answered before the commit, with the earlier value', async () => {
  const { ann, bob, ask } = await twoClients()
  expect(ask([ann, set(1)], [bob, get])).toEqual(['Retrieved {"a":null}', 'written', 'SetReply 1'])
  expect(ask([bob, get], [ann, set(2)])).toEqual(['Retrieved {"a":1}', 'written', 'SetReply 2'])
})

test('a Get after a Set of the same client shows the new value, and its reply is sent after the commit', async () => {
  const { ann, bob, ask } = await twoClients()
  expect(ask([ann, set(1)], [bob, set(2)], [ann, get])).toEqual([
    'written',
    'written',
    'SetReply 1',
    'SetReply 2',
    'Retrieved {"a":2}',
  ])
})

test('Gets that arrive together are answered in one message and write nothing', async () => {
  const { ann, bob, ask } = await twoClients()
  expect(ask([ann, get], [bob, get])).toEqual(['Retrieved {"a":null}', 'Retrieved {"a":null}'])
})
