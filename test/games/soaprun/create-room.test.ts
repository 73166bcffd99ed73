import { describe, expect, it } from 'vitest'
import type { GameContext, Options, RecordValue } from '../../../games/game.ts'
import { initialRecords } from '../../../games/soaprun/board/records.ts'
import { createHarborMap } from '../../../games/soaprun/builtin/harbor.ts'
import { createRoom } from '../../../games/soaprun/create-room.ts'
import { defaultOptions } from '../../../games/soaprun/options.ts'
import { joinRecordChunks, uploadedFiles } from '../../create-game.ts'
import { worldA, zipFiles } from './fixture-world.ts'

/** Creating a room uses no services of its context. */
const context = {} as GameContext

function create(options: Options, files: { [field: string]: Uint8Array } = {}) {
  return createRoom({ options, files: uploadedFiles(files) }, context)
}

async function createdRoom(options: Options, files?: { [field: string]: Uint8Array }) {
  const answer = await create(options, files)
  if ('refused' in answer) throw new Error(answer.refused.detail)
  return { ...answer, records: new Map<string, RecordValue>(joinRecordChunks(answer)) }
}

describe('creating a room', () => {
  it('without a file stores the built-in harbor with default options', async () => {
    const room = await createdRoom({})
    expect(room.options).toEqual(defaultOptions)
    expect(room.warnings).toEqual([])
    expect(room.records).toEqual(new Map(initialRecords(createHarborMap())))
    expect(room.records.get('map')).toEqual({ width: 121, height: 91 })
  })

  it('with a file stores that map, its warnings and the given options', async () => {
    const files = worldA('soapdispenser-format')
    for (let row = 3; row < 13; row++) files['1,1.room']![row * 21 + 20] = 5
    const room = await createdRoom({ maxPlayers: 8 }, { file: zipFiles(files, 'world/') })
    expect(room.options).toEqual({ ...defaultOptions, maxPlayers: 8 })
    expect(room.warnings).toEqual(['room 2,1: 10 edge tiles differ'])
    expect(room.records.get('map')).toEqual({ width: 61, height: 46 })
    expect(room.records.get('units/start')).toHaveLength(16)
  })

  it('refuses an invalid option, an invalid file or an unknown field, and names it', async () => {
    expect(await create({ maxPlayers: 99 })).toMatchObject({ refused: { field: 'options.maxPlayers' } })
    expect(await create({}, { file: new Uint8Array(10) })).toMatchObject({ refused: { field: 'file' } })
    expect(await create({}, { save: new Uint8Array(10) })).toEqual({
      refused: { field: 'save', detail: 'a soaprun room accepts only the field file (a map), not save' },
    })
  })
})
