// [DM-10.1] Room options.
import { describe, expect, it } from 'vitest'
import { defaultOptions, optionTable, parseOptionsForMaps } from '../../../games/doom-2077/options.ts'
import { parseOptions } from '../../../games/shared/options/parse.ts'

const maps = ['MAP01', 'MAP02']

describe('[DM-10.1] options', () => {
  it('have defaults', () => {
    expect(parseOptions(optionTable, {})).toEqual({
      matchSeconds: 600,
      pauseSeconds: 45,
      maxPlayers: 16,
      maps: [],
      ...{ filter: [], filtered: 'masked', history: 'off', film: false },
    })
  })

  it('are merged into the previous options', () => {
    const before = { ...defaultOptions, pauseSeconds: 4, maps }
    expect(parseOptionsForMaps(maps, { matchSeconds: 8, maps: ['MAP02', 'MAP01', 'MAP02'] }, before)).toEqual(
      {
        ...before,
        matchSeconds: 8,
        maps: ['MAP02', 'MAP01', 'MAP02'],
      },
    )
    expect(before.maps).toEqual(maps)
  })

  it.each([
    [
      'matchSeconds',
      [4, 86_401, 8.5, '600', null, Number.NaN],
      'matchSeconds must be a whole number from 5 to 86400 seconds',
    ],
    ['pauseSeconds', [-1, 3601, true], 'pauseSeconds must be a whole number from 0 to 3600 seconds'],
    ['maxPlayers', [0, 33, [], {}], 'maxPlayers must be a whole number from 1 to 32'],
    ['maps', [[], 'MAP01', null, {}, Array(65).fill('MAP01')], 'maps must be a list of 1 to 64 map names'],
  ] as const)('%s is refused out of its range', (name, values, detail) => {
    for (const value of values)
      expect(parseOptions(optionTable, { [name]: value as never })).toEqual({
        refused: { field: `options.${name}`, detail },
      })
  })

  it('accept only map names that exist or, if maps are unknown, that could exist', () => {
    expect(parseOptionsForMaps(maps, { maps: ['MAP03'] })).toEqual({
      refused: { field: 'options.maps', detail: 'unknown map MAP03; choose from MAP01, MAP02' },
    })
    expect(parseOptions(optionTable, { maps: ['E1M1', 'MAP99'] })).toMatchObject({ maps: ['E1M1', 'MAP99'] })
    for (const name of ['map01', 'E1M0', 'MAP1', 7, ['MAP01']])
      expect(parseOptions(optionTable, { maps: [name] })).toMatchObject({
        refused: { field: 'options.maps' },
      })
  })
})
