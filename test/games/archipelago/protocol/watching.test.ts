import { expect, test } from 'vitest'
import { type TestClient, TestRoom } from '../test-client.ts'

function receivesReply(client: TestClient, key: string): boolean {
  client.send({ cmd: 'Set', key, default: 0, operations: [{ operation: 'add', value: 1 }] })
  return client.takePackets().some((packet) => packet.cmd === 'SetReply' && packet.key === key)
}

async function joinWatcher(tag = 'AP'): Promise<TestClient> {
  const client = (await TestRoom.createFrom('tiny-2p')).join('Alice', 'ChecksFinder', { tags: [tag] })
  client.takePackets()
  return client
}

const tooMany = 'Too many watched keys: the remaining keys were ignored.'

/** 256 keys of 256 UTF-16 units each, which are 65,536 units in all. */
const long = Array.from({ length: 256 }, (_, n) => `${n}`.padStart(256, 'k'))

test('[AP-7.6] a client can watch keys of 65,536 characters in all; a further key is rejected with an InvalidPacket', async () => {
  const client = await joinWatcher()
  client.send({ cmd: 'SetNotify', keys: long })
  expect(client.takePackets()).toEqual([])
  client.send({ cmd: 'SetNotify', keys: ['c'] })
  expect(client.only('InvalidPacket')).toMatchObject({ original_cmd: 'SetNotify', text: tooMany })
  expect([long[0]!, long[255]!, 'c'].map((key) => receivesReply(client, key))).toEqual([true, true, false])
})

test('[AP-7.6] a key that is already watched counts once', async () => {
  const client = await joinWatcher()
  for (let n = 0; n < 3; n++) client.send({ cmd: 'SetNotify', keys: [...long, ...long] })
  expect(client.takePackets()).toEqual([])
  expect(receivesReply(client, long[255]!)).toBe(true)
})

test.each(['AP', 'NoText'])(
  '[AP-7.6] a client tagged %s can watch 4,096 keys; one more is rejected with an InvalidPacket',
  async (tag) => {
    const client = await joinWatcher(tag)
    client.send({ cmd: 'SetNotify', keys: Array.from({ length: 4096 }, (_, n) => `k${n}`) })
    expect(client.takePackets()).toEqual([])
    client.send({ cmd: 'SetNotify', keys: ['k4096', 'k0'] })
    expect(client.only('InvalidPacket')).toMatchObject({ original_cmd: 'SetNotify', text: tooMany })
    expect([receivesReply(client, 'k4095'), receivesReply(client, 'k4096')]).toEqual([true, false])
  },
)

test('[AP-7.6] connections that watch many keys cannot exhaust the room’s memory, and other connections can still watch some keys', async () => {
  const room = await TestRoom.createFrom('tiny-2p')
  const join = () => {
    const client = room.join('Alice', 'ChecksFinder')
    client.takePackets()
    return client
  }
  const keysOf = (of: number, count: number) => Array.from({ length: count }, (_, n) => `${of}-${n}`)
  const watchers = Array.from({ length: 40 }, join)
  const refused = watchers.filter((client, of) => {
    client.send({ cmd: 'SetNotify', keys: keysOf(of, 4096) })
    return client.takePackets().some(({ cmd }) => cmd === 'InvalidPacket')
  })
  expect(refused.length).toBeGreaterThan(5)
  expect(refused.length).toBeLessThan(20)
  const late = join()
  late.send({ cmd: 'SetNotify', keys: keysOf(99, 20) })
  expect(receivesReply(late, '99-19')).toBe(true)
  watchers[0]!.disconnect()
  late.send({ cmd: 'SetNotify', keys: keysOf(99, 1000) })
  expect(receivesReply(late, '99-999')).toBe(true)
})
