import { strToU8 } from 'fflate'
import { beforeEach, describe, expect, it } from 'vitest'
import { gameRecords } from '../../../../../durable-objects/room/create/game-creation.ts'
import type { FromClient } from '../../../../../games/crossfire/protocol/packets/index.ts'
import { memoryRecords } from '../../../../memory-records.ts'
import { defaultSetup, Town } from '../../harness/room-harness.ts'
import type { Client, ReceivedPacket, ServerPacket } from '../../harness/test-client.ts'
import { archFolder, importedRecords, mapsFolder } from '../../import/harness/imported-world.ts'
import { expectConsistentClient } from '../../scenarios/client-consistency.ts'

let town: Town
beforeEach(async () => {
  town = await Town.open()
})

function guest(address = '127.0.0.1'): Client {
  const client = town.connect('today', { address })
  client.send({ type: 'version', cs: 1023, sc: 1029, info: 'test' })
  town.setUp(client, { ...defaultSetup, mapsize: '11x11' })
  return client
}

async function say(client: Client, packet: FromClient): Promise<ReceivedPacket[]> {
  const received = client.send(packet)
  return [...received, ...(await town.passwordsChecked(client))]
}

const account = (type: 'accountnew' | 'accountlogin', name: string, password = 'secret') =>
  ({ type, name, password }) as const
const create = (name: string, ...choices: string[]) =>
  ({ type: 'createplayer', name, password: 'secret', choices }) as const
const failures = (received: readonly ReceivedPacket[]) =>
  received.flatMap((packet) => (packet.type === 'failure' ? `${packet.command}: ${packet.text}` : []))
const refusal = async (...packet: Parameters<typeof say>) => failures(await say(...packet)).join('; ')
/** The first failure, or the type of the first packet. */
const outcome = async (...packet: Parameters<typeof say>) => {
  const received = await say(...packet)
  return failures(received)[0] ?? received[0]?.type
}
const types = (received: readonly ReceivedPacket[]) => received.map(({ type }) => type)
const last = <T extends ReceivedPacket['type']>(received: readonly ReceivedPacket[], type: T) =>
  received.findLast((packet) => packet.type === type) as ServerPacket<T> | undefined

