// Tests the options of a room and its creation with options.
import { describe, expect, it } from 'vitest'
import type { GameContext, Json } from '../../../games/game.ts'
import { firstLine } from '../../../games/say-back/builtin/first-line.ts'
import { createRoom } from '../../../games/say-back/create-room.ts'
import { defaultOptions, optionTable } from '../../../games/say-back/options.ts'
import { parseOptions } from '../../../games/shared/options/parse.ts'
import { uploadedFile } from '../../../games/shared/uploaded-file.ts'

describe('options', () => {
  it('default to the documented values', () => {
    expect(parseOptions(optionTable, {})).toEqual({
      maxPlayers: 64,
      linesPerSecond: 2,
      filter: [],
      filtered: 'masked',
    })
  })

  it.each<[string, Json, string]>([
    ['maxPlayers', 0, 'maxPlayers must be a whole number from 1 to 1024'],
    ['maxPlayers', 1.5, 'maxPlayers must be a whole number from 1 to 1024'],
    ['linesPerSecond', '2', 'linesPerSecond must be a whole number from 0 to 1000 a second, 0 for no limit'],
    ['toString', 1, 'there is no option toString; there are maxPlayers, linesPerSecond, filter, filtered'],
  ])('reject %s = %j and name the accepted values', (name, value, detail) => {
    expect(parseOptions(optionTable, { [name]: value })).toEqual({
      refused: { field: `options.${name}`, detail },
    })
  })
})

describe('room creation', () => {
  /** This game's room creation does not use its context. */
  const context = {} as GameContext

  it('[SB-3.1] stores the first line and the default options', async () => {
    const created = await createRoom({ options: {}, files: new Map() }, context)
    expect(created).toEqual({
      options: defaultOptions,
      records: [['lines/0000000001', firstLine.text]],
      warnings: [],
    })
  })

  it('refuses an invalid option or any file, and names the field', async () => {
    const file = uploadedFile('map.zip', new Uint8Array(4))
    expect(await createRoom({ options: { maxPlayers: 0 }, files: new Map() }, context)).toMatchObject({
      refused: { field: 'options.maxPlayers' },
    })
    expect(await createRoom({ options: {}, files: new Map([['file', file]]) }, context)).toEqual({
      refused: { field: 'file', detail: 'say-back rooms take no file' },
    })
  })
})
