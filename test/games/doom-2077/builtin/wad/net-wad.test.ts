// The WAD for the original client can be read by our own reader and by a strict reader, which checks everything on
// which the original client relies.
import { describe, expect, it } from 'vitest'
import { arenaWad } from '../../../../../games/doom-2077/builtin/arena/arena.ts'
import { assets } from '../../../../../games/doom-2077/builtin/assets.ts'
import { artForMaps } from '../../../../../games/doom-2077/builtin/wad/art-for-maps.ts'
import {
  soundNames,
  spriteNames,
  weaponPictureLumps,
} from '../../../../../games/doom-2077/builtin/wad/lump-names.ts'
import { buildNetWad, netWadName } from '../../../../../games/doom-2077/builtin/wad/net-wad.ts'
import { WadArt } from '../../../../../games/doom-2077/import/art/wad-art.ts'
import { readSurfaces } from '../../../../../games/doom-2077/import/surfaces.ts'
import { findMaps, mapLumpNames } from '../../../../../games/doom-2077/import/wad.ts'
import { parseLevel } from '../../../../../games/doom-2077/map/level/level.ts'
import { corridor, rawLumps, readLumps } from '../../map/level/small-maps.ts'
import { arenaLumps as arena } from '../../match-harness.ts'
import { StrictWadReader } from './strict-wad-reader.ts'

const bytes = assets[netWadName]!()
const wad = new StrictWadReader(bytes)

describe('[DM-9.16] DOOM1-NET.WAD', () => {
  it('is deterministic and under a megabyte', () => {
    expect(bytes.length).toBeLessThan(1_000_000)
    expect(Buffer.compare(assets[netWadName]!(), bytes)).toBe(0)
  })

  it("has the room's map first, and again under the name that the client loads without an answer from the server", () => {
    expect(wad.names.slice(0, 11)).toEqual(['MAP01', ...mapLumpNames])
    expect(wad.names.slice(11, 22)).toEqual(['E1M3', ...mapLumpNames])
    const maps = findMaps(wad.lumps)
    for (const name of ['MAP01', 'E1M3'])
      for (const [n, { bytes }] of maps.get(name)!.lumps.entries())
        expect(Buffer.compare(bytes, arena.lumps[n]!.bytes)).toBe(0)
    expect(parseLevel(bytes, 'MAP01').spawns).toEqual(parseLevel(arenaWad(), 'MAP01').spawns)
  })

  it('has every sprite that the client requests, grouped by weapon, and another sprite after the last group', () => {
    const sprites = wad.between('S_START', 'S_END')
    expect(sprites.map(({ name }) => name)).toEqual(spriteNames)
    expect(spriteNames).toHaveLength(74)
    for (const { name, bytes } of sprites) wad.picture(name, bytes)
    for (const weapon of ['PUN', 'PIS', 'CHG', 'SHT']) {
      const at = spriteNames.flatMap((name, n) => (name.startsWith(weapon) ? [n] : []))
      expect([weapon, at.length <= 10, at.at(-1)! - at[0]!]).toEqual([weapon, true, at.length - 1])
      expect(spriteNames[at.at(-1)! + 1]![3]).not.toBe('F')
    }
    for (const pose of 'ABCDEFG')
      for (const side of ['1', `2${pose}8`, `3${pose}7`, `4${pose}6`, '5'])
        expect(spriteNames).toContain(`PLAY${pose}${side}`)
    for (const pose of 'HIJKLMNOPQRSTUVW') expect(spriteNames).toContain(`PLAY${pose}0`)
  })

  it("aligns players' feet with the ground and hands with the screen's edge", () => {
    for (const { name, bytes } of wad.between('S_START', 'S_END')) {
      const view = new DataView(bytes.buffer, bytes.byteOffset)
      const [, height, left, top] = [0, 2, 4, 6].map((at) => view.getInt16(at, true)) as Four
      const isHeld = weaponPictureLumps.some((hand) => hand === name) && name[3] === 'G'
      if (name.startsWith('PLAY')) expect([name, height]).toEqual([name, 41])
      else if (isHeld) expect([name, height - top, left <= 0]).toEqual([name, 200, true])
    }
  })

  it('has the walls and floors that the map names, each fully covered by patches', () => {
    const textures = wad.textures().map(({ name }) => name)
    const flats = wad.between('F1_START', 'F1_END')
    const { lines, sectors } = readSurfaces(arena)
    const sides = lines.flatMap((both) => both.flatMap((side) => side ?? []))
    const named = new Set(sides.flatMap(({ upper, lower, middle }) => [upper, lower, middle]))
    named.delete('-')
    expect([...named].filter((name) => !textures.includes(name))).toEqual([])
    expect(textures).toHaveLength(13)
    const names = flats.map(({ name }) => name)
    expect(sectors.flat().filter((name) => !names.includes(name))).toEqual([])
    expect(flats.map(({ bytes }) => bytes.length)).toEqual([4096, 4096, 4096, 4096, 4096, 4096])
    expect([wad.lump('PLAYPAL').length, wad.lump('COLORMAP').length]).toEqual([14 * 768, 34 * 256])
  })

  it('has all sounds that the client plays, and no lump that the client would mistake for a sound', () => {
    expect(wad.sounds()).toEqual(soundNames)
    for (const name of [
      'DSDOROPN',
      'DSDORCLS',
      'DSPSTART',
      'DSPSTOP',
      'DSSWTCHN',
      'DSPISTOL',
      'DSSHOTGN',
      'DSPUNCH',
    ])
      expect(soundNames).toContain(name)
    for (const name of soundNames) {
      const loud = wad
        .lump(name)
        .subarray(24)
        .map((sample) => Math.abs(sample - 128))
      expect([name, Math.max(...loud) > 20]).toEqual([name, true])
    }
  })

  it('contains walls and sprites that our own reader can read', () => {
    const art = new WadArt([wad.lumps])
    expect(art.wall('STONE2')).toMatchObject({ width: 128, height: 256 })
    expect(art.wall('STONE2')!.pixels.includes(-1)).toBe(false)
    expect(art.sprite('PLAYA1')!.pixels.some((number) => number > 0)).toBe(true)
  })
})

