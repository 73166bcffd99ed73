import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { runOwnerLine } from '../../../../games/archipelago/commands/admin-session.ts'
import { maxCheatedItems } from '../../../../games/archipelago/commands/handlers/send-items.ts'
import { handleSay } from '../../../../games/archipelago/commands/index.ts'
import { playerCommands } from '../../../../games/archipelago/commands/player-commands.ts'
import { ReceivedItems } from '../../../../games/archipelago/slots/received-items.ts'
import { clientStatusCodes } from '../../../../games/archipelago/slots/slot-states.ts'
import { assertProperty } from '../../../property.ts'
import { type CommandRoom, createCommandRoom, textOf } from './command-room.ts'

const tiny = (options = {}) => createCommandRoom('tiny-2p.archipelago', options)

let room: CommandRoom
beforeEach(async () => {
  room = await tiny()
})

describe('chat', () => {
  test("[AP-8.1] reaches everybody, the speaker included, under the speaker's display name", async () => {
    const [alice, bob] = [room.join('Alice'), room.join('Bob')]
    room.world.setAlias(1, 'Al')
    room.takePackets(alice)
    room.takePackets(bob)
    handleSay(room.world, alice, 'hello  there ')
    const line = {
      cmd: 'PrintJSON',
      data: [{ text: 'Al (Alice): hello  there ' }],
      type: 'Chat',
      team: 0,
      slot: 1,
      message: 'hello  there ',
    }
    expect(room.takePackets(alice)).toEqual([line])
    expect(room.takePackets(bob)).toEqual([line])
  })

  test('shows a command to everybody before the reply, which only the caller receives', async () => {
    const [alice, bob] = [room.join('Alice'), room.join('Bob')]
    room.takePackets(alice)
    handleSay(room.world, alice, '!options')
    expect(room.takePackets(alice).map(textOf).slice(0, 2)).toEqual(['Alice: !options', 'Current options:'])
    expect(room.takePackets(bob).map(textOf)).toEqual(['Alice: !options'])
  })

  test.each(['', '   ', "''", '/players', 'a !help', '"', '\\'])(
    'includes the line %j, which is not a command and gets no reply',
    async (text) => {
      expect(room.answers(room.join('Alice'), text)).toEqual([])
    },
  )

  test('answers an unknown command with the list of commands and the shortened input', async () => {
    const [answer] = room.answers(room.join('Alice'), `!${'x'.repeat(5000)} y`)
    expect(answer).toMatch(
      /^Could not find command x{128}…\. Known commands: help, license, options, admin, /,
    )
  })

  test('[AP-10.2] never contains an internal error as the answer to a command, whatever the arguments are', async () => {
    const room = await createCommandRoom('links-6p.archipelago', { countdown_mode: 'enabled' })
    const [ann, ben] = [room.join('Ann'), room.join('Ben')]
    const line = fc.record({
      name: fc.constantFrom(...playerCommands.commands.map(({ name }) => name)),
      rest: fc.oneof(
        fc.constantFrom('', 'Ben', '1', '-1', '1e9', '"', "'x", '99999999999999999999', '/', 'login'),
        fc.string({ maxLength: 40 }),
        fc.string({ unit: 'binary', maxLength: 40 }),
      ),
    })
    assertProperty(
      fc.property(line, ({ name, rest }) => {
        handleSay(room.world, ann, `!${name} ${rest}`)
        const received = room.takePackets(ann).map(textOf)
        expect(received.length).toBeGreaterThan(0)
        expect(received.join('\n')).not.toMatch(/Traceback|undefined|NaN|\[object/)
        room.takePackets(ben)
      }),
      { numRuns: 400 },
    )
  })
})

describe('!help', () => {
  test("lists every command in the original's order, with the original's argument names, followed by commands that the original lacks", async () => {
    const [help] = room.answers(room.join('Alice'), '!help')
    expect(help!.split('\n').filter((line) => line.startsWith('!'))).toEqual([
      '!help',
      '!license',
      '!options',
      '!admin [command]',
      '!players',
      '!status [tag]',
      '!release',
      '!collect',
      '!countdown seconds=10',
      '!remaining',
      '!missing [filter_text]',
      '!checked [filter_text]',
      '!alias [alias_name]',
      '!getitem item_name',
      '!hint [item_name]',
      '!hint_location [location]',
      '!report player_name [reason]',
      '!lock',
      '!unlock',
      '!video [platform] [user]',
    ])
  })
})

describe('!players and !status', () => {
  test('[AP-8.4] !players replies only to its caller in rooms of 10 or more slots', async () => {
    const room = await createCommandRoom('big-120p.archipelago')
    const names = [...room.world.seed.connectNames.keys()]
    const [one, other] = [room.join(names[0]!), room.join(names[1]!)]
    room.takePackets(other)
    expect(room.answers(one, '!players')).toEqual([expect.stringMatching(/^2 players of 120 connected :: /)])
    expect(room.takePackets(other).map(({ type }) => type)).toEqual(['Chat'])
  })

  test('!players neither counts nor shows groups, and !status shows none', async () => {
    const room = await createCommandRoom('links-6p.archipelago')
    const ann = room.join('Ann')
    expect(room.answers(ann, '!players')).toEqual([
      '1 players of 6 connected :: Team #1: Ann (Ben) (Cat) (Dan) (Eve) (Fay)',
    ])
    expect(room.answers(ann, '!status')[0]).not.toContain('Link')
  })

  test('!status shows ready and finished players, and accepts a tag of several words', async () => {
    const alice = room.join('Alice', ['AP', 'two words'])
    room.world.setStatus(1, clientStatusCodes.ready)
    room.world.setStatus(2, clientStatusCodes.goal)
    expect(room.answers(alice, '!status two words')).toEqual([
      [
        'Player Status on team 0:',
        'Alice has 1 connection 1 of which are tagged two words and is ready. (21/25)',
        'Bob has 0 connections and has finished. (92/92)',
      ].join('\n'),
    ])
  })
})

describe('!release and !collect', () => {
  test.each([
    ['enabled', 'announced'],
    ['auto-enabled', 'announced'],
    ['auto_enabled', 'announced'],
    ['goal', 'requires you to have beaten the game'],
    ['auto', 'requires you to have beaten the game'],
    ['disabled', 'has been disabled'],
  ])('before the goal, the answer in the mode %s contains: %s', async (mode, expected) => {
    const room = await tiny({ release_mode: mode, collect_mode: mode })
    const alice = room.join('Alice')
    const answered = (text: string) => room.answers(alice, text)[0]!
    if (expected === 'announced') {
      expect(answered('!release')).toBe('Alice (Team #1) has released all remaining items from their world.')
      expect(answered('!collect')).toBe('Alice (Team #1) has collected their items from other worlds.')
    } else {
      expect(answered('!release')).toContain(`Sorry, client item releasing ${expected}`)
      expect(answered('!collect')).toContain(`Sorry, client collecting ${expected}`)
      expect(room.world.checks.count(1)).toBe(0)
    }
  })

  test('after the goal, the mode goal allows the commands, and the mode disabled does not', async () => {
    const goal = await tiny({ release_mode: 'goal', collect_mode: 'disabled' })
    const alice = goal.join('Alice')
    goal.world.setStatus(1, clientStatusCodes.goal)
    expect(goal.answers(alice, '!collect')[0]).toContain('has been disabled')
    goal.answers(alice, '!release')
    expect(goal.world.checks.missing(1)).toEqual([])
  })

  test('!forfeit, the old name of !release until 0.3.8, still works', async () => {
    const room = await createCommandRoom('old-ap038-3p.archipelago', { release_mode: 'enabled' })
    room.answers(room.join('Uno'), '!forfeit')
    expect(room.world.checks.missing(1)).toEqual([])
  })
})

describe('!countdown', () => {
  test('[AP-8.6] counts every second down to GO, for everybody', async () => {
    const [alice, bob] = [room.join('Alice'), room.join('Bob')]
    handleSay(room.world, alice, '!countdown 2')
    room.advance(5000)
    expect(room.takePackets(bob).map(textOf).slice(1)).toEqual([
      '[Server]: Starting countdown of 2s',
      '[Server]: 2',
      '[Server]: 1',
      '[Server]: GO',
    ])
  })

  test('[AP-8.6] that is restarted announces its next number within a second, even if the clock was set back', async () => {
    const now = Date.UTC(2030, 0, 1)
    room.store.put('countdown', { secondsLeft: 5, announceAt: now + 86_400_000 })
    const { countdown } = room.reopen()
    countdown.start(2, now)
    expect(countdown.wakeAt).toBe(now + 1000)
  })

  test('[AP-8.6] lasts 10 seconds if the input is not a number, and at most an hour', async () => {
    const alice = room.join('Alice')
    expect(room.answers(alice, '!countdown soon')[0]).toBe('[Server]: Starting countdown of 10s')
    expect(room.answers(alice, '!countdown 3600')[0]).toBe('[Server]: Starting countdown of 3600s')
    const refusal = ['Invalid countdown: choose 0 to 3600 seconds (one hour).']
    expect(room.answers(alice, '!countdown 3601')).toEqual(refusal)
    expect(room.answers(alice, `!countdown ${'9'.repeat(400)}`)).toEqual(refusal)
    expect(room.answers(alice, '!countdown -1')).toEqual(refusal)
  })

  test('in the mode auto is reserved for the admin in rooms of 30 or more slots', async () => {
    const crowded = await createCommandRoom('big-120p.archipelago')
    const [name = ''] = crowded.world.seed.connectNames.keys()
    const somebody = crowded.join(name)
    expect(crowded.answers(somebody, '!countdown 1')[0]).toContain('countdowns have been disabled')
    crowded.world.setOption('countdown_mode', 'enabled')
    expect(crowded.answers(somebody, '!countdown 1')[0]).toContain('Starting countdown of 1s')
  })

  test('is refused even in small rooms if the mode is disabled', async () => {
    const room = await tiny({ countdown_mode: 'disabled' })
    expect(room.answers(room.join('Alice'), '!countdown')[0]).toContain('countdowns have been disabled')
  })
})

describe('location and item commands', () => {
  test('!missing and !checked can be filtered by a part of a location’s name, or by the name of a group', async () => {
    const room = await createCommandRoom('mixed-8p.zip')
    const fox = room.join('Fox')
    const bosses = room.world.seed.names('TUNIC').locationGroups.get('Bosses')!
    const here = new Set(room.world.checks.missing(4).map((location) => room.world.locationName(4, location)))
    const there = bosses.filter((name) => here.has(name))
    expect(there.length).toBeGreaterThan(0)
    const byGroup = room.answers(fox, '!missing Bosses')
    expect(byGroup.slice(0, -1).toSorted()).toEqual(there.map((name) => `Missing: ${name}`).toSorted())
    expect(byGroup.at(-1)).toBe(
      `Found ${here.size} missing location checks, displaying ${there.length} of them.`,
    )
    const [first] = room.world.checks.missing(4)
    room.world.checkLocations(4, [first!])
    const name = room.world.locationName(4, first!)
    expect(room.answers(fox, `!checked ${name.slice(1, 6)}`)).toEqual([
      `Checked: ${name}`,
      'Found 1 done location checks, displaying 1 of them.',
    ])
  })

  test('!missing and !remaining report that nothing is left', async () => {
    const alice = room.join('Alice')
    room.world.release(1)
    expect(room.answers(alice, '!missing')).toEqual(['No missing location checks found.'])
    expect(room.answers(alice, '!remaining')).toEqual([
      'Sorry, !remaining requires you to have beaten the game on this server',
    ])
    room.world.setOption('remaining_mode', 'enabled')
    expect(room.answers(alice, '!remaining')).toEqual(['No remaining items found.'])
  })

  test('!remaining lists items by receiver and then by id, with their names in the receiver’s game', async () => {
    const room = await createCommandRoom('links-6p.archipelago')
    const cat = room.join('Cat')
    const { world } = room
    const places = world.checks.missing(3).map((location) => world.seed.locations(3).get(location)!)
    const names = places
      .toSorted((a, b) => a.receiver - b.receiver || a.item - b.item)
      .map(({ receiver, item }) => world.itemName(receiver, item))
    expect(room.answers(cat, '!remaining')).toEqual([`Remaining items: ${names.join(', ')}`])
  })

  test('[AP-8.7] !getitem accepts a name or id, announces the item before it arrives, and marks it as a cheat', async () => {
    const [alice, bob] = [room.join('Alice'), room.join('Bob')]
    const cheat = { item: 80_000, location: -1, player: 1, flags: 0, class: 'NetworkItem' }
    for (const typed of ['map width', '80000']) {
      room.takePackets(alice)
      room.takePackets(bob)
      handleSay(room.world, alice, `!getitem ${typed}`)
      expect(room.takePackets(bob)[1]).toEqual({
        cmd: 'PrintJSON',
        data: [{ text: 'Cheat console: sending "Map Width" to Alice' }],
        type: 'ItemCheat',
        team: 0,
        receiving: 1,
        item: cheat,
      })
      expect(room.takePackets(alice)[2]).toMatchObject({ cmd: 'ReceivedItems', items: [cheat] })
    }
  })

  test('[AP-8.7] a slot accepts at most 10,000 items by command, counted over restarts, and rejects further items with a text', async () => {
    const alice = room.join('Alice')
    const item = { item: 80_000, location: -1, finder: 1, flags: 0 }
    room.world.giveItems(1, Array(maxCheatedItems - 1).fill(item))
    room.world.giveItems(1, [{ ...item, location: 5 }])
    room.takePackets(alice)
    expect(room.answers(alice, '!getitem 80000')[0]).toMatch(/^Cheat console: sending/)
    const full = 'Alice cannot receive more items by command. The limit is 10000.'
    expect(room.answers(alice, '!getitem 80000')).toEqual([full])
    expect(runOwnerLine(room.world, '/send_multiple 2 Alice 80000')).toEqual([full])
    expect(runOwnerLine(room.world, '/send Alice 80000')).toEqual([full])
    expect(new ReceivedItems(room.world.store).cheatedCount(1)).toBe(maxCheatedItems)
  })

  test('!getitem accepts any id but no name if the seed has no names', async () => {
    const room = await createCommandRoom('old-ap038-3p.archipelago', { item_cheat: true })
    const uno = room.join('Uno')
    expect(room.answers(uno, '!getitem Map Width')).toEqual([
      "Can't look up item for unknown game. Send by ID instead.",
    ])
    expect(room.answers(uno, '!getitem 80000')[0]).toBe(
      'Cheat console: sending "Unknown item (ID: 80000)" to Uno',
    )
  })
})

describe('!alias', () => {
  test('[AP-8.5] takes 16 characters, counted as graphemes', async () => {
    const alice = room.join('Alice')
    room.answers(alice, `!alias ${'🦆'.repeat(20)}`)
    expect(room.world.displayName(1)).toBe(`${'🦆'.repeat(16)} (Alice)`)
    room.answers(alice, '!alias fifteen letters x')
    expect(room.world.alias(1)).toBe('fifteen letters')
  })

  test('[AP-8.5] replies to its caller first, and then notifies everybody', async () => {
    const alice = room.join('Alice')
    const [hello, update] = room.answers(alice, '!alias Al')
    expect(hello).toBe('Hello, Al. Your display name is now Al (Alice).')
    expect(JSON.parse(update!)).toMatchObject({ cmd: 'RoomUpdate', players: [{ alias: 'Al (Alice)' }, {}] })
  })

  test('[AP-8.5] reports that an alias is truncated, removed or absent', async () => {
    const alice = room.join('Alice')
    const answer = (text: string) => room.answers(alice, text)[0]
    expect(answer('!alias')).toBe('You have no alias. Your display name is Alice.')
    expect(answer('!alias Wonderful Player Name')).toBe(
      'Hello, Wonderful Player. Your display name is now Wonderful Player (Alice).',
    )
    expect(answer('!alias')).toBe('Removed Alias Wonderful Player. Your display name is Alice again.')
  })
})

describe('!video', () => {
  test.each([
    ['twitch someone_1', 'https://www.twitch.tv/someone_1'],
    ['T someone', 'https://www.twitch.tv/someone'],
    ['YouTube some.one', 'https://www.youtube.com/@some.one'],
    ['youtube @someone', 'https://www.youtube.com/@someone'],
    ['https://example.org:8443/live?a=1&b=2', 'https://example.org:8443/live?a=1&b=2'],
    ['http://example.org', 'http://example.org'],
  ])('[AP-14.6] %s sets the link to %s, which survives a restart', async (typed, address) => {
    const alice = room.join('Alice')
    expect(room.answers(alice, `!video ${typed}`)).toEqual([`Your video link is ${address}`])
    expect(room.reopen().slotStates.video(1)).toBe(address)
    expect(room.answers(alice, '!video')).toEqual([`Your video link is ${address}`])
    expect(room.answers(alice, '!video off')).toEqual(['Your video link is removed.'])
    expect(room.answers(alice, '!video')).toEqual(['You have no video link.'])
  })

  test.each([
    'javascript:alert(1)',
    'ftp://example.org',
    'someone',
    'vimeo someone',
    'twitch a/../b',
    'youtube <b>',
    'https://user@example.org',
    `https://example.org/${'x'.repeat(200)}`,
    'https://example.org/\u00e9',
    "''",
    "'' x",
  ])('[AP-14.6] rejects %j and keeps the earlier link', async (typed) => {
    const alice = room.join('Alice')
    room.answers(alice, '!video twitch someone')
    expect(room.answers(alice, `!video ${typed}`)[0]).toContain('is not a valid video link')
    expect(room.world.slotStates.video(1)).toBe('https://www.twitch.tv/someone')
  })
})
