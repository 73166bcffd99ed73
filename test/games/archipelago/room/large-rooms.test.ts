import { describe, expect, test } from 'vitest'
import { protocolLimits } from '../../../../games/archipelago/protocol/limits.ts'
import { connectPacket, type TestClient, TestRoom, textOf } from '../test-client.ts'

const alice = { name: 'Alice', game: 'ChecksFinder' }
const bob = { name: 'Bob', game: 'Yacht Dice' }

function connectReply(room: TestRoom, fields: object): string {
  const client = room.open()
  client.send({ ...connectPacket, ...fields })
  const reply = client.takePackets().find(({ cmd }) => cmd === 'Connected' || cmd === 'ConnectionRefused')
  client.disconnect()
  return reply?.cmd === 'ConnectionRefused' ? (reply.errors as string[]).join() : (reply?.cmd ?? 'nothing')
}

const applyOptions = (room: TestRoom, options: Record<string, unknown>) =>
  room.harness.host.actions.applyOptions(options as never)

const texts = (client: TestClient): string[] =>
  client
    .takePackets()
    .filter(({ cmd }) => cmd === 'PrintJSON')
    .map(textOf)

describe('slot passwords', () => {
  test('[AP-13.1] replace the room’s password, each for one slot, and can be removed one by one', async () => {
    const room = await TestRoom.createFrom('tiny-2p', {
      password: 'room',
      slot_passwords: { 1: 'hazel', 2: 'his' },
    })
    expect(connectReply(room, { ...alice, password: 'hazel' })).toBe('Connected')
    for (const password of ['room', 'his', '', null])
      expect(connectReply(room, { ...alice, password })).toBe('InvalidPassword')
    applyOptions(room, { slot_passwords: { 2: null } })
    expect(connectReply(room, { ...bob, password: 'room' })).toBe('Connected')
    expect(connectReply(room, { ...bob, password: 'his' })).toBe('InvalidPassword')
    expect(connectReply(room, { ...alice, password: 'hazel' })).toBe('Connected')
    expect(JSON.stringify(room.harness.host.view)).not.toContain('hazel')
  })

  test('[AP-13.1] make RoomInfo require a password as soon as one slot has a password', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    expect(room.open().expect('RoomInfo').password).toBe(false)
    applyOptions(room, { slot_passwords: { 2: 'his' } })
    expect(room.open().expect('RoomInfo').password).toBe(true)
    expect(connectReply(room, alice)).toBe('Connected')
  })

  test('[AP-13.1] for an unknown slot, or with an invalid value, are rejected with the name of the field', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    for (const slot_passwords of [{ 0: 'x' }, { one: 'x' }, { 1: 7 }, { 1: '' }, 'x'])
      expect(applyOptions(room, { slot_passwords })?.refused.field).toMatch(/^options\.slot_passwords/)
  })
})

describe('locked slots', () => {
  test('[AP-13.2] accept only onlookers after the goal, and keep the clients that are already connected', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const client = room.join(alice.name, alice.game)
    client.send({ cmd: 'StatusUpdate', status: 30 })
    expect(connectReply(room, alice)).toBe('Connected')
    room.harness.host.actions.runConsoleCommand('/option done_slots locked')
    expect(connectReply(room, alice)).toBe('InvalidSlot')
    expect(connectReply(room, { ...alice, tags: ['Tracker'], game: '' })).toBe('Connected')
    expect(connectReply(room, bob)).toBe('Connected')
    client.say('still here')
    expect(texts(client)).toContain('Alice: still here')
  })
})

describe('presence texts', () => {
  const countPresenceTexts = async (presence: string, tags: string[]) => {
    const room = await TestRoom.createFrom('tiny-2p', { presence })
    const listening = room.join(bob.name, bob.game)
    const client = room.join(alice.name, alice.game, { tags })
    client.send({ cmd: 'ConnectUpdate', tags: [...tags, 'DeathLink'] })
    client.disconnect()
    room.advance(100)
    return texts(listening).length
  }

  test('[AP-13.3] announce all clients, only players, or nobody', async () => {
    expect(await countPresenceTexts('everybody', ['Tracker'])).toBe(3)
    expect(await countPresenceTexts('players', ['Tracker'])).toBe(0)
    expect(await countPresenceTexts('players', ['AP'])).toBe(3)
    expect(await countPresenceTexts('nobody', ['AP'])).toBe(0)
  })
})