type Four = [number, number, number, number]

describe("[DM-9.17] a WAD with the owner's art", () => {
  it('uses only the art of the owner if it is complete', () => {
    const { art, ownNames } = artForMaps([arena], new WadArt([wad.lumps]))
    expect(ownNames).toEqual([])
    const merged = new StrictWadReader(buildNetWad([arena], art))
    expect(merged.between('S_START', 'S_END')).toEqual(wad.between('S_START', 'S_END'))
    expect(merged.textures().length).toBe(12)
    expect(merged.lump('PLAYPAL')).toEqual(wad.lump('PLAYPAL'))
  })

  it('uses our art, in the palette of the owner, where the owner has none', () => {
    const grey = Uint8Array.from({ length: 768 }, (_, n) => Math.floor(n / 3))
    const { art, ownNames } = artForMaps([arena], new WadArt([[{ name: 'PLAYPAL', bytes: grey }]]))
    expect(ownNames).toEqual(expect.arrayContaining(['PLAYA1', 'STONE2', 'FLAT5_4', 'DSPISTOL']))
    const merged = new StrictWadReader(buildNetWad([arena], art))
    expect(merged.lump('PLAYPAL').subarray(0, 768)).toEqual(grey)
    expect(merged.textures().length).toBe(12)
    expect(merged.sounds()).toEqual(soundNames)
  })

  it("keeps the names of walls and floors in the owner's map, even if the owner has no art for them", () => {
    const lumps = rawLumps(corridor([{}, {}])).map((lump) =>
      lump.bytes.length > 0 ? lump : { ...lump, bytes: new Uint8Array(4) },
    )
    const map = readLumps(lumps, 'MAP07')
    const { art } = artForMaps([map])
    const merged = new StrictWadReader(buildNetWad([map], art))
    expect(merged.names[0]).toBe('MAP07')
    expect(merged.names[11]).toBe('E1M3')
    expect(merged.textures().map(({ name }) => name)).toEqual(art.textures.map(({ name }) => name))
  })

  it('is not built from a map without nodes or art without a palette', () => {
    const bare = readLumps(rawLumps(corridor([{}, {}])))
    expect(() => buildNetWad([bare], artForMaps([bare]).art)).toThrow('MAP01 has no SEGS')
    expect(() => artForMaps([arena], new WadArt([[]]))).toThrow('PLAYPAL is missing')
  })
})