describe('[CF-4.4] [CF-4.15] accounts', () => {
  it('an account is created and opened with its password, ignoring case in its name', async () => {
    const ann = guest()
    expect(await say(ann, account('accountnew', 'Smiths'))).toMatchObject([
      { type: 'accountplayers', characters: [] },
    ])
    ann.peer.hangUp()
    const again = guest()
    expect(await refusal(again, account('accountlogin', 'smiths', 'SECRET'))).toBe(
      'accountlogin: Incorrect password for account',
    )
    expect(types(await say(again, account('accountlogin', 'smiths')))).toEqual(['accountplayers'])
    expect(town.faults).toEqual([])
  })

  it.each([
    ['', 'secret', 'Name is too short'],
    ['x', 'secret', 'Name is too short'],
    ['x'.repeat(33), 'secret', 'Name is too long'],
    ['a/b', 'secret', 'Name contains characters that are not allowed'],
    [' ab', 'secret', 'Name contains characters that are not allowed'],
    ['ann\n', 'secret', 'Name contains characters that are not allowed'],
    ['ann', '', 'Password is too short'],
    ['ann', 'x', 'Password is too short'],
    ['ann', 'x'.repeat(65), 'Password is too long'],
  ])('[CF-4.15] the account name %j with password %j is refused', async (name, password, why) => {
    expect(await refusal(guest(), account('accountnew', name, password))).toBe(`accountnew: ${why}`)
  })

  it('a duplicate account is refused, even for simultaneous requests', async () => {
    const [ann, bob] = [guest(), guest()]
    ann.send(account('accountnew', 'smiths'))
    bob.send(account('accountnew', 'Smiths'))
    const received = [...(await town.passwordsChecked(ann)), ...(await town.passwordsChecked(bob))]
    expect(types(received).sort()).toEqual(['accountplayers', 'failure'])
    expect(await refusal(guest(), account('accountnew', 'SMITHS'))).toBe(
      'accountnew: That account already exists on this server',
    )
  })

  it('[CF-4.10] a login to an unknown account fails', async () => {
    for (const name of ['nobody', '', '../x', '__proto__'])
      expect(await refusal(guest(), account('accountlogin', name))).toBe(
        'accountlogin: No such account name exists on this server',
      )
  })

  it('[CF-4.6] [CF-4.7] [CF-4.8] [CF-4.9] account packets require a login', async () => {
    const client = guest()
    const packets: FromClient[] = [
      { type: 'accountplay', name: 'Ann' },
      { type: 'accountaddplayer', force: false, name: 'Ann', password: 'secret' },
      { type: 'accountpw', password: 'secret', newPassword: 'terces' },
      create('Ann'),
    ]
    for (const packet of packets) expect(await refusal(client, packet)).toMatch(/Not logged in$/)
  })

  it('[CF-4.8] the old password is required to change the password', async () => {
    const client = guest()
    await say(client, account('accountnew', 'smiths'))
    const change = (password: string, newPassword: string) =>
      say(client, { type: 'accountpw', password, newPassword })
    expect(failures(await change('wrong', 'terces'))).toEqual(['accountpw: Incorrect password for account'])
    expect(failures(await change('secret', 'x'))).toEqual(['accountpw: Password is too short'])
    expect(types(await change('secret', 'terces'))).toEqual(['accountplayers'])
    const again = guest()
    expect(types(await say(again, account('accountlogin', 'smiths')))).toEqual(['failure'])
    expect(types(await say(again, account('accountlogin', 'smiths', 'terces')))).toEqual(['accountplayers'])
  })

  it('[CF-4.8] a new password logs out the other clients of the account that are not in the game, also after a restart', async () => {
    const [first, second] = [guest(), guest()]
    await say(first, account('accountnew', 'smiths'))
    await say(first, create('Ann'))
    first.peer.hangUp()
    const third = guest()
    for (const client of [second, third]) await say(client, account('accountlogin', 'smiths'))
    const change = { type: 'accountpw', password: 'secret', newPassword: 'terces' } as const
    expect(types(await say(second, change))).toEqual(['accountplayers'])
    town.room.restart()
    expect(await refusal(third, { type: 'accountplay', name: 'Ann' })).toBe('accountplay: Not logged in')
    expect(types(await say(second, { type: 'accountplay', name: 'Ann' }))).toContain('addme_success')
  })

  it('[CF-4.8] of two password changes with the same old password, only the first succeeds', async () => {
    const [first, second] = [guest(), guest()]
    await say(first, account('accountnew', 'smiths'))
    await say(second, account('accountlogin', 'smiths'))
    first.send({ type: 'accountpw', password: 'secret', newPassword: 'terces' })
    expect(await refusal(second, { type: 'accountpw', password: 'secret', newPassword: 'stolen' })).toBe(
      'accountpw: Incorrect password for account',
    )
  })

  it('[CF-4.17] one address can try thirty passwords per minute', async () => {
    await say(guest(), account('accountnew', 'smiths'))
    const busy = guest('203.0.113.7')
    const tries = (client: Client) => outcome(client, account('accountlogin', 'smiths'))
    for (let n = 0; n < 30; n++) {
      expect(await tries(busy)).toBe('accountplayers')
      busy.pass(30)
    }
    expect(await tries(busy)).toBe('accountlogin: Too many attempts. Wait a minute.')
    expect(await tries(guest('203.0.113.7'))).toBe('accountlogin: Too many attempts. Wait a minute.')
    expect(await tries(guest('203.0.113.8'))).toBe('accountplayers')
    busy.pass(60_000)
    expect(await tries(busy)).toBe('accountplayers')
  })

  it('[CF-4.20] after ten wrong passwords in a minute, an address cannot log in to that account for a minute; other addresses can', async () => {
    for (const name of ['smiths', 'joneses']) await say(guest(), account('accountnew', name))
    const tries = async (password: string, name = 'smiths', address = '203.0.113.7') => {
      const client = guest(address)
      const answer = await outcome(client, account('accountlogin', name, password))
      client.peer.hangUp()
      return answer
    }
    const waits = (seconds: number) =>
      `accountlogin: Too many wrong passwords from your address. Try again in ${seconds} s.`
    for (let n = 0; n < 10; n++)
      expect(await tries(`guess ${n}`)).toBe('accountlogin: Incorrect password for account')
    for (const password of ['guess', 'secret']) expect(await tries(password, 'SMITHS')).toMatch(waits(60))
    expect(await tries('secret', 'smiths', '203.0.113.8')).toBe('accountplayers')
    expect(await tries('secret', 'joneses')).toBe('accountplayers')
    town.room.pass(1000)
    town.room.restart()
    expect(await tries('secret')).toMatch(/Try again in 5\d s\.$/)
    town.room.pass(60_000)
    expect(await tries('secret')).toBe('accountplayers')
  })

  it('[CF-4.20] wrong passwords in accountaddplayer and accountlogin count towards one limit', async () => {
    const ann = await town.joined('Ann')
    ann.peer.hangUp()
    const thief = guest('203.0.113.7')
    await say(thief, account('accountnew', 'thieves'))
    const steal = async (n: number) =>
      failures(
        await say(thief, { type: 'accountaddplayer', force: true, name: 'Ann', password: `guess ${n}` }),
      )
    for (let n = 0; n < 10; n++)
      expect(await steal(n)).toEqual([expect.stringContaining('0 Incorrect password for the character')])
    expect(await steal(10)).toEqual([expect.stringContaining('0 Too many wrong passwords')])
    expect(await refusal(guest('203.0.113.7'), account('accountlogin', 'of Ann'))).toContain(
      'Too many wrong passwords',
    )
    expect(types(await say(guest(), account('accountlogin', 'of Ann')))).toEqual(['accountplayers'])
  })
})

