import { describe, expect, it } from 'vitest'
import type { Records } from '../../../../../durable-objects/storage/records.ts'
import { crossfire } from '../../../../../games/crossfire/index.ts'
import type { FromClient } from '../../../../../games/crossfire/protocol/packets/index.ts'
import type { Options } from '../../../../../games/game.ts'
import { memoryRecords } from '../../../../memory-records.ts'
import { defaultSetup, Town } from '../../harness/room-harness.ts'
import type { Client, ReceivedPacket } from '../../harness/test-client.ts'

const dayMs = 86_400_000
const abroad = '192.0.2.7'

function guest(town: Town, address = '127.0.0.1'): Client {
  const client = town.connect('today', { address })
  client.send({ type: 'version', cs: 1023, sc: 1029, info: 'test' })
  town.setUp(client, { ...defaultSetup, mapsize: '11x11' })
  return client
}

async function say(town: Town, client: Client, packet: FromClient): Promise<ReceivedPacket[]> {
  const received = client.send(packet)
  return [...received, ...(await town.passwordsChecked(client))]
}

const account = (name: string) => ({ type: 'accountnew', name, password: 'secret' }) as const
const character = (name: string) => ({ type: 'createplayer', name, password: 'secret', choices: [] }) as const
const failures = (received: readonly ReceivedPacket[]) =>
  received.flatMap((packet) => (packet.type === 'failure' ? `${packet.command}: ${packet.text}` : []))
const host = (town: Town, line: string) => town.room.harness.host.actions.runConsoleCommand(line)

const guildOfAnn = {
  ...{ founded: true, points: 0, funds: 0 },
  members: [{ name: 'Ann', rank: 'Master', dues: 0 }],
}

/** The character enters the game and leaves at once. */
async function visited(town: Town, name: string): Promise<void> {
  const client = await town.joined(name)
  client.peer.hangUp()
  town.room.pass(5)
}

async function opened(options: Options = {}): Promise<{ town: Town; records: Records }> {
  const records = memoryRecords()
  const town = await Town.open(options, records)
  town.connect('today').peer.hangUp()
  return { town, records }
}

describe('[CF-16.9] the creation limit of an address', () => {
  it('limits creations per hour across connections, and the refusal says when to retry', async () => {
    const { town } = await opened({ maxCreationsPerHour: 3 })
    const told: string[] = []
    for (const name of ['ann', 'bob', 'cid', 'dan'])
      told.push(...failures(await say(town, guest(town, abroad), account(name))))
    expect(told).toEqual([
      'accountnew: Too many new characters and accounts from your address. Try again in 60 min.',
    ])
    expect(town.world.accounts.count).toBe(3)
    expect(failures(await say(town, guest(town, '192.0.2.8'), account('eve')))).toEqual([])
    town.room.pass(3_600_000)
    expect(failures(await say(town, guest(town, abroad), account('dan')))).toEqual([])
  })

  it('limits characters and accounts together per day', async () => {
    const { town } = await opened({ maxCreationsPerHour: 2, maxCreationsPerDay: 3 })
    const first = guest(town, abroad)
    await say(town, first, account('ann'))
    await say(town, first, character('Ann'))
    town.room.pass(2 * 3_600_000)
    const second = guest(town, abroad)
    await say(town, second, account('bob'))
    expect(failures(await say(town, second, character('Bob')))).toEqual([
      'createplayer: Too many new characters and accounts from your address. Try again in 22 h.',
    ])
    expect(town.world.has('Bob')).toBe(false)
  })

  it('survives a restart of the room', async () => {
    const { town } = await opened({ maxCreationsPerHour: 1 })
    await say(town, guest(town, abroad), account('ann'))
    town.room.restart()
    expect(failures(await say(town, guest(town, abroad), account('bob')))).toHaveLength(1)
  })

  it('does not apply to loopback or with a limit of 0', async () => {
    const { town } = await opened({ maxCreationsPerHour: 1 })
    for (const name of ['ann', 'bob', 'cid'])
      expect(failures(await say(town, guest(town), account(name)))).toEqual([])
    const free = (await opened({ maxCreationsPerHour: 0, maxCreationsPerDay: 0 })).town
    for (const name of ['ann', 'bob', 'cid'])
      expect(failures(await say(free, guest(free, abroad), account(name)))).toEqual([])
  })

  it('ends a login by questions at the question for the name', async () => {
    const { town } = await opened({ maxCreationsPerHour: 1 })
    await say(town, guest(town, abroad), account('ann'))
    const client = town.connect('1997', { address: abroad })
    client.send({ type: 'version', cs: 1023, sc: 1027, info: 'test' })
    client.send({ type: 'addme' })
    const received = await say(town, client, { type: 'reply', text: 'Bob' })
    expect(JSON.stringify(received)).toContain('Too many new characters and accounts from your address.')
    expect(received.filter(({ type }) => type === 'query')).toMatchObject([{ text: 'What is your name?\n:' }])
  })
})

