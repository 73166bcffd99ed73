// The options of a room, and its creation with them.
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../games/game.ts'
import { createRoom } from '../../../games/lan/create-room.ts'
import { defaultOptions, optionTable } from '../../../games/lan/options.ts'
import { parseOptions } from '../../../games/shared/options/parse.ts'
import { uploadedFile } from '../../../games/shared/uploaded-file.ts'
import { seededRandom } from '../../wire/packets/seeded-random.ts'
import { worldContext } from '../world-context.ts'

const context = worldContext({ random: seededRandom(1) })

describe('options', () => {
  it('[LAN-1.6] [LAN-1.7] default to the documented values', () => {
    expect(parseOptions(optionTable, {})).toEqual({
      ...{ maxNodes: 16, packetsPerSecond: 250, history: 'off', film: false },
    })
  })

  it.each<[string, Json, string]>([
    ['maxNodes', 1, 'maxNodes must be a whole number from 2 to 64'],
    ['packetsPerSecond', 0, 'packetsPerSecond must be a whole number from 1 to 1000 a second'],
  ])('reject %s = %j and name the accepted values', (name, value, detail) => {
    expect(parseOptions(optionTable, { [name]: value })).toEqual({
      refused: { field: `options.${name}`, detail },
    })
  })
})

describe('room creation', () => {
  it('[LAN-5.3] stores a new key for addresses', async () => {
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
