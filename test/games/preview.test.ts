import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arenaWad } from '../../games/doom-2077/builtin/arena/arena.ts'
import { writeWad } from '../../games/doom-2077/import/wad.ts'
import type { CreateRoomInput, Game, GameContext, UploadPreview } from '../../games/game.ts'
import { games } from '../../games/index.ts'
import { isRefusal } from '../../games/refusal.ts'
import { uploadedFiles } from '../create-game.ts'
import { assertProperty } from '../property.ts'
import { worldFile } from './arcane-sector/transcripts.ts'
import { readFixture, readFixtureMultidata } from './archipelago/sample-multiworlds.ts'
import { corridor, rawLumps, wadOf } from './doom-2077/map/level/small-maps.ts'
import { worldA, zipFiles } from './soaprun/fixture-world.ts'

/** Creation and preview use no services of the context if no password is set. */
const host = {} as GameContext

type Files = { readonly [field: string]: Uint8Array }

const gameOf = (slug: string): Game => games.find((game) => game.slug === slug)!
const inputOf = (files: Files): CreateRoomInput => ({ options: {}, files: uploadedFiles(files) })

async function previewed(slug: string, files: Files): Promise<UploadPreview> {
  const answer = await gameOf(slug).previewUploads!(inputOf(files), host)
  if (isRefusal(answer)) throw new Error(JSON.stringify(answer.refused))
  return answer as UploadPreview
}

async function refusalOf(slug: string, files: Files) {
  const answer = await gameOf(slug).previewUploads!(inputOf(files), host)
  return isRefusal(answer) ? answer.refused : undefined
}

