import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { arenaMap, arenaWad } from '../../../games/doom-2077/builtin/arena/arena.ts'
import { assets } from '../../../games/doom-2077/builtin/assets.ts'
import { netWadName } from '../../../games/doom-2077/builtin/wad/net-wad.ts'
import { findMaps, readWad, writeWad } from '../../../games/doom-2077/import/wad.ts'
import { createGeometry } from '../../../games/doom-2077/map/geometry.ts'
import { corridor, rawLumps, wadOf } from '../../games/doom-2077/map/level/small-maps.ts'
import { commandLine, roomEntry, startFakeWorker } from '../fake-worker.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const arena = findMaps(readWad(arenaWad())).get(arenaMap)!
const entry = (...maps: string[]) => roomEntry({ game: 'doom-2077', options: { maps } })

async function wad(...words: readonly string[]) {
  const { url } = await startFakeWorker({
    'GET /api/rooms/doom-2077/harbor': { body: entry('MAP01') },
    'GET /doom-2077/harbor/files/arena.wad': { body: arenaWad() },
    'GET /api/rooms/doom-2077/attic': { body: entry('MAP01', 'MAP07') },
    'GET /doom-2077/attic/api/geometry/MAP07': { body: createGeometry(arena, false) },
  })
  return commandLine('wad', '--url', url, ...words)
}

describe('[DM-9.17] packetboat wad', () => {
  test('writes the room’s map with the art of a file, and lists missing art', async () => {
    const folder = temporaryFolder()
    const [art, out] = [join(folder, 'art.wad'), join(folder, 'made.wad')]
    const lumps = readWad(assets[netWadName]!()).filter(({ name }) => name !== 'DCHAINGN')
    writeFileSync(art, writeWad(lumps, 'IWAD'))
    expect(await wad('doom-2077/harbor', '--art', art, '--out', out)).toEqual({
      code: 0,
      out: [expect.stringMatching(/made\.wad {2}\d+ bytes, MAP01$/)],
      err: ['missing in art.wad, built-in art used: DCHAINGN'],
    })
    const names = readWad(readFileSync(out)).map(({ name }) => name)
    expect([names[0], names[11], names.includes('PLAYA1'), names.includes('DCHAINGN')]).toEqual([
      'MAP01',
      'E1M3',
      true,
      true,
    ])
  })

  test.each(['--art', '--maps'])('does not replace the file of %s', async (flag) => {
    const file = join(temporaryFolder(), 'mine.wad')
    writeFileSync(file, 'mine')
    const { code, err } = await wad('doom-2077/harbor', flag, file, '--out', file)
    expect([code, err]).toEqual([
      2,
      [expect.stringMatching(/^--out would replace .*mine\.wad: pass another/)],
    ])
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  test('takes maps that the room does not serve from a file, if they match the room’s maps', async () => {
    const folder = temporaryFolder()
    const [maps, other] = [join(folder, 'maps.wad'), join(folder, 'other.wad')]
    const out = join(folder, 'made.wad')
    writeFileSync(maps, wadOf(['MAP01', arena.lumps], ['MAP07', arena.lumps]))
    writeFileSync(other, wadOf(['MAP01', arena.lumps], ['MAP07', rawLumps(corridor([{}, {}]))]))
    expect((await wad('doom-2077/attic', '--maps', maps, '--out', out)).code).toBe(0)
    expect(findMaps(readWad(readFileSync(out))).size).toBe(3)
    expect(await wad('doom-2077/attic', '--maps', other, '--out', out)).toMatchObject({
      code: 1,
      err: [expect.stringContaining('differs from the one that doom-2077/attic plays')],
    })
    expect(await wad('doom-2077/attic', '--out', out)).toMatchObject({
      code: 1,
      err: [expect.stringContaining('pass that file with --maps')],
    })
  })

  test.each([
    ['a room of another game', ['soaprun/harbor'], 2, 'works only for doom-2077 rooms'],
    ['an unknown room', ['doom-2077/nowhere'], 1, 'not-found'],
    [
      'art in a missing file',
      ['doom-2077/harbor', '--art', '/nowhere/art.wad'],
      1,
      'cannot read /nowhere/art.wad: ENOENT',
    ],
    [
      'an output file in a missing folder',
      ['doom-2077/harbor', '--out', '/nowhere/a.wad'],
      1,
      'cannot write',
    ],
  ])('reports %s in one line', async (_, words, code, says) => {
    expect(await wad(...words)).toMatchObject({ code, out: [], err: [expect.stringContaining(says)] })
  })

  test('rejects damaged art and names the lump', async () => {
    const folder = temporaryFolder()
    const [art, out] = [join(folder, 'art.wad'), join(folder, 'made.wad')]
    const hurt = readWad(assets[netWadName]!()).map((lump) =>
      lump.name === 'PLAYA1' ? { ...lump, bytes: lump.bytes.slice(0, 100) } : lump,
    )
    writeFileSync(art, writeWad(hurt))
    const { code, err } = await wad('doom-2077/harbor', '--art', art, '--out', out)
    expect([code, err.length, err[0]]).toEqual([1, 1, expect.stringMatching(/art\.wad: the picture PLAYA1 /)])
    writeFileSync(art, 'no WAD at all')
    expect((await wad('doom-2077/harbor', '--art', art, '--out', out)).err[0]).toMatch(/art\.wad: not a WAD/)
  })
})
