import { expect, it } from 'vitest'
import { createRoom } from '../../../games/crossfire/create-room.ts'
import { crossfire } from '../../../games/crossfire/index.ts'
import { defaultOptions } from '../../../games/crossfire/options.ts'
import { uploadedFile } from '../../../games/shared/uploaded-file.ts'
import { testContext } from './harness/rules-arena.ts'

const context = testContext('founding', () => 0)
const file = uploadedFile('town.map', new Uint8Array(3))

it('[CF-16.8] a new room has the default options, refuses unknown uploads and options, and listens on TCP port 13327', async () => {
  expect(await createRoom({ options: {}, files: new Map() }, context)).toEqual({
    options: defaultOptions,
    records: [],
    warnings: [],
  })
  expect(await createRoom({ options: {}, files: new Map([['file', file]]) }, context)).toEqual({
    refused: { field: 'file', detail: 'Unknown upload file. Crossfire rooms accept arch and maps.' },
  })
  expect(await createRoom({ options: { seed: 'x' }, files: new Map() }, context)).toEqual({
    refused: { field: 'options.seed', detail: expect.stringContaining('there is no option seed') },
  })
  expect(crossfire.listeners).toMatchObject([{ transport: 'tcp', port: 13_327 }])
})

it.each(['arch', 'maps'])(
  '[CF-20.1] a tar file or Debian package that is uploaded as %s is refused, and the error says how to send it',
  async (field) => {
    const files = new Map(
      ['arch', 'maps'].map((each) => [each, each === field ? { ...file, name: 'world.deb' } : file] as const),
    )
    expect(await createRoom({ options: {}, files }, context)).toEqual({
      refused: {
        field,
        detail: expect.stringMatching(/^"?world.deb"?: only zip files are accepted\. The form unpacks/),
      },
    })
  },
)
