// [DM-10.2] Room creation: stored records, refusals with reasons, and warnings.
import { describe, expect, it } from 'vitest'
import { TransactionStore } from '../../../durable-objects/storage/records.ts'
import { arenaWad } from '../../../games/doom-2077/builtin/arena/arena.ts'
import { createRoom } from '../../../games/doom-2077/create-room.ts'
import { readWad, writeWad } from '../../../games/doom-2077/import/wad.ts'
import type { Level } from '../../../games/doom-2077/map/level/level.ts'
import { readStoredArena, readStoredLevel, storedMapNames } from '../../../games/doom-2077/map/map-store.ts'
import { defaultOptions } from '../../../games/doom-2077/options.ts'
import type { GameContext, Options } from '../../../games/game.ts'
import { joinRecordChunks, uploadedFiles } from '../../create-game.ts'
import { memoryRecords } from '../../memory-records.ts'
import { corridor, type RawMap, rawLumps, wadOf } from './map/level/small-maps.ts'

/** Room creation uses no services of its context. */
const unusedContext = {} as GameContext
const small = rawLumps(corridor([{}, {}]))

function create(options: Options, files: { [field: string]: Uint8Array } = {}) {
  return createRoom({ options, files: uploadedFiles(files) }, unusedContext)
}

async function createTestRoom(options: Options, file?: Uint8Array) {
  const answer = await create(options, file && { file })
  if ('refused' in answer) throw new Error(answer.refused.detail)
  const store = new TransactionStore(memoryRecords(), '', new Map())
  for (const [key, value] of joinRecordChunks(answer)) store.put(key, value)
  return { ...answer, store }
}

async function refusal(file: Uint8Array, options: Options = {}) {
  const answer = await create(options, { file })
  if (!('refused' in answer)) throw new Error('the room was created')
  return answer.refused
}

const summary = ({ name, spawns, doors, lifts, pickups }: Level) => ({ name, spawns, doors, lifts, pickups })

const drawn = (lumps: ReturnType<typeof rawLumps>) =>
  lumps.map((lump) => (lump.bytes.length > 0 ? lump : { ...lump, bytes: new Uint8Array(4) }))