describe('[CF-16.10] a full world', () => {
  const full = 'This world is full: no more'

  it('refuses new characters and accounts with a message', async () => {
    const { town } = await opened({ maxCharacters: 2 })
    await visited(town, 'Ann')
    await visited(town, 'Bob')
    const client = guest(town)
    expect(failures(await say(town, client, account('cid')))).toEqual([
      `accountnew: ${full} accounts can be created. Ask the room owner to raise the limit.`,
    ])
    await say(town, client, { type: 'accountlogin', name: 'of Ann', password: 'secret' })
    expect(failures(await say(town, client, character('Cid')))).toEqual([
      `createplayer: ${full} characters can be created. Ask the room owner to raise the limit.`,
    ])
  })

  it('deletes unplayed characters and their accounts, longest unused first', async () => {
    const { town } = await opened({ maxCharacters: 2 })
    await visited(town, 'Ann')
    town.room.pass(20 * dayMs)
    await visited(town, 'Bob')
    town.room.pass(10 * dayMs)
    await visited(town, 'Cid')
    expect(['Ann', 'Bob', 'Cid'].map((name) => town.world.has(name))).toEqual([false, true, true])
    expect(town.world.accounts.find('of Ann')).toBeUndefined()
    expect(town.world.accounts.passwordHashOf('Ann')).toBeUndefined()
    expect(town.world.view()).toMatchObject({ characters: 2 })
  })

  it.each<[string, (town: Town, client: Client) => void]>([
    ['played for ten minutes', (town) => town.room.pass(600_000)],
    ['gained a level', (town, client) => (town.player(client).experience = 100_000)],
    ['has money in the bank', (town, client) => (town.player(client).bank = 1)],
  ])('never deletes a character that %s', async (_, invests) => {
    const { town } = await opened({ maxCharacters: 1 })
    const ann = await town.joined('Ann')
    invests(town, ann)
    ann.peer.hangUp()
    town.room.pass(400 * dayMs)
    expect(failures(await say(town, guest(town), account('bob')))).toHaveLength(1)
    expect(town.world.has('Ann')).toBe(true)
    expect(host(town, '/prune 0')).toEqual(['Deleted characters: 0, accounts: 0.'])
  })

  it('never deletes a character that gained a level just before the room crashed', async () => {
    const { town, records } = await opened({ maxCharacters: 1 })
    const ann = await town.joined('Ann')
    town.player(ann).experience = 100_000
    ann.peer.hangUp()
    town.room.pass(5)
    const lost = { name: 'Ann', at: 0, played: 0, level: 1, born: 1e9, worth: 0 }
    records.write(new Map([['game/seen/ann', JSON.stringify(lost)]]))
    town.room.restart()
    expect([...town.world.roster.list()]).toEqual([lost])
    expect(host(town, '/prune 30')).toEqual(['Deleted characters: 0, accounts: 0.'])
    expect(town.world.has('Ann')).toBe(true)
  })

  it.each(['guild', 'letters', 'shop'])('never deletes a character with a %s', async (kind) => {
    const { town, records } = await opened({ maxCharacters: 1 })
    await visited(town, 'Ann')
    const pages: { readonly [kind: string]: readonly [page: string, held: unknown] } = {
      guild: ['Poor Knights', guildOfAnn],
      letters: ['ann', [['Bob', 'hello']]],
      shop: ['pshop', { owner: 'Ann', until: 0, next: 1, wares: [] }],
    }
    const [page, held] = pages[kind]!
    records.write(new Map([[`game/ledger/${kind}/${page}`, JSON.stringify(held)]]))
    town.room.pass(400 * dayMs)
    expect(host(town, '/prune 30')).toEqual(['Deleted characters: 0, accounts: 0.'])
  })

  it('deletes nothing if the owner disabled pruning', async () => {
    const { town } = await opened({ maxCharacters: 1, pruneAfterDays: 0 })
    await visited(town, 'Ann')
    town.room.pass(4000 * dayMs)
    expect(failures(await say(town, guest(town), account('bob')))).toHaveLength(1)
  })

  it('deletes an account without characters and logs its client out', async () => {
    const { town } = await opened({ maxCharacters: 1 })
    const ann = guest(town)
    await say(town, ann, account('ann'))
    host(town, '/delete-account ann')
    expect(failures(await say(town, ann, character('Ann')))).toEqual(['createplayer: Not logged in'])
    expect(town.faults).toEqual([])
  })
})

