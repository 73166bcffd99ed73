// The options of a room, and its creation with them.
import { describe, expect, it } from 'vitest'
import type { Host, Json } from '../../../games/game.ts'
import { found } from '../../../games/say-back/founding.ts'
import { firstLine } from '../../../games/say-back/made/first-line.ts'
import { defaultOptions, optionTable } from '../../../games/say-back/options.ts'
import { handedIn } from '../../../games/shared/handed-in.ts'
import { readOptions } from '../../../games/shared/options/read.ts'

describe('options', () => {
  it('are the documented ones when none are given', () => {
    expect(readOptions(optionTable, {})).toEqual({ maxPlayers: 64, linesPerSecond: 2 })
  })

  it.each<[string, Json, string]>([
    ['maxPlayers', 0, 'maxPlayers is a whole number from 1 to 1024'],
    ['maxPlayers', 1.5, 'maxPlayers is a whole number from 1 to 1024'],
    ['linesPerSecond', '2', 'linesPerSecond is a whole number from 0 to 1000, 0 for no limit'],
    ['toString', 1, 'there is no option toString; there are maxPlayers, linesPerSecond'],
  ])('refuse %s = %j, saying what would do', (name, value, detail) => {
    expect(readOptions(optionTable, { [name]: value })).toEqual({
      refused: { field: `options.${name}`, detail },
    })
  })
})

describe('founding', () => {
  /** Creation here does not use its host. */
  const host = {} as Host

  it('[SB-3.1] stores the first line, with the usual options', async () => {
    const founded = await found({ options: {}, files: new Map() }, host)
    expect(founded).toEqual({
      options: defaultOptions,
      records: [['lines/0000000001', firstLine.text]],
      warnings: [],
    })
  })

  it('refuses a wrong option and any file, naming each', async () => {
    const file = handedIn('map.zip', new Uint8Array(4))
    expect(await found({ options: { maxPlayers: 0 }, files: new Map() }, host)).toMatchObject({
      refused: { field: 'options.maxPlayers' },
    })
    expect(await found({ options: {}, files: new Map([['file', file]]) }, host)).toEqual({
      refused: { field: 'file', detail: 'rooms of say-back take no file' },
    })
  })
})