describe('a preview', () => {
  it('of an Archipelago multiworld shows the seed, the slots and the options, but no password', async () => {
    const seen = await previewed('archipelago', { file: readFixtureMultidata('links-6p') })
    expect(seen).toMatchObject({
      seed: expect.stringMatching(/^\d+$/),
      generator: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      race: false,
      options: { server_password: true, release_mode: 'goal' },
      files: [],
    })
    const slots = seen.slots as readonly { name: string; game: string; locations: number }[]
    expect(slots.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ann', 'Ben', 'Cat', 'Dan', 'Eve']))
    for (const { game, locations } of slots) {
      expect(seen.games).toContain(game)
      expect(locations).toBeGreaterThan(0)
    }
    expect(JSON.stringify(seen)).not.toContain('adminpw')
  })

  it('lists the extra files of a generator zip, and the number of checks of a save', async () => {
    const zip = await previewed('archipelago', { file: readFixture('mixed-8p.zip') })
    expect(zip.files).toContain('AP_49267520353983345507_Spoiler.txt')
    const saved = { file: readFixtureMultidata('links-6p'), save: readFixture('links-6p.apsave') }
    expect(await previewed('archipelago', saved)).toMatchObject({
      save: { checks: expect.any(Number) },
      options: { password: true },
    })
  })

  it('of a Soaprun map shows the units and the size in tiles and rooms', async () => {
    for (const format of ['original-format', 'soapdispenser-format'] as const) {
      const seen = await previewed('soaprun', { file: zipFiles(worldA(format)) })
      expect(seen).toMatchObject({ width: 61, height: 46, rooms: { across: 3, down: 3 }, warnings: [] })
      const counts = Object.values(seen.units as { [type: string]: number })
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(16)
    }
    expect(await previewed('soaprun', {})).toMatchObject({ width: 121, height: 91 })
  })

  it('of a map.json shows the size, the start, and the numbers of items and spawners', async () => {
    expect(await previewed('arcane-sector', { file: worldFile() })).toMatchObject({
      ...{ width: 512, height: 768, items: 18, spawners: 9 },
      start: { x: expect.any(Number), y: expect.any(Number) },
      warnings: [expect.any(String)],
    })
  })

  it('of a WAD shows the size and starts of each map, or why the map cannot be played', async () => {
    const good = rawLumps(corridor([{}, {}]))
    const wad = wadOf(['E1M1', good], ['E1M2', good.slice(1)])
    expect(await previewed('doom-2077', { file: wad })).toEqual({
      maps: [
        {
          name: 'E1M1',
          bytes: expect.any(Number),
          starts: expect.any(Number),
          warnings: [expect.stringContaining('lacks SEGS')],
        },
        { name: 'E1M2', bytes: expect.any(Number), fault: 'E1M2 has no lump THINGS' },
      ],
    })
    expect(await previewed('doom-2077', {})).toMatchObject({ maps: [{ name: 'MAP01', warnings: [] }] })
  })

  it('of a WAD checks only as many maps as a room may use, and lists the names of the other maps', async () => {
    const small = rawLumps(corridor([{}]))
    const names = Array.from({ length: 100 }, (_, at) => `MAP${String(at).padStart(2, '0')}`)
    const { maps } = await previewed('doom-2077', {
      file: wadOf(...names.map((name) => [name, small] as const)),
    })
    const listed = maps as readonly { name: string; starts?: number }[]
    expect(listed.map(({ name }) => name)).toEqual(names)
    expect(listed.filter(({ starts }) => starts !== undefined)).toHaveLength(64)
  })

  it('exists for every game that accepts files', () => {
    const accepting = games.filter(({ uploads }) => uploads)
    expect(accepting.length).toBeGreaterThan(3)
    expect(accepting.filter(({ previewUploads }) => !previewUploads).map(({ slug }) => slug)).toEqual([])
  })
})

describe('an invalid file is refused with its field and a sentence', () => {
  const zipOfNothing = zipFiles({ 'readme.txt': new Uint8Array(3) })
  it.each<[slug: string, files: Files, field: string, detail: string]>([
    ['archipelago', {}, 'file', 'no multiworld: upload'],
    ['archipelago', { file: new Uint8Array() }, 'file', 'the file is empty'],
    [
      'archipelago',
      { file: readFixtureMultidata('reject-getattr-038') },
      'file',
      'builtins.getattr is forbidden',
    ],
    ['archipelago', { file: zipOfNothing }, 'file', 'the zip has no .archipelago file'],
    ['archipelago', { file: readFixtureMultidata('tiny-2p'), save: new Uint8Array(9) }, 'save', 'not a save'],
    [
      'archipelago',
      { file: readFixtureMultidata('tiny-2p'), rom: new Uint8Array(9) },
      'rom',
      'unknown upload rom',
    ],
    ['soaprun', { file: new Uint8Array(9) }, 'file', 'zip'],
    ['soaprun', { file: zipOfNothing }, 'file', 'the zip has no map'],
    ['soaprun', { save: new Uint8Array(9) }, 'save', 'not save'],
    ['arcane-sector', {}, 'file', 'missing: upload a map.json'],
    ['arcane-sector', { file: new TextEncoder().encode('{') }, 'file', 'not a map.json'],
    ['arcane-sector', { file: new Uint8Array(5_000_000) }, 'file', 'the maximum is 4194304'],
    ['arcane-sector', { save: new Uint8Array(9) }, 'save', 'not save'],
    ['doom-2077', { file: new Uint8Array(9) }, 'file', 'not a WAD'],
    ['doom-2077', { file: writeWad([{ name: 'DEMO1', bytes: new Uint8Array(3) }]) }, 'file', 'has no map'],
    ['doom-2077', { save: new Uint8Array(9) }, 'save', 'unknown upload save'],
  ])('%s %#', async (slug, files, field, detail) => {
    expect(await refusalOf(slug, files)).toMatchObject({ field, detail: expect.stringContaining(detail) })
  })

  it.each<[slug: string, file: Uint8Array]>([
    ['archipelago', readFixtureMultidata('tiny-2p')],
    ['soaprun', zipFiles(worldA('original-format'))],
    ['arcane-sector', worldFile().subarray(0, 4000)],
    ['doom-2077', arenaWad()],
  ])('%s: truncated or mutated files are previewed or refused, without an exception', async (slug, file) => {
    const change = fc.record({
      end: fc.oneof(fc.constant(file.length), fc.nat(file.length)),
      bytes: fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { maxLength: 8 }),
    })
    const property = fc.asyncProperty(change, async ({ end, bytes }) => {
      const changed = file.slice(0, end)
      for (const [at, byte] of bytes) if (at < end) changed[at] = byte
      const refused = await refusalOf(slug, { file: changed })
      if (refused) expect(refused).toMatchObject({ field: 'file', detail: expect.stringMatching(/\w/) })
    })
    await assertProperty(property, { numRuns: 40 })
  })
})
