// Properties of every game's options: readable descriptions, documented and valid defaults, ranges, and older stored
// options.
import { describe, expect, it } from 'vitest'
import type { Json, Options } from '../../games/game.ts'
import { games } from '../../games/index.ts'
import { formFields, parseOptionsForm } from '../../games/shared/options/form.ts'
import {
  defaultOptionsOf,
  findOptionRefusal,
  parseOptions,
  parseStoredOptions,
} from '../../games/shared/options/parse.ts'
import { storedOptionNames } from '../../games/shared/options/table.ts'

/** Options that rooms stored before option tables existed (2026-11-21), each with a value that is not its default. */
const storedBefore: { readonly [game: string]: Options } = {
  soaprun: {
    maxPacketsPerSecond: 12.5,
    packetBurst: 21,
    maxDrawsPerSecond: 0,
    maxWorldDrawsPerSecond: 41,
    maxTilesPerSecond: 7.4,
    maxPlayers: 62,
    maxPeersPerAddress: 0,
    maxLoginsPerMinute: 31,
    maxRoomRequestsPerSecond: 2.5,
    maxLogsPerSecond: 0.5,
    maxHitTiles: 3,
    maxRefusedMoves: 0,
    maxOverlapSeconds: 1.5,
  },
  archipelago: {
    hint_cost: 5,
    location_check_points: 2,
    release_mode: 'auto_enabled',
    collect_mode: 'auto-enabled',
    remaining_mode: 'enabled',
    countdown_mode: 'disabled',
    password: 'hunter2',
    server_password: null,
    item_cheat: false,
    compatibility: 1,
    auto_shutdown: 3600,
  },
  'arcane-sector': {
    passwords: { 7: { hashed: 'pbkdf2-sha256$100000$c2FsdA$aGFzaA' }, 255: { hashed: 'x' } },
    monsters: false,
    regeneration: false,
    seed: 4_294_967_295,
  },
  'doom-2077': { matchSeconds: 5, pauseSeconds: 0, maxPlayers: 1, maps: ['MAP01', 'E1M1', 'MAP01'] },
  crossfire: {},
}

const tableOf = (slug: string) => games.find((game) => game.slug === slug)!.options

const recorded = { history: 'off', series: null, seriesKey: null, film: false }
const chat = { filter: [], filtered: 'masked' }

it.each<[of: string, slug: string, defaults: Options]>([
  [
    'Soaprun',
    'soaprun',
    {
      ...{ maxPacketsPerSecond: 10, packetBurst: 20, maxDrawsPerSecond: 4, maxWorldDrawsPerSecond: 40 },
      ...{ maxTilesPerSecond: 7.35, maxPlayers: 63, maxPeersPerAddress: 16, maxLoginsPerMinute: 30 },
      ...{ maxRoomRequestsPerSecond: 3, maxLogsPerSecond: 1, maxHitTiles: 2, maxRefusedMoves: 10 },
      ...{ maxOverlapSeconds: 0, ...recorded },
    },
  ],
  ['[LAN-1.6] [LAN-1.7] LAN', 'lan', { maxNodes: 16, packetsPerSecond: 250, ...recorded }],
  [
    '[RA-3.2] [RA-3.3] [RA-3.7] RetroArch',
    'retroarch',
    { maxSessions: 128, maxClients: 8, kilobytesPerSecond: 1024, history: 'off' },
  ],
  [
    '[DM-10.1] DOOM-2077',
    'doom-2077',
    { matchSeconds: 600, pauseSeconds: 45, maxPlayers: 16, maps: [], ...chat, ...recorded },
  ],
  [
    '[AS-13.6] Arcane Sector',
    'arcane-sector',
    { passwords: {}, monsters: true, regeneration: true, seed: 1, thin: false, ...chat, ...recorded },
  ],
])('the options of %s have the documented defaults', (_of, slug, defaults) => {
  expect(parseOptions(tableOf(slug), {})).toEqual(defaults)
})

it.each<[slug: string, name: string, values: readonly Json[], expected: string]>([
  ['soaprun', 'maxPlayers', [0, 64], 'a whole number from 1 to 63'],
  ['soaprun', 'packetBurst', [0], 'a whole number from 1 to 10000'],
  ['soaprun', 'maxPeersPerAddress', [1.5], 'a whole number from 0 to 10000, 0 for no limit'],
  ['soaprun', 'maxTilesPerSecond', [-1], 'a number from 0 to 1000 a second, 0 for no limit'],
  ['lan', 'maxNodes', [1], 'a whole number from 2 to 64'],
  ['lan', 'packetsPerSecond', [0], 'a whole number from 1 to 1000 a second'],
  ['retroarch', 'maxSessions', [129], 'a whole number from 1 to 128'],
  ['retroarch', 'maxClients', [1], 'a whole number from 2 to 16'],
  ['retroarch', 'kilobytesPerSecond', [0], 'a whole number from 16 to 8192 a second'],
  [
    'doom-2077',
    'matchSeconds',
    [4, 86_401, 8.5, '600', null, Number.NaN],
    'a whole number from 5 to 86400 seconds',
  ],
  ['doom-2077', 'pauseSeconds', [-1, 3601, true], 'a whole number from 0 to 3600 seconds'],
  ['doom-2077', 'maxPlayers', [0, 33, [], {}], 'a whole number from 1 to 32'],
  ['doom-2077', 'maps', [[], 'MAP01', null, {}, Array(65).fill('MAP01')], 'a list of 1 to 64 map names'],
])(
  '%s refuses a value of %s that is out of range, and names the valid values',
  (slug, name, values, expected) => {
    for (const value of values)
      expect(parseOptions(tableOf(slug), { [name]: value })).toEqual({
        refused: { field: `options.${name}`, detail: `${name} must be ${expected}` },
      })
  },
)

describe.each(games.map((game) => [game.slug, game.options] as const))('%s', (slug, table) => {
  const stored = storedBefore[slug]
  // Games that were added later have no such stored options.
  it.runIf(stored)('opens rooms with options stored by older versions', () => {
    expect(storedOptionNames(table)).toEqual(expect.arrayContaining(Object.keys(stored!)))
    // Options that were added later have their default values.
    expect(parseStoredOptions(table, stored!)).toEqual({ ...defaultOptionsOf(table), ...stored })
  })

  it('has valid defaults, or room creation fills them in', () => {
    for (const [name, option] of Object.entries(table)) {
      if (option.isAction || option.defaultDescription) continue
      expect(findOptionRefusal(table, { [name]: option.defaultValue }), name).toBeUndefined()
    }
    expect(parseOptions(table, {})).toEqual(defaultOptionsOf(table))
  })

  it('describes each option in one short sentence', () => {
    for (const [name, { description }] of Object.entries(table)) {
      expect(description, name).toMatch(/^[A-Z].*\.$/)
      expect(description.length, name).toBeLessThan(140)
    }
  })

  it('sends no options if the form is unchanged', () => {
    const sent = new Map(formFields(table).map(({ name, value }) => [name, value]))
    expect(parseOptionsForm(table, sent)).toEqual({})
  })

  it('shows every default in the form of a new room', () => {
    for (const { name, placeholder, control } of formFields(table)) {
      const option = table[name]!
      if (option.secret || option.isAction) continue
      const sent = new Map([[name, placeholder]])
      if (control.kind === 'select')
        expect(
          control.choices.map(({ value }) => value),
          name,
        ).toContain(placeholder)
      if (placeholder !== '')
        expect(parseOptionsForm(table, sent), name).toEqual({ [name]: option.defaultValue })
    }
  })
})