describe('[CF-4.9] a new character', () => {
  async function smiths(): Promise<Client> {
    const client = guest()
    await say(client, account('accountnew', 'smiths'))
    return client
  }

  it('has the chosen attributes and enters the game at once', async () => {
    const client = await smiths()
    const received = await say(
      client,
      create('Ann', 'race dwarf_player', 'class priest_class', 'wis 18', 'Str 6'),
    )
    expect(types(received).indexOf('player')).toBeLessThan(types(received).indexOf('addme_success'))
    expect(types(received).indexOf('addme_success')).toBeLessThan(types(received).indexOf('newmap'))
    const { origin } = town.player(client)
    expect(origin).toMatchObject({
      race: 'dwarf_player',
      class: 'priest_class',
      abilities: { Wis: 20, Str: 6 },
    })
    expect(client.stats.get('title')).toBe('Player: Ann the priest')
  })

  it('[CF-4.14] an unknown race, class or starting map is refused with a sentence that names it', async () => {
    const client = await smiths()
    for (const [choice, what] of [
      ['race gorgon', 'race "gorgon"'],
      ['class plumber', 'class "plumber"'],
      ['starting_map map_scorn', 'starting map "map_scorn"'],
    ] as const)
      expect(await say(client, create('Ann', choice))).toMatchObject([
        { type: 'failure', command: 'createplayer', text: `This world has no ${what}.` },
      ])
  })

  it('gets the default for missing choices, and other keys are ignored', async () => {
    const client = await smiths()
    await say(client, create('Ann', 'hair red'))
    expect(town.player(client).origin).toMatchObject({ race: 'human_player', class: 'fighter_class' })
    expect(town.player(client).level!.name).toBe('town')
  })

  it.each(['town', 'inn', 'temple'])('[CF-4.14] can start in the %s, on a free cell', async (start) => {
    const client = await smiths()
    await say(client, create('Ann', `starting_map ${start}`))
    const { level, x, y } = town.player(client)
    expect([level!.name, level!.blocksMovement(x, y)]).toEqual([start, false])
    expectConsistentClient(town, client)
  })

  it.each([
    [['Str 99'], 'Stat value is out of range - 99 must be between 3 and 18'],
    [['Con 2'], 'Stat value is out of range - 2 must be between 3 and 18'],
    [['Int x'], 'Stat value is out of range - x must be between 3 and 18'],
    [['Str 18'], 'Total allocated statistics is higher than allowed (90>84)'],
  ])('is refused with the choices %j', async (choices, why) => {
    const client = await smiths()
    expect(await refusal(client, create('Ann', ...choices))).toBe(`createplayer: ${why}`)
    expect(town.world.has('Ann')).toBe(false)
  })

  it.each([
    ['A', 'Name is too short'],
    ['A'.repeat(33), 'Name is too long'],
    ['1ann', 'Name contains characters that are not allowed'],
    ['Ann Bo', 'Name contains characters that are not allowed'],
    ['Ann/../x', 'Name contains characters that are not allowed'],
  ])('[CF-4.15] cannot have the name %j', async (name, why) => {
    const client = await smiths()
    expect(await refusal(client, create(name))).toBe(`createplayer: ${why}`)
  })

  it('cannot have the name of another character', async () => {
    const client = await smiths()
    await town.joined('Ann')
    expect(await refusal(client, create('ANN'))).toBe('createplayer: That name is already in use')
  })

  it('[CF-4.12] an account has at most sixteen characters', async () => {
    const client = await smiths()
    for (let n = 0; n < 16; n++) {
      const one = guest()
      await say(one, account('accountlogin', 'smiths'))
      await say(one, create(`Ann${n}`))
      one.peer.hangUp()
    }
    expect(await refusal(client, create('Ann16'))).toBe('createplayer: The account is full')
  })

  it('[CF-4.7] [CF-4.12] of two existing characters that are added at the same time to an account with fifteen, one is refused', async () => {
    const clients = [await smiths(), guest()]
    await say(clients[1]!, account('accountlogin', 'smiths'))
    for (let n = 0; n < 15; n++) town.world.accounts.addCharacter('smiths', `Ann${n}`)
    for (const name of ['Bob', 'Cid']) (await town.joinLegacy(name)).peer.hangUp()
    const add = (name: string) =>
      ({ type: 'accountaddplayer', force: false, name, password: 'secret' }) as const
    clients[0]!.send(add('Bob'))
    clients[1]!.send(add('Cid'))
    const received = [
      ...(await town.passwordsChecked(clients[0]!)),
      ...(await town.passwordsChecked(clients[1]!)),
    ]
    expect(failures(received)).toEqual(['accountaddplayer: 0 The account is full'])
    expect(town.world.accounts.find('smiths')!.characters).toHaveLength(16)
  })

  it('[CF-4.5] [CF-4.6] [CF-17.14] is listed and playable later, even without experience', async () => {
    const client = await smiths()
    await say(client, create('Ann', 'class wizard_class'))
    client.peer.hangUp()
    const again = guest()
    const received = await say(again, account('accountlogin', 'smiths'))
    const [fields] = last(received, 'accountplayers')!.characters
    expect(fields).toContainEqual({ kind: 'name', value: 'Ann' })
    expect(fields).toContainEqual({ kind: 'class', value: 'wizard' })
    expect(fields).toContainEqual({ kind: 'level', value: 1 })
    expect(fields).toContainEqual({ kind: 'map', value: 'Hollowford' })
    expect(await refusal(again, { type: 'accountplay', name: 'Bob' })).toBe(
      'accountplay: Character Bob is not associated with account smiths',
    )
    expect(types(await say(again, { type: 'accountplay', name: 'ann' }))).toContain('addme_success')
    expect(again.name).toBe('Ann')
  })

  it('[CF-4.5] is listed even if the name of its imported map does not fit into the field', async () => {
    const map = `arch map\nname ${'x'.repeat(300)}\nend\narch meadow\nend\n`
    const records = memoryRecords()
    const kept = await importedRecords(archFolder, { ...mapsFolder, 'maps/land/hill': strToU8(map) })
    records.writeAll(gameRecords({ records: kept }))
    town = await Town.open({}, records)
    const client = await smiths()
    await say(client, create('Ann'))
    client.peer.hangUp()
    const [fields] = last(await say(guest(), account('accountlogin', 'smiths')), 'accountplayers')!.characters
    expect(fields).toContainEqual({ kind: 'map', value: 'x'.repeat(254) })
  })

  it('[CF-4.18] [CF-11.13] a second login of the same character closes the first client', async () => {
    const client = await smiths()
    await say(client, create('Ann'))
    const again = guest()
    await say(again, account('accountlogin', 'smiths'))
    await say(again, { type: 'accountplay', name: 'Ann' })
    expect(client.peer.closed).toBeDefined()
    expect(types(client.look())).toContain('goodbye')
    expect(town.world.players).toBe(1)
    again.do('say still here')
    expect(again.hasReceivedText('still here')).toBe(true)
    expect(town.faults).toEqual([])
  })
})

