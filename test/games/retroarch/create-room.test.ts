import { expect, it } from 'vitest'
import { createRoom } from '../../../games/retroarch/create-room.ts'
import { defaultOptions } from '../../../games/retroarch/options.ts'
import { uploadedFile } from '../../../games/shared/uploaded-file.ts'
import { worldContext } from '../world-context.ts'

const context = worldContext({})

it('a room is created from options only; files are refused', async () => {
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
