// [DM-10.1] Room options.
import { describe, expect, it } from 'vitest'
import { defaultOptions, optionTable, parseOptionsForMaps } from '../../../games/doom-2077/options.ts'
import { parseOptions } from '../../../games/shared/options/parse.ts'

const maps = ['MAP01', 'MAP02']

describe('[DM-10.1] options', () => {
  it('are merged into the previous options', () => {
    const before = { ...defaultOptions, pauseSeconds: 4, maps }
    const changes = { matchSeconds: 8, maps: ['MAP02', 'MAP01', 'MAP02'] }
    expect(parseOptionsForMaps(maps, changes, before)).toEqual({ ...before, ...changes })
    expect(before.maps).toEqual(maps)
  })

  it('accept only names of the maps or, if the maps are not given, names that a map can have', () => {
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