describe('[CF-16.12] the owner console', () => {
  it('lists characters and accounts by days without use', async () => {
    const { town } = await opened()
    await visited(town, 'Ann')
    town.room.pass(10 * dayMs)
    await visited(town, 'Bob')
    expect(host(town, '/characters 5')).toEqual([
      '1:',
      expect.stringMatching(/^Ann: 10 days ago, level 1, 0 min played, account of Ann, unplayed$/),
    ])
    expect(host(town, '/characters')).toHaveLength(3)
    expect(host(town, '/accounts 5')).toEqual(['1:', expect.stringMatching(/^of Ann: .*, Ann$/)])
  })

  it('/prune deletes by age and lists the result', async () => {
    const { town } = await opened()
    await visited(town, 'Ann')
    await visited(town, 'Bob')
    town.room.pass(3 * dayMs)
    await visited(town, 'Cid')
    expect(host(town, '/prune 2')).toEqual([
      'Deleted characters: 2, accounts: 2.',
      'Characters: Ann, Bob',
      'Accounts: of Ann, of Bob',
    ])
    expect(town.world.view()).toMatchObject({ characters: 1 })
  })

  it('[CF-16.11] a later character of the same name gets nothing that a deleted character owned', async () => {
    const { town, records } = await opened()
    await visited(town, 'Ann')
    await visited(town, 'Bob')
    records.write(
      new Map([
        ['game/ledger/letters/ann', JSON.stringify([['Bob', 'hello']])],
        ['game/ledger/owed/ann', '50'],
        ['game/ledger/guild/Knights', JSON.stringify(guildOfAnn)],
        ['game/ledger/shop/pshop', JSON.stringify({ owner: 'Ann', until: 9e15, next: 1, wares: [] })],
      ]),
    )
    expect(host(town, '/delete-character aNN')).toEqual(['Deleted aNN.'])
    expect(host(town, '/delete-character Ann')).toEqual(['No character Ann.'])
    const left = [...records.list('game/')].filter(
      ([key, value]) => /ann/i.test(key) || /"Ann"/.test(String(value)),
    )
    expect(left.map(([key]) => key)).toEqual(['game/account/of ann'])
    expect(town.world.accounts.find('of Ann')!.characters).toEqual([])
  })

  it('refuses to delete connected players', async () => {
    const { town } = await opened()
    await town.joined('Ann')
    expect(host(town, '/delete-character ann')).toEqual(['ann is in the game. Kick the player first.'])
    expect(host(town, "/delete-account 'of Ann'")).toEqual([
      'A character of of Ann is in the game. Kick the player first.',
    ])
    expect(host(town, '/prune 0')).toEqual(['Deleted characters: 0, accounts: 0.'])
  })

  it('deletes an account with its characters', async () => {
    const { town } = await opened()
    await visited(town, 'Ann')
    expect(host(town, "/delete-account 'of Ann'")).toEqual(['Deleted account of Ann and 1 character.'])
    expect([town.world.has('Ann'), town.world.accounts.count]).toEqual([false, 0])
  })

  it.each([
    ['hello', 'Unknown command. /help lists all commands.'],
    ['/prune', 'Give the number of days, an integer from 0 to 9999.'],
    ['/prune x', 'Give the number of days, an integer from 0 to 9999.'],
    ['/delete-account', 'Give a name.'],
    ['/delete-account nobody', 'No account nobody.'],
    ['/constructor', 'Unknown command. /help lists all commands.'],
  ])('explains what is wrong with %j', async (line, answer) => {
    const { town } = await opened()
    expect(host(town, line)).toEqual([answer])
  })

  it('every command except help has a form', async () => {
    const forms = await crossfire.ownerConsole!.renderForms('')
    const markup = forms.map(({ content }) => String(content)).join('')
    const { town } = await opened()
    const words = host(town, '/help')!.map((line) => /^\/[\w-]+/.exec(line)![0])
    for (const word of words) if (word !== '/help') expect(markup).toContain(`value="${word}"`)
  })
})