describe('[DM-10.2] creation', () => {
  it('[DM-9.11] without a file stores default options and the arena, which is served for download', async () => {
    const { options, warnings, store } = await createTestRoom({ matchSeconds: 60 })
    expect(options).toEqual({ ...defaultOptions, matchSeconds: 60, maps: ['MAP01'] })
    expect(warnings).toEqual([])
    expect(storedMapNames(store)).toEqual(['MAP01'])
    expect(readStoredArena(store)).toEqual(arenaWad())
    expect(readStoredLevel(store, 'MAP01')).toMatchObject({ name: 'MAP01', doors: [{}, {}], lifts: [{}] })
  })

  it('[DM-9.11] with an uploaded WAD stores only the lumps that the server reads, and the room offers no file for download', async () => {
    const wad = writeWad([
      { name: 'PLAYPAL', bytes: new Uint8Array(768).fill(1) },
      ...readWad(wadOf(['MAP02', drawn(small)])),
      ...readWad(arenaWad()),
      { name: 'S_START', bytes: new Uint8Array(9).fill(2) },
    ])
    const { options, warnings, store } = await createTestRoom({}, wad)
    expect([options.maps, storedMapNames(store), warnings]).toEqual([
      ['MAP02', 'MAP01'],
      ['MAP02', 'MAP01'],
      [],
    ])
    expect(readStoredArena(store)).toBeUndefined()
    for (const name of ['MAP01', 'MAP02']) {
      const stored = readWad(store.get(`map/${name}`) as Uint8Array)
      expect(stored.map((lump) => lump.name)).toEqual([
        name,
        ...['THINGS', 'LINEDEFS', 'SIDEDEFS', 'VERTEXES', 'SECTORS'],
      ])
    }
    const arena = await createTestRoom({})
    expect(summary(readStoredLevel(store, 'MAP01'))).toEqual(summary(readStoredLevel(arena.store, 'MAP01')))
  })

  it('stores only the maps to play and does not parse the others', async () => {
    const other = { name: 'TEXTMAP', bytes: new Uint8Array(9) }
    const wad = wadOf(['E1M1', drawn(small)], ['E1M2', [other]], ['E1M3', drawn(small)])
    const { options, store } = await createTestRoom({ maps: ['E1M3', 'E1M1', 'E1M3'] }, wad)
    expect(options.maps).toEqual(['E1M3', 'E1M1', 'E1M3'])
    expect(storedMapNames(store)).toEqual(['E1M1', 'E1M3'])
    expect(await refusal(wad)).toMatchObject({
      field: 'file',
      detail: expect.stringContaining('E1M2 is in the UDMF format'),
    })
  })

  it('[DM-9.10] warns of maps that the original client cannot load, and plays them', async () => {
    const bare = await createTestRoom({}, wadOf(['MAP01', small]))
    expect(bare.warnings).toEqual([
      'MAP01: lacks SEGS, SSECTORS, NODES, BLOCKMAP; the original client crashes when it loads this map',
    ])
    const turned = await createTestRoom({}, wadOf(['MAP01', drawn(small).toReversed()]))
    expect(turned.warnings).toEqual(['MAP01: the lumps are not in the order that the original client needs'])
    const doors: RawMap = corridor(Array(6).fill({}), Array(5).fill({ special: 63 }))
    const many = await createTestRoom({}, wadOf(['MAP01', drawn(rawLumps(doors))]))
    expect(many.warnings).toHaveLength(4)
    expect(many.warnings[3]).toBe('MAP01: 2 more warnings')
  })

  it('refuses a wrong option, a wrong file and an unknown field, and names the field', async () => {
    expect(await create({ maxPlayers: 99 })).toMatchObject({ refused: { field: 'options.maxPlayers' } })
    expect(await create({ maps: ['MAP02'] })).toEqual({
      refused: { field: 'options.maps', detail: 'unknown map MAP02; choose from MAP01' },
    })
    expect(await create({}, { save: new Uint8Array(10) })).toEqual({
      refused: { field: 'save', detail: 'unknown upload save; a doom-2077 room takes only file, a WAD' },
    })
    expect(await refusal(new Uint8Array(10))).toEqual({
      field: 'file',
      detail: 'not a WAD: it does not begin with IWAD or PWAD',
      unparseable: true,
    })
    const wad = wadOf(['MAP01', small], ['MAP02', small.slice(1)])
    expect(await refusal(wad)).toEqual({
      field: 'file',
      detail: 'MAP02 has no lump THINGS',
      unparseable: false,
    })
    expect(await refusal(wad, { maps: ['MAP03'] })).toMatchObject({ field: 'options.maps' })
  })

  it('refuses a WAD without maps, with too many maps, or with maps that are too large', async () => {
    expect(await refusal(writeWad([{ name: 'DEMO1', bytes: new Uint8Array(3) }]))).toMatchObject({
      field: 'file',
      detail: 'the WAD has no map; maps are named MAP01 or E1M1, for example',
    })
    const numbered = (at: number) => `MAP${String(at).padStart(2, '0')}`
    const many = wadOf(...Array.from({ length: 65 }, (_, at) => [numbered(at), drawn(small)] as const))
    expect(await refusal(many)).toMatchObject({
      field: 'file',
      detail: 'the WAD has 65 maps; select up to 64 with options.maps',
    })
    expect((await createTestRoom({ maps: [numbered(64)] }, many)).options.maps).toEqual(['MAP64'])
    // Each of these maps has some 2.5 MiB.
    const room = corridor([{}])
    const wide = drawn(
      rawLumps({
        ...room,
        sides: Array(65_535).fill(0),
        things: [...room.things, ...Array(65_534).fill([0, 0, 0, 9])],
      }),
    )
    const large = wadOf(...Array.from({ length: 7 }, (_, at) => [numbered(at), wide] as const))
    expect(await refusal(large)).toMatchObject({
      field: 'file',
      detail: 'the maps exceed 16 MiB; select fewer with options.maps',
    })
  })
})
