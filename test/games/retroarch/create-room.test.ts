// The options of a room, and its creation with them.
import { expect, it } from 'vitest'
import type { Json } from '../../../games/game.ts'
import { createRoom } from '../../../games/retroarch/create-room.ts'
import { defaultOptions, optionTable } from '../../../games/retroarch/options.ts'
import { parseOptions } from '../../../games/shared/options/parse.ts'
import { uploadedFile } from '../../../games/shared/uploaded-file.ts'
import { worldContext } from '../world-context.ts'

const context = worldContext({})

it('[RA-3.2] [RA-3.3] [RA-3.7] options default to the documented values', () => {
  expect(parseOptions(optionTable, {})).toEqual({
    ...{ maxSessions: 128, maxClients: 8, kilobytesPerSecond: 1024, history: 'off' },
  })
})

it.each<[string, Json, string]>([
  ['maxSessions', 129, 'maxSessions must be a whole number from 1 to 128'],
  ['maxClients', 1, 'maxClients must be a whole number from 2 to 16'],
  ['kilobytesPerSecond', 0, 'kilobytesPerSecond must be a whole number from 16 to 8192 a second'],
])('options reject %s = %j and name the accepted values', (name, value, detail) => {
  expect(parseOptions(optionTable, { [name]: value })).toEqual({
    refused: { field: `options.${name}`, detail },
  })
})

it('a room is created with its options alone, and refuses files', async () => {
  expect(await createRoom({ options: {}, files: new Map() }, context)).toEqual({
    options: defaultOptions,
    records: [],
    warnings: [],
  })
  const file = uploadedFile('map.zip', new Uint8Array(4))
  expect(await createRoom({ options: {}, files: new Map([['file', file]]) }, context)).toEqual({
    refused: { field: 'file', detail: 'retroarch rooms take no file' },
  })
  expect(await createRoom({ options: { maxClients: 0 }, files: new Map() }, context)).toMatchObject({
    refused: { field: 'options.maxClients' },
  })
})
