// The API of archipelago.gg: the name and type of every field.
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { formatHttpTime } from '../../../../games/archipelago/gathering/utc-time.ts'
import { archipelago } from '../../../../games/archipelago/index.ts'
import type { EndpointRoom } from '../../../../games/game.ts'
import { readFixtureMultidata } from '../sample-multiworlds.ts'
import { TestRoom } from '../test-client.ts'

const about: EndpointRoom = {
  url: 'https://play.test/archipelago/tiny',
  createdAt: 1_000_000_000_000,
  publicIds: { room: 'r'.repeat(22), tracker: 't'.repeat(22) },
  ports: [{ transport: 'websocket', port: 38_281 }],
}

function read(room: TestRoom, name: string, params: Record<string, string> = {}): unknown {
  const text = room.harness.host.views.readEndpoint(name, params, about)
  return text === undefined ? undefined : JSON.parse(text)
}

interface StaticTracker {
  readonly datapackage: Readonly<Record<string, { readonly checksum: string; readonly version: number }>>
  readonly player_locations_total: readonly { readonly total_locations: number }[]
  readonly player_game: readonly object[]
}

/**
 * The shape of a value: the distinct shapes of the elements of a list, the shape of each field of an object, the format
 * of a time, and the type of any other value.
 */
function typesOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shapes = value.map(typesOf).map((shape) => JSON.stringify(shape))
    return [...new Set(shapes)].sort().map((shape) => JSON.parse(shape))
  }
  if (value === null) return 'null'
  if (typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, key === 'slot_data' ? 'object' : typesOf(one)]),
    )
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return typeof value === 'string' && / GMT$/.test(value) ? 'RFC 1123' : typeof value
}

/** The shapes of archipelago.gg, from its documentation (`webhost api.md`). */
const at = { team: 'int', player: 'int' }
const timer = [
  { ...at, time: 'RFC 1123' },
  { ...at, time: 'null' },
]
const typesOfWebHost = {
  status: {
    tracker: 'string',
    players: [['string']],
    last_port: 'int',
    last_activity: 'RFC 1123',
    timeout: 'int',
    downloads: [],
  },
  tracker: {
    aliases: [{ ...at, alias: 'null' }],
    player_items_received: expect.arrayContaining([{ ...at, items: [['int']] }]),
    player_checks_done: [
      { ...at, locations: ['int'] },
      { ...at, locations: [] },
    ],
    total_checks_done: [{ team: 'int', checks_done: 'int' }],
    hints: expect.arrayContaining([{ ...at, hints: [] }]),
    activity_timers: timer,
    connection_timers: timer,
    player_status: [{ ...at, status: 'int' }],
  },
  fixed: {
    groups: [{ slot: 'int', name: 'string', members: ['int'] }],
    datapackage: expect.toSatisfy((games: object) =>
      Object.values(games).every(({ checksum, version }) => checksum === 'string' && version === 'int'),
    ),
    player_locations_total: [{ ...at, total_locations: 'int' }],
    player_game: [{ ...at, game: 'string' }],
  },
  slotData: [{ player: 'int', slot_data: 'object' }],
}

