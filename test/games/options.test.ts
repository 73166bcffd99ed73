// Properties of every game's options: a readable table, valid defaults, and rooms with older stored options.
import { describe, expect, it } from 'vitest'
import type { Options } from '../../games/game.ts'
import { games } from '../../games/index.ts'
import { formFields, parseOptionsForm } from '../../games/shared/options/form.ts'
import {
  defaultOptionsOf,
  findRefusal,
  parseOptions,
  parseStoredOptions,
} from '../../games/shared/options/parse.ts'
import { storedOptionNames } from '../../games/shared/options/table.ts'

/** Options stored by rooms of each game before the option tables (2026-11-21), all set and none default. */
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

describe.each(games.map((game) => [game.slug, game.options] as const))('%s', (slug, table) => {
  const stored = storedBefore[slug]
  // Later games have none.
  it.runIf(stored)('opens rooms with options stored by older versions', () => {
    expect(storedOptionNames(table)).toEqual(expect.arrayContaining(Object.keys(stored!)))
    // Later options have their defaults.
    expect(parseStoredOptions(table, stored!)).toEqual({ ...defaultOptionsOf(table), ...stored })
  })

  it('has valid defaults, or room creation fills them in', () => {
    for (const [name, option] of Object.entries(table)) {
      if (option.isAction || option.defaultDescription) continue
      expect(findRefusal(table, { [name]: option.defaultValue }), name).toBeUndefined()
    }
    expect(parseOptions(table, {})).toEqual(defaultOptionsOf(table))
  })

  it('describes each option in one short sentence', () => {
    for (const [name, { description }] of Object.entries(table)) {
      expect(description, name).toMatch(/^[A-Z].*\.$/)
      expect(description.length, name).toBeLessThan(140)
    }
  })

  it('chooses nothing in an unchanged form', () => {
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
