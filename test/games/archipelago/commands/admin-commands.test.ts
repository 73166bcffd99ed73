import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adminCommands } from '../../../../games/archipelago/commands/admin-commands.ts'
import { handleSay } from '../../../../games/archipelago/commands/index.ts'
import { parseJson } from '../../../../games/archipelago/python/json.ts'
import type { PyDict } from '../../../../games/archipelago/python/values.ts'
import { clientStatusCodes } from '../../../../games/archipelago/slots/slot-states.ts'
import type { Options } from '../../../../games/game.ts'
import { secretMatches } from '../../../../games/shared/passwords.ts'
import { assertProperty } from '../../../property.ts'
import { createCommandRoom, textOf } from './command-room.ts'

async function createAdminRoom(file = 'links-6p.archipelago', [admin, other] = ['Ann', 'Ben']) {
  const room = await createCommandRoom(file, { server_password: 'adminpw' })
  const [ann, ben] = [room.join(admin!), room.join(other!)]
  handleSay(room.world, ann, '!admin login adminpw')
  const runCommand = (command: string) => {
    room.takePackets(ben)
    return room.answers(ann, `!admin ${command}`)
  }
  return { ...room, ann, ben, runCommand }
}

describe('the admin session', () => {
  test('[AP-8.8] cannot be opened if the room has no server password', async () => {
    const withoutPassword: Options[] = [{ server_password: null }, {}]
    for (const options of withoutPassword) {
      const room = await createCommandRoom('tiny-2p.archipelago', options)
      const alice = room.join('Alice')
      for (const text of ['!admin', '!admin login', '!admin login ', '!admin login None', '!admin /players'])
        expect(room.answers(alice, text)).toEqual(['Sorry, Remote administration is disabled'])
      expect(room.world.admin).toBeUndefined()
    }
  })

  test('[AP-8.8] passes to the latest login, and the previous admin is not notified', async () => {
    const { world, ann, ben, takePackets, answers } = await createAdminRoom()
    takePackets(ann)
    expect(answers(ben, '!admin login adminpw')[0]).toMatch(/^Login successful/)
    expect(takePackets(ann).map(({ type }) => type)).toEqual(['Chat'])
    expect(world.admin).toBe(ben)
    expect(answers(ann, '!admin /players')).toEqual(['You must first login using !admin login [password]'])
    expect(answers(ann, '!admin logout')).toEqual(['You must first login using !admin login [password]'])
    expect(world.admin).toBe(ben)
  })

  test('ends when the admin logs out or disconnects', async () => {
    const { world, ann, runCommand } = await createAdminRoom()
    expect(runCommand('logout')[0]).toMatch(/^Logout successful/)
    expect(world.admin).toBeUndefined()
    runCommand('login adminpw')
    world.removeClient(ann)
    expect(world.admin).toBeUndefined()
  })

  test('ends when the server password is removed, and a changed password applies at once', async () => {
    const { runCommand } = await createAdminRoom()
    expect(runCommand('/option server_password "new pw"')).toEqual(['Set option server_password to new pw'])
    expect(runCommand('login adminpw')).toEqual(['Password incorrect.'])
    expect(runCommand('login new pw')[0]).toMatch(/^Login successful/)
    expect(runCommand('/option server_password none')).toEqual(['Set option server_password to None'])
    expect(runCommand('/players')).toEqual(['Sorry, Remote administration is disabled'])
  })

  test('sends the admin’s lines to everybody as the server’s lines, unless they begin with /', async () => {
    const { runCommand, ben, takePackets } = await createAdminRoom()
    runCommand('good evening /all')
    expect(takePackets(ben)[1]).toEqual({
      cmd: 'PrintJSON',
      data: [{ text: '[Server]: good evening /all' }],
      type: 'ServerChat',
      message: 'good evening /all',
    })
  })

  test('logs its logins and commands without passwords and arguments', async () => {
    const { log, runCommand } = await createAdminRoom()
    runCommand('login wrongpw')
    runCommand('/option server_password newpw')
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

  test('can be opened only with the exact password', () => {
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
    const { world, ann, ben, takePackets, runCommand } = await createAdminRoom()
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
        const texts = runCommand(`/${name} ${words.join(' ')}`)
        expect(texts.join('\n')).not.toMatch(/Traceback|undefined|NaN|\[object/)
        takePackets(ben)
      }),
      { numRuns: 400 },
    )
  })

  test('[AP-8.9] appear in the help in the original’s order', async () => {
    const { runCommand } = await createAdminRoom()
    expect(
      runCommand('/help')[0]!
        .match(/^\/\w+/gm)!
        .join(' '),
    ).toBe(
      '/help /license /options /save /players /status /exit /alias /collect /countdown /release /allow_release ' +
        '/forbid_release /send_multiple /send /send_location /hint /hint_location /option /datastore /unlock',
    )
  })

  test('/save and /exit change nothing, and their answers explain how the room works', async () => {
    const { runCommand, world, ben, takePackets } = await createAdminRoom()
    expect(runCommand('/save')[0]).toContain('saves every change immediately')
    expect(runCommand('/exit')[0]).toContain('only its host can close it')
    expect(world.clients.has(ben)).toBe(true)
    expect(takePackets(ben).map(({ type }) => type)).toEqual(['Chat'])
  })

  test('can release for a player, and permit a player to release in any mode', async () => {
    const { runCommand, answers, ben, world } = await createAdminRoom()
    world.setOption('release_mode', 'disabled')
    expect(runCommand('/allow_release bEN')).toEqual([
      'Player Ben is now allowed to use the !release command at any time.',
    ])
    expect(runCommand('/forbid_release Ben')[0]).toMatch(/^Player Ben has to follow the server restrictions/)
    expect(answers(ben, '!release')[0]).toContain('has been disabled')
    runCommand('/allow_release "Ben"')
    answers(ben, '!release')
    expect(world.checks.missing(2)).toEqual([])
    runCommand('/release Cat')
    expect(world.checks.missing(3)).toEqual([])
    for (const [command, why] of [
      ['release', 'to release'],
      ['collect', 'to collect'],
      ['allow_release', 'to allow the !release command for.'],
      ['forbid_release', 'to forbid the !release command for.'],
    ])
      expect(runCommand(`/${command} Benn`)).toEqual([`Could not find player Benn ${why}`])
  })

  test('accept player names of several words, with and without quotes', async () => {
    const { runCommand, world } = await createAdminRoom('mixed-8p.zip', ['Fox', 'Bird'])
    runCommand('/alias Zoë Ninja The Shadow')
    expect(world.displayName(5)).toBe('The Shadow (Zoë Ninja)')
    runCommand('/alias "zoë ninja" Z')
    expect(world.displayName(5)).toBe('Z (Zoë Ninja)')
    expect(runCommand('/alias Zoë Ninja')[0]).toBe('Removed Alias for Zoë Ninja')
    expect(runCommand('/alias Zoë Ninja')).toEqual(['Zoë Ninja has no alias.'])
    runCommand('/release 時の旅人')
    expect(world.checks.missing(6)).toEqual([])
  })

  test('can send an item to a group: each member receives the item first and then the text', async () => {
    const { runCommand, world, ben, takePackets } = await createAdminRoom()
    runCommand('/send_multiple 2 TimeLink Eternal Crown')
    const [, items, text] = takePackets(ben)
    expect(items).toMatchObject({ cmd: 'ReceivedItems', items: [{ item: 1337000 }, { item: 1337000 }] })
    expect(text).toEqual({
      cmd: 'PrintJSON',
      data: [{ text: 'Cheat console: sending 2 of "Eternal Crown" to TimeLink' }],
    })
    expect(world.items.all(1)).toHaveLength(2)
  })

  test.each(['0', '101', '-1', '1.5', 'many', '1e1'])(
    'refuse to send the invalid amount %s',
    async (amount) => {
      const { runCommand, world } = await createAdminRoom()
      const refusal = `${amount} is not a valid amount. Choose 1 to 100.`
      expect(runCommand(`/send_multiple ${amount} Ben Eternal Crown`)).toEqual([refusal])
      expect(world.items.all(2)).toEqual([])
    },
  )

  test('can check a location for a player, but only once and only in the player’s world', async () => {
    const { runCommand, world } = await createAdminRoom()
    runCommand('/send_location Ben 1337000')
    expect(world.checks.has(2, 1337000)).toBe(true)
    expect(runCommand('/send_location Ben 1337000')).toEqual(['Ben has already checked that location.'])
    expect(runCommand('/send_location Ben 5')).toEqual(['Ben has no location 5.'])
    expect(runCommand('/send_location Ben qqqqqqqq')[0]).toMatch(
      /^Didn't find something that closely matches/,
    )
  })

  test('for hints search for the player before the item', async () => {
    const { runCommand } = await createAdminRoom()
    expect(runCommand('/hint Nobodyxyz Antidote')[0]).toMatch(/^Didn't find something .* 'Nobodyxyz'/)
    expect(runCommand('/hint Ben qqqqqqqq')[0]).toMatch(/^Didn't find something/)
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
  ] as const)('can set the option %s to %s', async (name, typed, value) => {
    const { runCommand, world } = await createAdminRoom()
    expect(runCommand(`/option ${name} ${typed}`)[0]).toMatch(`Set option ${name} to `)
    expect(world.options[name]).toBe(value)
  })

  test.each([
    ['hint_cost -1', 'hint_cost must be a whole number from 0 to 1000000 percent.'],
    ['hint_cost 1e3', 'hint_cost must be a whole number from 0 to 1000000 percent.'],
    ['compatibility 3', 'compatibility must be a whole number from 0 to 2.'],
    ['countdown_mode goal', "Unrecognized countdown_mode value 'goal', known: enabled, disabled, auto"],
    [`password ${'x'.repeat(129)}`, 'password must be text of 1 to 128 characters, or null for none.'],
    ['password two words', 'Usage: /option option_name option_value'],
    ['auto_shutdown 5', /^Unrecognized option 'auto_shutdown', known: hint_cost: /],
    ['__proto__ 5', /^Unrecognized option '__proto__', known: /],
  ] as const)('refuse to set the option %s', async (line, refusal) => {
    const { runCommand, world } = await createAdminRoom()
    const before = world.options
    expect(runCommand(`/option ${line}`)).toEqual([
      typeof refusal === 'string' ? refusal : expect.stringMatching(refusal),
    ])
    expect(world.options).toBe(before)
  })

  test('[AP-8.10] can set options, which take effect at once', async () => {
    const { runCommand, answers, ben } = await createAdminRoom()
    runCommand('/option item_cheat false')
    expect(answers(ben, '!getitem Antidote')).toEqual(['Cheating is disabled.'])
    runCommand('/option remaining_mode goal')
    expect(answers(ben, '!remaining')[0]).toContain('requires you to have beaten')
    runCommand('/option hint_cost 0')
    expect(answers(ben, '!hint').at(-1)).toMatch(/^A hint costs 0 points/)
  })

  test('can start a countdown even if the mode disabled forbids it to players', async () => {
    const { runCommand, world } = await createAdminRoom()
    world.setOption('countdown_mode', 'disabled')
    expect(runCommand('/countdown 3')[0]).toBe('[Server]: Starting countdown of 3s')
  })

  test('/players and /status send their answers only to the admin', async () => {
    const { runCommand, takePackets, ben, world } = await createAdminRoom()
    world.setStatus(2, clientStatusCodes.ready)
    expect(runCommand('/players')[0]).toMatch(/^2 players of 6 connected :: Team #1: Ann Ben \(Cat\)/)
    expect(takePackets(ben).map(({ type }) => type)).toEqual(['Chat'])
    expect(runCommand('/status AP')[0]).toContain(
      'Ben has 1 connection 1 of which are tagged AP and is ready. (0/180)',
    )
    expect(takePackets(ben).map(({ type }) => type)).toEqual(['Chat'])
  })

  test('/datastore lists the hundred keys with the largest values', async () => {
    const { runCommand, world } = await createAdminRoom()
    for (let i = 0; i < 102; i++) {
      const set = `{"cmd":"Set","key":"k${i}","operations":[{"operation":"replace","value":"${'x'.repeat(i)}"}]}`
      world.storage.applySetPacket(parseJson(set) as PyDict, 1)
    }
    const lines = runCommand('/datastore')[0]!.split('\n')
    expect(lines[0]).toBe('Found 102 keys, approximately totaling 5.23 kB')
    expect(lines[1]).toBe('Key: k101 | Size: 103B')
    expect(lines).toHaveLength(102)
    expect(lines.at(-1)).toBe('and 2 smaller ones')
  })

  test('[AP-8.9] send an item together with a PrintJSON that has no type', async () => {
    const { runCommand, takePackets, ben } = await createAdminRoom()
    runCommand('/send Ben eternal crown')
    const [, items, text] = takePackets(ben)
    expect(items!.items).toEqual([{ item: 1337000, location: -1, player: 0, flags: 0, class: 'NetworkItem' }])
    expect(Object.keys(text!)).toEqual(['cmd', 'data'])
    expect(textOf(text!)).toBe('Cheat console: sending "Eternal Crown" to Ben')
  })
})