describe('[CF-4.7] adding an existing character to an account', () => {
  it("requires the character's password, which the password of the account then replaces", async () => {
    const old = await town.joinLegacy('Bob')
    old.peer.hangUp()
    const client = guest()
    await say(client, account('accountnew', 'smiths', 'of smiths'))
    const add = (name: string, password: string, force = false) =>
      say(client, { type: 'accountaddplayer', force, name, password })
    expect(failures(await add('Nobody', 'secret'))).toEqual([
      'accountaddplayer: 0 The character does not exist',
    ])
    expect(failures(await add('Bob', 'wrong'))).toEqual([
      'accountaddplayer: 0 Incorrect password for the character',
    ])
    expect(last(await add('bob', 'secret'), 'accountplayers')!.characters).toHaveLength(1)
    expect(failures(await add('Bob', 'of smiths'))).toEqual([
      'accountaddplayer: 0 The character is already in this account',
    ])

    const other = guest()
    await say(other, account('accountnew', 'others'))
    const take = (force: boolean) =>
      say(other, { type: 'accountaddplayer', force, name: 'Bob', password: 'of smiths' })
    expect(failures(await take(false))).toEqual([
      'accountaddplayer: 1 The character belongs to another account',
    ])
    expect(last(await take(true), 'accountplayers')!.characters).toHaveLength(1)
    expect(town.world.accounts.find('smiths')!.characters).toEqual([])
    expect(town.world.accounts.accountOf('Bob')!.name).toBe('others')
  })
})

