import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRoom } from '../../../games/arcane-sector/create-room.ts'
import { encodeMapData } from '../../../games/arcane-sector/import/map-data.ts'
import { arcaneSector } from '../../../games/arcane-sector/index.ts'
import { defaultOptions } from '../../../games/arcane-sector/options.ts'
import { initialRecords } from '../../../games/arcane-sector/state/records.ts'
import type { GameContext, Options, RecordValue } from '../../../games/game.ts'
import { joinRecordChunks, uploadedFiles } from '../../create-game.ts'
import { MemoryStore } from '../../memory-store.ts'
import { generatedWorld } from './builtin/worlds.ts'
import { worldFile } from './transcripts.ts'

let hashed = 0
const host = {
  now: () => 0,
  random: () => 0.5,
  async hashSecret(secret: string) {
    hashed++
    return `hash of ${secret.length}`
  },
} as unknown as GameContext

function create(options: Options, files: { [field: string]: Uint8Array } = {}) {
  return createRoom({ options, files: uploadedFiles(files) }, host)
}

async function createdRoom(options: Options, files?: { [field: string]: Uint8Array }) {
  const answer = await create(options, files)
  if ('refused' in answer) throw new Error(answer.refused.detail)
  return { ...answer, records: new Map<string, RecordValue>(joinRecordChunks(answer)) }
}

/** The records in short form, with digests in place of bytes. */
function brief(all: Iterable<readonly [string, RecordValue]>) {
  return [...all].map(([key, value]) => [
    key,
    value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value,
  ])
}

const usual = createdRoom({})

describe('creating a room', () => {
  it('[AS-12.8] without a file stores the world of seed 1', async () => {
    const room = await usual
    expect(room.options).toEqual(defaultOptions)
    expect(room.warnings).toEqual([])
    expect(brief(room.records)).toEqual(brief(initialRecords(generatedWorld(1))))
    expect(
      [room.records.get('terrain'), room.records.get('variants')].map(
        (value) => (value as Uint8Array).length,
      ),
    ).toEqual([393_216, 393_216])
    expect(room.records.get('start')).toEqual({ x: 185, y: 428, facing: 2 })
  })

  it('[AS-12.8] with a seed stores the world of this seed', async () => {
    const room = await createdRoom({ seed: 2 })
    expect(room.options).toEqual({ ...defaultOptions, seed: 2 })
    expect(brief(room.records)).toEqual(brief(initialRecords(generatedWorld(2))))
  })

  it('[AS-12.4] with a file stores the map of the file, numbers its items in order, and returns the warnings', async () => {
    const room = await createdRoom({ monsters: false }, { file: worldFile() })
    expect(room.records.get('counter')).toBe(18)
    expect(room.records.get('ground/185,429')).toEqual([
      { id: 2, type: 'scroll', text: 'klaatu' },
      { id: 3, type: 'scroll', text: 'barada' },
    ])
    expect(room.records.get('spawners')).toHaveLength(9)
    expect(room.warnings).toHaveLength(1)
    const seeded = await createdRoom({ seed: 3 }, { file: worldFile() })
    expect(seeded.warnings.at(-1)).toBe('seed has no effect: the map comes from the file')
    expect(brief(seeded.records)).toEqual(brief(room.records))
  })

  it('[AS-12.3] yields a world whose map.data matches its records', async () => {
    for (const room of [await usual, await createdRoom({}, { file: worldFile() })]) {
      const store = new MemoryStore()
      for (const [key, value] of room.records) store.put(key, value)
      const [file] = arcaneSector.files!(arcaneSector.openWorld(store, host, room.options, 1))
      expect(file).toMatchObject({ name: 'map.data', type: 'application/octet-stream' })
      const stored = encodeMapData(
        room.records.get('terrain') as Uint8Array,
        room.records.get('variants') as Uint8Array,
      )
      expect(Buffer.compare(file!.body() as Uint8Array, stored)).toBe(0)
    }
  })

  it('[AS-13.7] stores passwords only as hashes', async () => {
    const room = await createdRoom({ passwords: { 7: 'arc-pass-007' } }, { file: worldFile() })
    expect(room.options.passwords).toEqual({ 7: { hashed: 'hash of 12' } })
    expect(JSON.stringify([room.options, ...room.records])).not.toContain('arc-pass')
  })

  it('refuses an invalid option, an invalid file and an unknown field, each by name', async () => {
    expect(await create({ seed: 'x' })).toMatchObject({ refused: { field: 'options.seed' } })
    expect(await create({ passwords: { 7: '' } })).toMatchObject({
      refused: { field: 'options.passwords.7' },
    })
    expect(await create({}, { file: new Uint8Array(10) })).toMatchObject({
      refused: { field: 'file', unparseable: true },
    })
    expect(await create({}, { save: new Uint8Array(10) })).toEqual({
      refused: {
        field: 'save',
        detail: 'an arcane-sector room accepts only the field file (a map), not save',
      },
    })
  })

  it('hashes no passwords if the map is refused', async () => {
    const before = hashed
    await create({ passwords: { 7: 'hush' } }, { file: new Uint8Array(10) })
    expect(hashed).toBe(before)
  })
})