describe('texts', () => {
  test('[AP-13.4] to everybody reach only clients that request them; replies and items reach all their receivers', async () => {
    const room = await TestRoom.createFrom('tiny-2p', { texts: 'asked' })
    const [quiet, reading] = [
      room.join(bob.name, bob.game),
      room.join(bob.name, bob.game, { tags: ['AP', 'Text'] }),
    ]
    const client = room.join(alice.name, alice.game)
    client.say('ahoy')
    client.send({ cmd: 'LocationChecks', locations: [81_000] })
    room.advance(100)
    expect(quiet.takePackets().map(({ cmd }) => cmd)).toEqual(['ReceivedItems'])
    expect(texts(reading)).toEqual(expect.arrayContaining(['Alice: ahoy']))
    client.takePackets()
    client.say('!help')
    expect(texts(client).join()).toContain('!release')
  })
})

describe('DeathLinks', () => {
  const death = { cmd: 'Bounce', tags: ['DeathLink'], data: { time: 1, source: 'Alice' } }
  const createDeathLinkRoom = async (options: Record<string, unknown>) => {
    const room = await TestRoom.createFrom('tiny-2p', options as never)
    const tags = ['AP', 'DeathLink']
    const [one, other] = [
      room.join(alice.name, alice.game, { tags }),
      room.join(bob.name, bob.game, { tags }),
    ]
    one.takePackets()
    const sendDeath = (packet: object = death) => {
      one.send(packet)
      room.advance(100)
      return other.takePackets().filter(({ cmd }) => cmd === 'Bounced').length
    }
    return { room, one, other, sendDeath }
  }

  test('[AP-13.5] are unrestricted by default', async () => {
    const { sendDeath } = await createDeathLinkRoom({})
    expect([sendDeath(), sendDeath()]).toEqual([1, 1])
  })

  test('[AP-13.5] reach nobody when they are disabled, while other Bounces are delivered', async () => {
    const { room, one, sendDeath } = await createDeathLinkRoom({ death_link: false })
    expect(sendDeath()).toBe(0)
    expect(sendDeath({ cmd: 'Bounce', slots: [2], data: 1 })).toBe(1)
    expect(one.takePackets()).toEqual([])
    room.harness.host.actions.runConsoleCommand('/option death_link true')
    expect(sendDeath()).toBe(1)
  })

  test('[AP-13.5] of one slot are dropped during the minimum interval after its last DeathLink', async () => {
    const { room, one, sendDeath } = await createDeathLinkRoom({ death_link_seconds: 60 })
    // A DeathLink that is refused as too long does not start the interval.
    expect(sendDeath({ ...death, data: 'x'.repeat(protocolLimits.bounceUnits) })).toBe(0)
    expect(one.takePackets()).toMatchObject([{ cmd: 'InvalidPacket' }])
    expect([sendDeath(), sendDeath()]).toEqual([1, 0])
    room.advance(59_000)
    expect(sendDeath()).toBe(0)
    room.advance(2000)
    expect(sendDeath()).toBe(1)
  })

  test('[AP-13.5] are neither sent nor received by excluded slots', async () => {
    expect((await createDeathLinkRoom({ death_link_without: [1] })).sendDeath()).toBe(0)
    const { one, sendDeath } = await createDeathLinkRoom({ death_link_without: [2] })
    expect(sendDeath()).toBe(0)
    expect(one.takePackets().map(({ cmd }) => cmd)).toEqual(['Bounced'])
  })
})

test('[AP-8.10] /options lists an option that the original lacks only if it is changed, and errors of /option never list it', async () => {
  const room = await TestRoom.createFrom('tiny-2p')
  const say = (line: string) => room.harness.host.actions.runConsoleCommand(line)!.join('\n')
  expect(say('/options')).not.toContain('presence')
  expect(say('/option presence players')).toBe('Set option presence to players')
  expect(say('/options')).toContain('Option presence is set to players')
  expect(say('/option presence loud')).toContain('known: everybody, players, nobody')
  expect(say('/option slot_passwords x')).not.toContain('presence')
  room.restart()
  expect(room.world.options.presence).toBe('players')
})
