import { describe, expect, it } from 'vitest'
import { createRoom } from '../../../games/lan/create-room.ts'
import { defaultOptions } from '../../../games/lan/options.ts'
import { uploadedFile } from '../../../games/shared/uploaded-file.ts'
import { seededRandom } from '../../wire/packets/seeded-random.ts'
import { worldContext } from '../world-context.ts'

const context = worldContext({ random: seededRandom(1) })

describe('room creation', () => {
  it('[LAN-5.3] stores a new key with which addresses are derived', async () => {
    const create = () => createRoom({ options: {}, files: new Map() }, context)
    const [one, other] = [await create(), await create()]
    expect(one).toEqual({
      options: defaultOptions,
      records: [['address-key', expect.any(Uint8Array)]],
      warnings: [],
    })
    expect(other).not.toEqual(one)
  })

  it('refuses an invalid option or any file, and names the field', async () => {
    const file = uploadedFile('map.zip', new Uint8Array(4))
    expect(await createRoom({ options: { maxNodes: 0 }, files: new Map() }, context)).toMatchObject({
      refused: { field: 'options.maxNodes' },
    })
    expect(await createRoom({ options: {}, files: new Map([['file', file]]) }, context)).toEqual({
      refused: { field: 'file', detail: 'lan rooms take no file' },
    })
  })
})