describe('[CF-4.2] login by questions', () => {
  function asked(dialect: Client['dialect'] = '1997'): Client {
    const client = town.connect(dialect)
    if (dialect === 'today') {
      client.send({ type: 'version', cs: 1023, sc: 1029, info: 'test' })
      town.setUp(client, { ...defaultSetup, mapsize: '11x11', loginmethod: '0' })
    } else client.send({ type: 'version', cs: 1021, sc: 1022, info: 'X11 C Client' })
    return client
  }
  const reply = (text: string) => ({ type: 'reply', text }) as const
  const question = (received: readonly ReceivedPacket[]) => last(received, 'query')

  it.each(['1997', 'today'] as const)(
    '[CF-4.1] [CF-4.16] a %s client creates a character',
    async (dialect) => {
      const client = asked(dialect)
      const begun = client.send({ type: 'addme' })
      expect(types(begun).slice(-2)).toEqual(['query', 'addme_success'])
      expect(question(begun)).toMatchObject({ flags: 0, text: 'What is your name?\n:' })
      expect(question(client.send(reply('Old')))).toMatchObject({ flags: 4 })
      expect(question(await say(client, reply('secret')))).toMatchObject({
        flags: 4,
        text: expect.stringMatching(/again/),
      })
      expect(question(await say(client, reply('secret')))).toMatchObject({
        flags: 2,
        text: expect.stringMatching(/y\/n\/1-7/),
      })
      const rolled = client.stats.get('str')
      expect(question(client.send(reply('y')))).toMatchObject({ flags: 2, text: '' })
      const [str, dex] = [client.stats.get('str'), client.stats.get('dex')]
      expect(rolled).toEqual(expect.any(Number))
      client.send(reply('1'))
      client.send(reply('2'))
      expect([client.stats.get('str'), client.stats.get('dex')]).toEqual([dex, str])
      expect(client.texts.slice(-2)).toEqual(['Str ->', 'Dex done'])
      expect(question(client.send(reply('x')))).toMatchObject({ text: '' })
      expect(question(client.send(reply('n')))).toMatchObject({ flags: 2, text: expect.stringMatching(/d'/) })
      expect(client.stats.get('title')).toBe('Player: Old the human fighter')
      expect(question(client.send(reply(' ')))).toMatchObject({ text: '' })
      expect(client.stats.get('title')).toBe('Player: Old the human wizard')
      expect(types(client.send(reply('d')))).toContain('player')
      expect(town.player(client).origin).toMatchObject({
        name: 'Old',
        race: 'human_player',
        class: 'wizard_class',
      })
      client.peer.hangUp()

      const again = asked(dialect)
      again.send({ type: 'addme' })
      again.send(reply('old'))
      expect(question(await say(again, reply('wrong')))).toMatchObject({ flags: 0 })
      again.send(reply('old'))
      expect(types(await say(again, reply('secret')))).toContain('player')
      expect(again.name).toBe('Old')
      expect(town.faults).toEqual([])
    },
  )

  it('[CF-4.3] only the first key of a single-key answer counts', async () => {
    const client = asked()
    client.send({ type: 'addme' })
    client.send(reply('Old'))
    for (let times = 0; times < 2; times++) await say(client, reply('secret'))
    expect(question(client.send(reply('nothing better')))).toMatchObject({
      text: expect.stringMatching(/d'/),
    })
    expect(types(client.send(reply('done')))).toContain('player')
  })

  it('after an invalid name or two different passwords the room asks for the name again', async () => {
    const client = asked()
    client.send({ type: 'addme' })
    for (const name of ['', 'x', '1a', 'a b', 'x'.repeat(300)])
      expect(question(client.send(reply(name)))).toMatchObject({ flags: 0 })
    client.send(reply('Bob'))
    expect(question(client.send(reply('')))).toMatchObject({ flags: 0 })
    client.send(reply('Bob'))
    await say(client, reply('secret'))
    expect(question(await say(client, reply('secrets')))).toMatchObject({ flags: 0 })
    expect(town.world.has('Bob')).toBe(false)
  })

  it('of two players who enter the same name at the same time, the second must choose another name', async () => {
    const [one, two] = [asked(), asked()]
    for (const client of [one, two]) {
      client.send({ type: 'addme' })
      client.send(reply('Bob'))
      await say(client, reply('secret'))
      await say(client, reply('secret'))
      client.send(reply('n'))
    }
    expect(types(one.send(reply('d')))).toContain('player')
    // The map of the other player was opened in the same transaction.
    town.room.pass(5)
    expect(question(two.send(reply('d')))).toMatchObject({ flags: 0 })
  })

  it('[CF-4.18] addme and reply are ignored during play', async () => {
    const bob = await town.joinLegacy('Bob')
    expect(bob.send({ type: 'addme' })).toEqual([])
    expect(bob.send(reply('x'))).toEqual([])
    expect(town.world.players).toBe(1)
  })

  it('a reply without a question and a second addme are ignored', async () => {
    const client = asked()
    expect(client.send(reply('x'))).toEqual([])
    client.send({ type: 'addme' })
    expect(client.send({ type: 'addme' })).toEqual([])
  })

  it("[CF-4.12] a character of an account uses the account's password", async () => {
    const ann = await town.joined('Ann')
    ann.peer.hangUp()
    const client = asked()
    client.send({ type: 'addme' })
    client.send(reply('Ann'))
    expect(types(await say(client, reply('secret')))).toContain('player')
  })

  it('[CF-9.2] commands before login are acknowledged without effect', async () => {
    const client = asked()
    const received = client.send({ type: 'ncom', packet: 7, repeat: -1, text: 'say too early' })
    expect(types(received)).toEqual(['drawinfo', 'comc'])
    expect(last(received, 'comc')).toMatchObject({ packet: 7 })
  })
})

describe('[CF-16.3] a full game', () => {
  const tooMany = 'The game is full. Try again later.'

  function small(): void {
    town.connect('today')
    Object.defineProperty(town.world, 'capacity', { value: 1, configurable: true })
  }

  it('refuses a new account and stores nothing', async () => {
    small()
    await town.joined('Ann')
    const bob = guest()
    expect(await refusal(bob, account('accountnew', 'bob'))).toBe(`accountnew: ${tooMany}`)
    expect(town.world.accounts.find('bob')).toBeUndefined()
    expect(bob.peer.closed).toBeUndefined()
  })

  it('refuses login, character choice and character creation of account holders', async () => {
    small()
    const [bob, cid] = [guest(), guest()]
    await say(bob, account('accountnew', 'bob'))
    await say(bob, create('Bob'))
    bob.peer.hangUp()
    await say(cid, account('accountnew', 'cid'))
    const back = guest()
    await say(back, account('accountlogin', 'bob'))
    const ann = await town.joined('Ann')
    expect(await refusal(cid, create('Cid'))).toBe(`createplayer: ${tooMany}`)
    expect(town.world.has('Cid')).toBe(false)
    expect(await refusal(back, { type: 'accountplay', name: 'Bob' })).toBe(`accountplay: ${tooMany}`)
    expect(await refusal(guest(), account('accountlogin', 'bob'))).toBe(`accountlogin: ${tooMany}`)
    ann.peer.hangUp()
    expect(types(await say(back, { type: 'accountplay', name: 'Bob' }))).toContain('addme_success')
  })

  it('accepts a second login of a character in the game', async () => {
    small()
    const ann = await town.joined('Ann')
    const again = guest()
    await say(again, account('accountlogin', 'of Ann'))
    expect(types(await say(again, { type: 'accountplay', name: 'Ann' }))).toContain('addme_success')
    expect(ann.peer.closed).toBeDefined()
    expect(town.world.players).toBe(1)
  })

  it('login by questions asks for the name again before any password', async () => {
    small()
    await town.joined('Ann')
    const old = town.connect('1997')
    old.send({ type: 'version', cs: 1021, sc: 1022, info: 'X11 C Client' })
    old.send({ type: 'addme' })
    const received = old.send({ type: 'reply', text: 'Oldhero' })
    expect(received).toMatchObject([
      { type: 'drawinfo', text: tooMany },
      { type: 'query', text: 'What is your name?\n:' },
    ])
    expect(old.peer.closed).toBeUndefined()
  })

  it('login by questions refuses a new character if the last place was taken before the choice of the class', async () => {
    small()
    const old = town.connect('1997')
    old.send({ type: 'addme' })
    for (const text of ['Oldhero', 'secret', 'secret', 'n']) await say(old, { type: 'reply', text })
    await town.joined('Ann')
    expect(old.send({ type: 'reply', text: 'd' })).toMatchObject([
      { type: 'drawinfo', text: tooMany },
      { type: 'query', text: 'What is your name?\n:' },
    ])
    expect(town.world.has('Oldhero')).toBe(false)
  })
})
