// What hosts of large rooms set beside what the original has.
import { describe, expect, test } from 'vitest'
import { type TestClient, TestRoom, defaultConnect } from '../test-client.ts'

const alice = { name: 'Alice', game: 'ChecksFinder' }
const bob = { name: 'Bob', game: 'Yacht Dice' }

/** What is answered to who asks to join. */
function answers(room: TestRoom, fields: object): string {
  const client = room.open()
  client.send({ ...defaultConnect, ...fields })
  const told = client.takePackets().find(({ cmd }) => cmd === 'Connected' || cmd === 'ConnectionRefused')
  client.disconnect()
  return told?.cmd === 'ConnectionRefused' ? (told.errors as string[]).join() : (told?.cmd ?? 'nothing')
}

const patch = (room: TestRoom, options: Record<string, unknown>) =>
  room.harness.host.applyOptions(options as never, () => {})

const texts = (client: TestClient): string[] =>
  client
    .takePackets()
    .filter(({ cmd }) => cmd === 'PrintJSON')
    .map(({ data }) => (data as { text: string }[]).map(({ text }) => text).join(''))

describe('passwords of slots', () => {
  test('[AP-13.1] stand in the place of the room’s, for that slot alone, and are taken away one by one', async () => {
    const room = await TestRoom.createFrom('tiny-2p', {
      password: 'room',
      slot_passwords: { 1: 'hazel', 2: 'his' },
    })
    expect(answers(room, { ...alice, password: 'hazel' })).toBe('Connected')
    for (const password of ['room', 'his', '', null])
      expect(answers(room, { ...alice, password })).toBe('InvalidPassword')
    patch(room, { slot_passwords: { 2: null } })
    expect(answers(room, { ...bob, password: 'room' })).toBe('Connected')
    expect(answers(room, { ...bob, password: 'his' })).toBe('InvalidPassword')
    expect(answers(room, { ...alice, password: 'hazel' })).toBe('Connected')
    expect(JSON.stringify(room.harness.host.view)).not.toContain('hazel')
  })

  test('[AP-13.1] RoomInfo says that a password is wanted as soon as one slot has one', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    expect(room.open().expect('RoomInfo').password).toBe(false)
    patch(room, { slot_passwords: { 2: 'his' } })
    expect(room.open().expect('RoomInfo').password).toBe(true)
    expect(answers(room, alice)).toBe('Connected')
  })

  test('[AP-13.1] one for what is no slot, or that is no text, is refused by its field', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    for (const slot_passwords of [{ 0: 'x' }, { one: 'x' }, { 1: 7 }, { 1: '' }, 'x'])
      expect(patch(room, { slot_passwords })?.refused.field).toMatch(/^options\.slot_passwords/)
  })
})

describe('slots that are done', () => {
  test('[AP-13.2] when locked take nobody new but onlookers; who is in stays', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const client = room.join(alice.name, alice.game)
    client.send({ cmd: 'StatusUpdate', status: 30 })
    expect(answers(room, alice)).toBe('Connected')
    room.harness.host.runConsoleCommand('/option done_slots locked')
    expect(answers(room, alice)).toBe('InvalidSlot')
    expect(answers(room, { ...alice, tags: ['Tracker'], game: '' })).toBe('Connected')
    expect(answers(room, bob)).toBe('Connected')
    client.say('still here')
    expect(texts(client)).toContain('Alice: still here')
  })
})

describe('who comes and goes', () => {
  const heard = async (presence: string, tags: string[]) => {
    const room = await TestRoom.createFrom('tiny-2p', { presence })
    const listening = room.join(bob.name, bob.game)
    const client = room.join(alice.name, alice.game, { tags })
    client.send({ cmd: 'ConnectUpdate', tags: [...tags, 'DeathLink'] })
    client.disconnect()
    room.advance(100)
    return texts(listening).length
  }

  test('[AP-13.3] is told of all, of players, or of nobody', async () => {
    expect(await heard('everybody', ['Tracker'])).toBe(3)
    expect(await heard('players', ['Tracker'])).toBe(0)
    expect(await heard('players', ['AP'])).toBe(3)
    expect(await heard('nobody', ['AP'])).toBe(0)
  })
})

describe('texts', () => {
  test('[AP-13.4] for all are heard by who asked for them; answers and items reach everybody they are for', async () => {
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
  const dying = async (options: Record<string, unknown>) => {
    const room = await TestRoom.createFrom('tiny-2p', options as never)
    const tags = ['AP', 'DeathLink']
    const [one, other] = [
      room.join(alice.name, alice.game, { tags }),
      room.join(bob.name, bob.game, { tags }),
    ]
    one.takePackets()
    const die = (packet: object = death) => {
      one.send(packet)
      room.advance(100)
      return other.takePackets().filter(({ cmd }) => cmd === 'Bounced').length
    }
    return { room, one, other, die }
  }

  test('[AP-13.5] go on as ever where nothing is said', async () => {
    const { die } = await dying({})
    expect([die(), die()]).toEqual([1, 1])
  })

  test('[AP-13.5] go to nobody when they are off; other Bounces do', async () => {
    const { room, one, die } = await dying({ death_link: false })
    expect(die()).toBe(0)
    expect(die({ cmd: 'Bounce', slots: [2], data: 1 })).toBe(1)
    expect(one.takePackets()).toEqual([])
    room.harness.host.runConsoleCommand('/option death_link true')
    expect(die()).toBe(1)
  })

  test('[AP-13.5] of one slot wait for each other, and what comes too soon is lost', async () => {
    const { room, die } = await dying({ death_link_seconds: 60 })
    expect([die(), die()]).toEqual([1, 0])
    room.advance(59_000)
    expect(die()).toBe(0)
    room.advance(2000)
    expect(die()).toBe(1)
  })

  test('[AP-13.5] neither come from nor go to slots that are without', async () => {
    expect((await dying({ death_link_without: [1] })).die()).toBe(0)
    const { one, die } = await dying({ death_link_without: [2] })
    expect(die()).toBe(0)
    expect(one.takePackets().map(({ cmd }) => cmd)).toEqual(['Bounced'])
  })
})

test('[AP-8.10] options of ours are shown where they are not as usual, and not known to who asks for what there is', async () => {
  const room = await TestRoom.createFrom('tiny-2p')
  const say = (line: string) => room.harness.host.runConsoleCommand(line)!.join('\n')
  expect(say('/options')).not.toContain('presence')
  expect(say('/option presence players')).toBe('Set option presence to players')
  expect(say('/options')).toContain('Option presence is set to players')
  expect(say('/option presence loud')).toContain('known: everybody, players, nobody')
  expect(say('/option slot_passwords x')).not.toContain('presence')
  room.restart()
  expect(room.world.options.presence).toBe('players')
})
