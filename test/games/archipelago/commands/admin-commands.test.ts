// The admin role and the admin commands.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adminCommands } from '../../../../games/archipelago/commands/admin-commands.ts'
import { handleSay } from '../../../../games/archipelago/commands/index.ts'
import { parseJson } from '../../../../games/archipelago/python/json.ts'
import type { Dict } from '../../../../games/archipelago/python/values.ts'
import { clientStatusCodes } from '../../../../games/archipelago/slots/slot-states.ts'
import { secretMatches } from '../../../../games/shared/passwords.ts'
import { assertProperty } from '../../../property.ts'
import { createCommandRoom, textOf } from './command-room.ts'

/** A room with Ann as the admin, and Ben. */
async function seated(file = 'links-6p.archipelago', [admin, other] = ['Ann', 'Ben']) {
  const room = await createCommandRoom(file, { server_password: 'adminpw' })
  const [ann, ben] = [room.join(admin!), room.join(other!)]
  handleSay(room.world, ann, '!admin login adminpw')
  const gives = (command: string) => {
    room.takePackets(ben)
    return room.answers(ann, `!admin ${command}`)
  }
  return { ...room, ann, ben, gives }
}

describe('the admin role', () => {
  test('[AP-8.8] does not exist without a server password', async () => {
    for (const server_password of [null, undefined]) {
      const room = await createCommandRoom(
        'tiny-2p.archipelago',
        server_password === null ? { server_password } : {},
      )
      const alice = room.join('Alice')
      for (const text of ['!admin', '!admin login', '!admin login ', '!admin login None', '!admin /players'])
        expect(room.answers(alice, text)).toEqual(['Sorry, Remote administration is disabled'])
      expect(room.world.admin).toBeUndefined()
    }
  })

  test('[AP-8.8] passes to the latest login without notifying its previous holder', async () => {
    const { world, ann, ben, takePackets, answers } = await seated()
    takePackets(ann)
    expect(answers(ben, '!admin login adminpw')[0]).toMatch(/^Login successful/)
    expect(takePackets(ann).map(({ type }) => type)).toEqual(['Chat'])
    expect(world.admin).toBe(ben)
    expect(answers(ann, '!admin /players')).toEqual(['You must first login using !admin login [password]'])
    expect(answers(ann, '!admin logout')).toEqual(['You must first login using !admin login [password]'])
    expect(world.admin).toBe(ben)
  })

  test('ends with a logout or a disconnect', async () => {
    const { world, ann, gives } = await seated()
    expect(gives('logout')[0]).toMatch(/^Logout successful/)
    expect(world.admin).toBeUndefined()
    gives('login adminpw')
    world.removeClient(ann)
    expect(world.admin).toBeUndefined()
  })

  test('belongs to nobody without a password, and a changed password applies at once', async () => {
    const { gives } = await seated()
    expect(gives('/option server_password "new pw"')).toEqual(['Set option server_password to new pw'])
    expect(gives('login adminpw')).toEqual(['Password incorrect.'])
    expect(gives('login new pw')[0]).toMatch(/^Login successful/)
    expect(gives('/option server_password none')).toEqual(['Set option server_password to None'])
    expect(gives('/players')).toEqual(['Sorry, Remote administration is disabled'])
  })

  test('lets its holder speak to everybody as the server, except in commands', async () => {
    const { gives, ben, takePackets } = await seated()
    gives('good evening /all')
    expect(takePackets(ben)[1]).toEqual({
      cmd: 'PrintJSON',
      data: [{ text: '[Server]: good evening /all' }],
      type: 'ServerChat',
      message: 'good evening /all',
    })
  })

  test('logs logins and commands, but no passwords or arguments', async () => {
    const { log, gives } = await seated()
    gives('login wrongpw')
    gives('/option server_password newpw')
    expect(log).toEqual([
      ['admin-login', { slot: 1, matches: true }],
      ['admin-login', { slot: 1, matches: false }],
      ['admin-command', { slot: 1, command: 'option' }],
    ])
  })

  test.each([
    '!admin login hunter3',
    '!ADMIN LOGIN hunter3',
    '  !admin   login   hunter3',
    '"!admin" login hunter3',
    '!admin "login" hunter3',
    '!adminlogin hunter3',
    '!admin loginhunter3',
    "!admin login hunter3's",
    '!admin /option server_password hunter3',
    '!admin /OPTION  Server_Password hunter3',
    '!admin "/option" \'server_password\' hunter3',
  ])('hides the password in %j from everybody else', async (text) => {
    const room = await createCommandRoom('links-6p.archipelago', { server_password: 'adminpw' })
    const [ann, ben] = [room.join('Ann'), room.join('Ben')]
    room.takePackets(ben)
    handleSay(room.world, ann, text)
    expect(JSON.stringify(room.takePackets(ben))).not.toContain('hunter3')
  })

  test('accepts the exact password only, whatever another has in common with it', () => {
    const secret = 'correct horse'
    for (const other of [
      '',
      'c',
      'correct',
      'correct horsf',
      'Correct horse',
      `${secret}${secret}`,
      `${secret} `,
    ])
      expect(secretMatches(other, secret)).toBe(false)
    expect(secretMatches(secret, secret)).toBe(true)
    expect(secretMatches('', '')).toBe(false)
    expect(secretMatches('x', '')).toBe(false)
  })
})