describe('a room in the API of archipelago.gg', () => {
  test('[AP-11.1] reports its players, its port and the time of its last activity', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    expect(read(room, 'roomStatus')).toEqual({
      tracker: 't'.repeat(22),
      players: [
        ['Alice', 'ChecksFinder'],
        ['Bob', 'Yacht Dice'],
      ],
      last_port: 38_281,
      last_activity: expect.stringMatching(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/),
      timeout: 7200,
      downloads: [],
    })
  })

  test('[AP-11.1] links to the patches of the slots that have a patch', async () => {
    const entries = {
      'AP_1_P2_Bob.apyacht': new Uint8Array([1]),
      'AP_1_P1_Al ice.apx': new Uint8Array([2]),
      'AP_1_P9_Nobody.apx': new Uint8Array([3]),
      'AP_1.archipelago': readFixtureMultidata('tiny-2p'),
    }
    const room = await TestRoom.create({
      options: {},
      file: { name: 'AP_1.zip', bytes: zipSync(entries) },
    })
    expect(read(room, 'roomStatus')).toMatchObject({
      downloads: [
        { slot: 1, download: '/archipelago/tiny/files/AP_1_P1_Al%20ice.apx' },
        { slot: 2, download: '/archipelago/tiny/files/AP_1_P2_Bob.apyacht' },
      ],
    })
  })

  test('[AP-11.1] [AP-11.2] [AP-11.3] [AP-11.4] has the type that programs expect in every field', async () => {
    const room = await TestRoom.createFrom('links-6p', { password: null })
    room.join('Ann', 'Timespinner').send({ cmd: 'LocationChecks', locations: room.world.checks.missing(1) })
    const all = {
      status: read(room, 'roomStatus'),
      tracker: read(room, 'tracker'),
      fixed: read(room, 'staticTracker'),
      slotData: read(room, 'slotData'),
    }
    expect(typesOf(all)).toEqual(typesOfWebHost)
  })

  test('[AP-11.2] reports the items and checks of every slot, in the arrays of the wire format', async () => {
    const room = await TestRoom.createFrom('tiny-2p', { hint_cost: 0 })
    room.join('Bob', 'Yacht Dice')
    const alice = room.join('Alice', 'ChecksFinder')
    alice.send({ cmd: 'LocationChecks', locations: [81_000, 81_005] })
    alice.send({ cmd: 'CreateHints', locations: [81_001] })
    const response = read(room, 'tracker') as Record<string, { team: number; player: number }[]>
    expect(Object.keys(response).sort()).toEqual([
      'activity_timers',
      'aliases',
      'connection_timers',
      'hints',
      'player_checks_done',
      'player_items_received',
      'player_status',
      'total_checks_done',
    ])
    expect(response.aliases).toEqual([
      { team: 0, player: 1, alias: null },
      { team: 0, player: 2, alias: null },
    ])
    expect(response.player_checks_done![0]).toEqual({ team: 0, player: 1, locations: [81_000, 81_005] })
    expect(response.total_checks_done).toEqual([{ team: 0, checks_done: 2 }])
    expect(response.player_status![0]).toEqual({ team: 0, player: 1, status: 5 })
    expect(response.activity_timers).toEqual([
      { team: 0, player: 1, time: expect.stringMatching(/ GMT$/) },
      { team: 0, player: 2, time: null },
    ])
    const [, bob] = response.player_items_received as unknown as { items: number[][] }[]
    expect(bob!.items.every(([, location]) => location !== -2)).toBe(true)
    expect(bob!.items).toEqual([[expect.any(Number), 81_000, 1, expect.any(Number)]])
    const [hints] = response.hints as unknown as { hints: unknown[][] }[]
    expect(hints!.hints).toEqual([
      [expect.any(Number), 1, 81_001, expect.any(Number), false, '', expect.any(Number), expect.any(Number)],
    ])
  })

  test('[AP-11.2] the list of hints also contains groups, and the other lists contain only players', async () => {
    const room = await TestRoom.createFrom('links-6p')
    const response = read(room, 'tracker') as Record<string, { player: number }[]>
    const slots = (list: string) => response[list]!.map(({ player }) => player)
    expect(slots('hints').length).toBeGreaterThan(slots('aliases').length)
    expect(slots('player_status')).toEqual(slots('aliases'))
  })

  test('[AP-11.3] reports checksums, numbers of locations, and games', async () => {
    const room = await TestRoom.createFrom('links-6p')
    const response = read(room, 'staticTracker') as StaticTracker
    for (const { checksum, version } of Object.values(response.datapackage)) {
      expect(checksum).toMatch(/^[0-9a-f]{40}$/)
      expect(version).toBe(0)
    }
    expect(response.player_locations_total.every(({ total_locations }) => total_locations > 0)).toBe(true)
    expect(response.player_game[0]).toEqual({ team: 0, player: 1, game: 'Timespinner' })
  })

  test('[AP-11.4] returns each player’s slot data as the generator wrote it', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const response = read(room, 'slotData')
    const written = (slot: number) => JSON.parse(room.world.seed.slotDataText(slot))
    expect(response).toEqual([1, 2].map((slot) => ({ player: slot, slot_data: written(slot) })))
  })

  test('[AP-11.5] returns the data package for a known checksum, with the fields of archipelago.gg, and nothing for an unknown checksum', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const { datapackage } = read(room, 'staticTracker') as StaticTracker
    const { checksum } = datapackage.ChecksFinder!
    expect(read(room, 'dataPackage', { checksum })).toMatchObject({
      checksum,
      item_name_to_id: expect.any(Object),
      location_name_to_id: expect.any(Object),
      item_name_groups: expect.any(Object),
      location_name_groups: expect.any(Object),
    })
    expect(read(room, 'dataPackage', { id: checksum })).toEqual(read(room, 'dataPackage', { checksum }))
    expect(read(room, 'dataPackage', { checksum: 'no' })).toBeUndefined()
    // The site uses the same checksums as the room's clients.
    expect(room.harness.host.sharedContent).toContainEqual({ id: checksum, name: 'ChecksFinder' })
    expect(archipelago.endpoints?.dataPackage?.aliases).toEqual([
      { path: '/api/datapackage/:id', id: 'package' },
    ])
  })

  test('[AP-11.6] has its data packages and their checksums in the site’s lists by game', async () => {
    expect(archipelago.sharedContent?.indexes).toMatchObject([
      { path: '/api/datapackage_checksum' },
      { path: '/api/datapackage', content: { endpoint: 'dataPackage', field: 'games' } },
    ])
    const room = await TestRoom.createFrom('tiny-2p')
    const names = room.harness.host.sharedContent?.map(({ name }) => name)
    expect(names).toEqual(['Archipelago', 'ChecksFinder', 'Yacht Dice'])
  })

  test('[AP-11.3] reports the version of a data package without a checksum', async () => {
    const room = await TestRoom.createFrom('old-ap038-3p')
    const { datapackage } = read(room, 'staticTracker') as StaticTracker
    const game = Object.keys(datapackage).at(-1)!
    const { seed } = room.world
    seed.dataPackage = () => ({
      game,
      checksum: undefined,
      text: '{"item_name_to_id":{"version":7},"version":12}',
    })
    const now = read(room, 'staticTracker') as StaticTracker
    expect([datapackage[game]!.version, now.datapackage[game]!.version]).toEqual([0, 12])
    seed.dataPackage = () => ({ game, checksum: undefined, text: '{"item_name_to_id":{"version":7}}' })
    expect((read(room, 'staticTracker') as StaticTracker).datapackage[game]!.version).toBe(0)
  })

  test('has a kind of public id for the `:id` in every alias path of the site', () => {
    for (const { aliases = [] } of Object.values(archipelago.endpoints ?? {}))
      for (const { path, id } of aliases) {
        expect(path).toContain(':id')
        expect([...(archipelago.publicIds?.names ?? []), archipelago.sharedContent?.kind]).toContain(id)
      }
  })
})

describe('RFC 1123', () => {
  test.each([
    [0, 'Thu, 01 Jan 1970 00:00:00 GMT'],
    [951_782_400_000, 'Tue, 29 Feb 2000 00:00:00 GMT'],
    [1_745_008_545_678, 'Fri, 18 Apr 2025 20:35:45 GMT'],
  ])('formats %i as %s', (ms, text) => {
    expect(formatHttpTime(ms)).toBe(text)
    expect(new Date(Math.floor(ms / 1000) * 1000).toUTCString()).toBe(text)
  })
})