describe('admin commands', () => {
  test('[AP-10.2] never report an internal error, whatever the arguments are', async () => {
    const { world, ann, ben, takePackets, gives } = await seated()
    const line = fc.record({
      name: fc.constantFrom(...adminCommands.commands.map(({ name }) => name), 'nonsense'),
      words: fc.array(
        fc.oneof(
          fc.constantFrom(
            'Ben',
            'ben',
            'TimeLink',
            '1',
            '0',
            '-1',
            '1e3',
            '99999999999999999999',
            'Eternal Crown',
          ),
          fc.constantFrom('hint_cost', 'release_mode', 'item_cheat', '"', "'", '\\', '1337001', '__proto__'),
          fc.string({ maxLength: 12 }),
        ),
        { maxLength: 4 },
      ),
    })
    assertProperty(
      fc.property(line, ({ name, words }) => {
        world.setOption('server_password', 'adminpw')
        world.admin = ann
        const texts = gives(`/${name} ${words.join(' ')}`)
        expect(texts.join('\n')).not.toMatch(/Traceback|undefined|NaN|\[object/)
        takePackets(ben)
      }),
      { numRuns: 400 },
    )
  })

  test('[AP-8.9] appear in the help in the original’s order, and each of them runs', async () => {
    const { gives } = await seated()
    const names = gives('/help')[0]!
      .split('\n')
      .filter((line) => line.startsWith('/'))
    expect(names.map((line) => line.split(' ')[0])).toEqual(
      [
        'help license options save players status exit alias collect countdown release allow_release forbid_release',
        'send_multiple send send_location hint hint_location option datastore',
      ]
        .join(' ')
        .split(' ')
        .map((name) => `/${name}`),
    )
  })

  test('save and exit explain how the room works, and change nothing', async () => {
    const { gives, world, ben, takePackets } = await seated()
    expect(gives('/save')[0]).toContain('saves every change immediately')
    expect(gives('/exit')[0]).toContain('only its host can close it')
    expect(world.clients.has(ben)).toBe(true)
    expect(takePackets(ben).map(({ type }) => type)).toEqual(['Chat'])
  })

  test('can release and collect a player, and permit a release in any mode', async () => {
    const { gives, answers, ben, world } = await seated()
    world.setOption('release_mode', 'disabled')
    expect(gives('/allow_release bEN')).toEqual([
      'Player Ben is now allowed to use the !release command at any time.',
    ])
    expect(gives('/forbid_release Ben')[0]).toMatch(/^Player Ben has to follow the server restrictions/)
    expect(answers(ben, '!release')[0]).toContain('has been disabled')
    gives('/allow_release "Ben"')
    answers(ben, '!release')
    expect(world.checks.missing(2)).toEqual([])
    gives('/release Cat')
    expect(world.checks.missing(3)).toEqual([])
    for (const [command, why] of [
      ['release', 'to release'],
      ['collect', 'to collect'],
      ['allow_release', 'to allow the !release command for.'],
      ['forbid_release', 'to forbid the !release command for.'],
    ])
      expect(gives(`/${command} Benn`)).toEqual([`Could not find player Benn ${why}`])
  })

  test('accept player names of several words, with and without quotes', async () => {
    const { gives, world } = await seated('mixed-8p.zip', ['Fox', 'Bird'])
    gives('/alias Zoë Ninja The Shadow')
    expect(world.displayName(5)).toBe('The Shadow (Zoë Ninja)')
    gives('/alias "zoë ninja" Z')
    expect(world.displayName(5)).toBe('Z (Zoë Ninja)')
    expect(gives('/alias Zoë Ninja')[0]).toBe('Removed Alias for Zoë Ninja')
    expect(gives('/alias Zoë Ninja')).toEqual(['Zoë Ninja has no alias.'])
    gives('/release 時の旅人')
    expect(world.checks.missing(6)).toEqual([])
  })

  test("send a group's items to its members, followed by the text", async () => {
    const { gives, world, ben, takePackets } = await seated()
    gives('/send_multiple 2 TimeLink Eternal Crown')
    const [, items, text] = takePackets(ben)
    expect(items).toMatchObject({ cmd: 'ReceivedItems', items: [{ item: 1337000 }, { item: 1337000 }] })
    expect(text).toEqual({
      cmd: 'PrintJSON',
      data: [{ text: 'Cheat console: sending 2 of "Eternal Crown" to TimeLink' }],
    })
    expect(world.items.all(1)).toHaveLength(2)
  })

  test.each(['0', '101', '-1', '1.5', 'many', '1e1'])('%s is an invalid amount to send', async (amount) => {
    const { gives, world } = await seated()
    const refusal = `${amount} is not a valid amount. Choose 1 to 100.`
    expect(gives(`/send_multiple ${amount} Ben Eternal Crown`)).toEqual([refusal])
    expect(world.items.all(2)).toEqual([])
  })

  test('a location is sent once, and only in the world that has it', async () => {
    const { gives, world } = await seated()
    gives('/send_location Ben 1337000')
    expect(world.checks.has(2, 1337000)).toBe(true)
    expect(gives('/send_location Ben 1337000')).toEqual(['Ben has already checked that location.'])
    expect(gives('/send_location Ben 5')).toEqual(['Ben has no location 5.'])
    expect(gives('/send_location Ben qqqqqqqq')[0]).toMatch(/^Didn't find something that closely matches/)
  })

  test('hints resolve the player first, and report if they find none', async () => {
    const { gives } = await seated()
    expect(gives('/hint Nobodyxyz Antidote')[0]).toMatch(/^Didn't find something .* 'Nobodyxyz'/)
    expect(gives('/hint Ben qqqqqqqq')[0]).toMatch(/^Didn't find something/)
    expect(gives('/hint_location Ben 5')).toEqual(['No hints found.'])
  })

  test.each([
    ['hint_cost', '0', 0],
    ['location_check_points', '+7', 7],
    ['release_mode', 'AUTO_ENABLED', 'auto_enabled'],
    ['collect_mode', 'auto-enabled', 'auto-enabled'],
    ['remaining_mode', 'Disabled', 'disabled'],
    ['countdown_mode', 'auto', 'auto'],
    ['item_cheat', 'OFF', false],
    ['item_cheat', 'yes', true],
    ['password', 'null', null],
    ['password', '""', null],
    ['password', '"two words"', 'two words'],
    ['compatibility', '1', 1],
  ] as const)('option %s accepts %s', async (name, typed, value) => {
    const { gives, world } = await seated()
    expect(gives(`/option ${name} ${typed}`)[0]).toMatch(`Set option ${name} to `)
    expect(world.options[name]).toBe(value)
  })

  test.each([
    ['hint_cost -1', 'hint_cost is a whole number from 0 to 1000000.'],
    ['hint_cost 1e3', 'hint_cost is a whole number from 0 to 1000000.'],
    ['compatibility 3', 'compatibility is a whole number from 0 to 2.'],
    ['countdown_mode goal', "Unrecognized countdown_mode value 'goal', known: enabled, disabled, auto"],
    [`password ${'x'.repeat(129)}`, 'password is text of 1 to 128 characters, or null for none.'],
    ['password two words', 'Usage: /option option_name option_value'],
    ['auto_shutdown 5', /^Unrecognized option 'auto_shutdown', known: hint_cost: /],
    ['__proto__ 5', /^Unrecognized option '__proto__', known: /],
  ] as const)('option %s is rejected', async (line, refusal) => {
    const { gives, world } = await seated()
    const before = world.options
    expect(gives(`/option ${line}`)).toEqual([
      typeof refusal === 'string' ? refusal : expect.stringMatching(refusal),
    ])
    expect(world.options).toBe(before)
  })

  test('[AP-8.10] an option takes effect at once', async () => {
    const { gives, answers, ben } = await seated()
    gives('/option item_cheat false')
    expect(answers(ben, '!getitem Antidote')).toEqual(['Cheating is disabled.'])
    gives('/option remaining_mode goal')
    expect(answers(ben, '!remaining')[0]).toContain('requires you to have beaten')
    gives('/option hint_cost 0')
    expect(answers(ben, '!hint').at(-1)).toMatch(/^A hint costs 0 points/)
  })

  test('the admin can start a countdown where players cannot', async () => {
    const { gives, world } = await seated()
    world.setOption('countdown_mode', 'disabled')
    expect(gives('/countdown 3')[0]).toBe('[Server]: Starting countdown of 3s')
  })

  test('players and status reply to the admin alone', async () => {
    const { gives, takePackets, ben, world } = await seated()
    world.setStatus(2, clientStatusCodes.ready)
    expect(gives('/players')[0]).toMatch(/^2 players of 6 connected :: Team #1: Ann Ben \(Cat\)/)
    expect(takePackets(ben).map(({ type }) => type)).toEqual(['Chat'])
    expect(gives('/status AP')[0]).toContain(
      'Ben has 1 connection 1 of which are tagged AP and is ready. (0/180)',
    )
  })

  test('datastore lists at most a hundred keys, the largest first', async () => {
    const { gives, world } = await seated()
    for (let i = 0; i < 102; i++) {
      const set = `{"cmd":"Set","key":"k${i}","operations":[{"operation":"replace","value":"${'x'.repeat(i)}"}]}`
      world.storage.applySetPacket(parseJson(set) as Dict, 1)
    }
    const lines = gives('/datastore')[0]!.split('\n')
    expect(lines[0]).toBe('Found 102 keys, approximately totaling 5.23 kB')
    expect(lines[1]).toBe('Key: k101 | Size: 103B')
    expect(lines).toHaveLength(102)
    expect(lines.at(-1)).toBe('and 2 smaller ones')
  })

  test('[AP-8.9] texts about items that the admin sends have no type', async () => {
    const { gives, takePackets, ben } = await seated()
    gives('/send Ben eternal crown')
    const [, items, text] = takePackets(ben)
    expect(items!.items).toEqual([{ item: 1337000, location: -1, player: 0, flags: 0, class: 'NetworkItem' }])
    expect(Object.keys(text!)).toEqual(['cmd', 'data'])
    expect(textOf(text!)).toBe('Cheat console: sending "Eternal Crown" to Ben')
  })
})
