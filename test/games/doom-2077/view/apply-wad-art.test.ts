// [DM-9.18] The arena with the art of a player's WAD. In these tests the WAD has our own art, so the view must stay the
// same.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assets } from '../../../../games/doom-2077/builtin/assets.ts'
import { netWadName } from '../../../../games/doom-2077/builtin/wad/net-wad.ts'
import { encodePicture } from '../../../../games/doom-2077/builtin/wad/picture-lumps.ts'
import { encodePatchNames, encodeTextures } from '../../../../games/doom-2077/builtin/wad/texture-lumps.ts'
import { WadArt } from '../../../../games/doom-2077/import/art/wad-art.ts'
import { type Lump, readWad, writeWad } from '../../../../games/doom-2077/import/wad.ts'
import { createGeometry, type Geometry } from '../../../../games/doom-2077/map/geometry.ts'
import { applyWadArt } from '../../../../games/doom-2077/view/apply-wad-art.ts'
import { paletteBytes } from '../../../../games/doom-2077/view/art/palette.ts'
import { FirstPersonRenderer, type FirstPersonView } from '../../../../games/doom-2077/view/first-person.ts'
import { GameArt } from '../../../../games/doom-2077/view/game-art.ts'
import { createFrame } from '../../../../games/doom-2077/view/raycaster/frame.ts'
import { createMaterial } from '../../../../games/doom-2077/view/raycaster/materials.ts'
import { assertProperty } from '../../../property.ts'
import { corridor, rawLumps, readLumps, wadOf } from '../map/level/small-maps.ts'
import { arenaGeometry, arenaLevel, arenaLumps, heightsOf } from '../match-harness.ts'

const art = new GameArt()
const net = readWad(assets[netWadName]!())
const [named, unnamed] = [arenaGeometry, createGeometry(arenaLumps, false)]

function seen(
  geometry: Geometry,
  by: GameArt,
  [x, y, angle]: readonly number[],
  more: Partial<FirstPersonView> = {},
) {
  const frame = createFrame(160, 100)
  const z = (arenaLevel.floor(arenaLevel.sectorAt(x!, y!) ?? 0, arenaLevel.atRest) ?? 0) + 41
  const eye = { x: x!, y: y!, z, angle: angle! }
  const view = { eye, heights: heightsOf(geometry), others: [], marks: [], pickups: [], now: 0, ...more }
  new FirstPersonRenderer(geometry, by).draw(frame, view)
  return frame.pixels
}

const places = [
  [-1180, 60, 0],
  [1100, 260, 185],
  [-180, 800, 180],
  [60, -860, 180],
]
const own = new WadArt([net])

describe('[DM-9.18] a WAD of the player’s own', () => {
  it('with our own art leaves the walls and floors of the arena unchanged', () => {
    const clothes = applyWadArt(named, art, own, [net])
    for (const place of places)
      expect(seen(clothes.geometry, clothes.art, place)).toEqual(seen(named, art, place))
  })

  it('provides the surface names of an uploaded map if the WAD contains the same map', () => {
    const clothes = applyWadArt(unnamed, art, own, [net])
    expect(clothes.geometry.surfaces?.sectors).toEqual(named.surfaces!.sectors)
    // Compares only views that do not show the court, because only our own map has a sky above the court.
    for (const place of places.slice(2))
      expect(seen(clothes.geometry, clothes.art, place)).toEqual(seen(named, art, place))
    const other = readWad(wadOf(['MAP01', rawLumps(corridor([{}, {}]))]))
    const bare = new WadArt([[...net.filter(({ name }) => !name.startsWith('MAP')), ...other]])
    expect(applyWadArt(unnamed, art, bare, [other]).geometry.surfaces).toBeUndefined()
  })

  it("provides players and weapons, aligned with the ground and the screen's edge", () => {
    const clothes = applyWadArt(named, art, own, [net]).art
    for (const poses of Object.values(clothes.divers))
      expect(poses.map(({ palette }) => palette)).toEqual([1, 1, 1, 1, 1])
    for (const [weapon, hands] of clothes.hands.entries())
      for (const [n, { top, height, width, left }] of hands.entries())
        expect([weapon, n, top >= height - 1, left > -40 && left < width + 40]).toEqual([
          weapon,
          n,
          true,
          true,
        ])
    const [a, b] = [4, 5].map((id) => {
      const place = { x: -1_000_000, y: 60_000, z: 41_000, angle: 180_000 }
      const far = { isWalking: false, firedAgo: 1e6, hurtAgo: 1e6, diedAgo: undefined }
      return seen(named, clothes, places[0]!, { others: [{ id, position: place, ...far }] })
    })
    // A WAD has only four suits, whatever the number of players. Doom's suits replace the green of its players, and our
    // divers wear no green.
    expect(a).toEqual(b)
    expect(clothes.suits.map((suit) => [suit[111], suit[112], suit[127]])).toEqual([
      [111, 112, 127],
      [111, 96, 111],
      [111, 64, 79],
      [111, 32, 47],
    ])
    // The picture is as wide and as high as its source.
    expect(clothes.hands[1]![0]!.left).toBe(art.hands[1]![0]!.left - trimmedLeft(art.hands[1]![0]!))
  })

  it('leaves our art of players or weapons in use if the WAD lacks one of their pictures', () => {
    const without = net.filter(({ name }) => name !== 'PLAYC3C7')
    const clothes = applyWadArt(named, art, new WadArt([without]), [without]).art
    expect([clothes.divers, clothes.hands, clothes.suits]).toEqual([art.divers, art.hands, art.suits])
  })

  it('is refused if a weapon and its flash are so far apart that a picture of both would be too large', () => {
    const shifted: { readonly [name: string]: number } = { PISGB0: -32_768, PISFA0: 32_767 }
    const wad = net.map(({ name, bytes }) => {
      const moved = bytes.slice()
      for (const at of name in shifted ? [4, 6] : [])
        new DataView(moved.buffer).setInt16(at, shifted[name]!, true)
      return { name, bytes: moved }
    })
    expect(() => applyWadArt(named, art, new WadArt([wad]), [wad])).toThrow(
      'the pictures PISGB0 and PISFA0 are too far apart',
    )
  })

  it('is drawn in its own colours, including number 0, together with our art', () => {
    const wad: Lump[] = net.map((lump) =>
      lump.name === 'PLAYPAL' ? { ...lump, bytes: lump.bytes.map((byte) => 255 - byte) } : lump,
    )
    const clothes = applyWadArt(named, art, new WadArt([wad]), [wad])
    const [turned, plain] = [clothes.art, art].map((by) => seen(named, by, places[0]!))
    expect(turned).not.toEqual(plain)
    for (const wall of clothes.art.walls.values())
      expect(wall.palette === 1 && wall.data.includes(0)).toBe(false)
  })

  it('may have walls of any size: sizes that are no powers of two are cropped in width and repeated in height', () => {
    assertProperty(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 250 }), (width, height) => {
        const data = Uint8Array.from({ length: width * height }, (_, n) => 1 + (n % 200))
        const patch = encodePicture({ width, height, data }, true)
        const list = encodeTextures([
          { name: 'STARTAN3', width, height, patches: [{ x: 0, y: 0, patch: 0 }] },
        ])
        const wad = [
          { name: 'PLAYPAL', bytes: paletteBytes() },
          { name: 'PNAMES', bytes: encodePatchNames(['ODD']) },
          { name: 'TEXTURE1', bytes: list },
          { name: 'ODD', bytes: patch },
        ]
        const clothes = applyWadArt(named, art, new WadArt([wad]), [wad])
        const { columns, widthMask, heightMask, columnBits } = createMaterial(
          clothes.art.walls.get('STARTAN3')!,
        )
        expect(columns.length).toBe((widthMask + 1) << columnBits)
        expect([widthMask < width, heightMask >= height - 1]).toEqual([true, true])
        for (const y of [0, height - 1, height, 2 * height + 1].filter((y) => y <= heightMask))
          expect(columns[(widthMask << columnBits) + y]).toBe(data[(y % height) * width + widthMask])
      }),
      { numRuns: 30 },
    )
  })

  it('with an invalid lump is refused with an error that names the lump', () => {
    const hurt = net.map((lump) =>
      lump.name === 'WALL0003' ? { ...lump, bytes: lump.bytes.slice(0, 300) } : lump,
    )
    expect(() => applyWadArt(named, art, new WadArt([readWad(writeWad(hurt))]), [hurt])).toThrow(
      'the picture WALL0003',
    )
  })
})

function trimmedLeft({ width, data }: { readonly width: number; readonly data: Uint8Array }): number {
  let x = 0
  while (data.every((number, at) => at % width !== x || number === 0)) x++
  return x
}

describe('[DM-9.19] a see-through texture', () => {
  const grate = {
    width: 8,
    height: 64,
    data: Uint8Array.from({ length: 512 }, (_, n) => (n % 8 < 4 ? 37 : 0)),
  }
  const geometry = createGeometry(readLumps(rawLumps(corridor([{}, {}]))), false)
  const border = geometry.lines.findIndex(({ back }) => back !== undefined)
  const side = (middle: string) => ({ x: 0, y: 0, upper: 'STEP4', lower: 'STEP4', middle })
  const hung = (pegs: number, middle = 'GRATE'): Geometry => ({
    ...geometry,
    surfaces: {
      pegs: geometry.lines.map(() => pegs),
      lines: geometry.lines.map(({ back }, n) =>
        back === undefined ? [side('STONE2')] : [side(n === border ? middle : '-'), side('-')],
      ),
      sectors: geometry.sectors.map(() => ['FLOOR4_8', 'CEIL3_5']),
      roofed: true,
    },
  })
  const by: GameArt = { ...art, walls: new Map([...art.walls, ['GRATE', grate]]) }
  const { x1, y1, x2, y2 } = geometry.lines[border]!
  // The camera is on the front side of the border and faces it.
  const [nx, ny] = [Math.sign(y2 - y1), -Math.sign(x2 - x1)]
  const from = [(x1 + x2) / 2 + nx * 100, (y1 + y2) / 2 + ny * 100]
  const angle = (Math.atan2(ny, -nx) * 180) / Math.PI
  const look = (of: Geometry, more: Partial<FirstPersonView> = {}) => {
    const frame = createFrame(160, 100)
    const eye = { x: from[0]!, y: from[1]!, z: 41, angle }
    const view = { eye, heights: heightsOf(of), others: [], marks: [], pickups: [], now: 0, ...more }
    new FirstPersonRenderer(of, by).draw(frame, view)
    return frame.pixels
  }

  it('is drawn once, aligned to the ceiling or to the floor, and changes nothing else', () => {
    const rowsOf = (pegs: number) => {
      const [none, pixels] = [look(hung(pegs, '-')), look(hung(pegs))]
      const rows = [...pixels.keys()]
        .filter((at) => pixels[at] !== none[at])
        .map((at) => Math.floor(at / 160))
      return [Math.min(...rows), Math.max(...rows)] as const
    }
    const [hangs, stands] = [rowsOf(0), rowsOf(2)]
    // The texture covers 64 of the room's 128 map units, from above or from below. At a distance of 100, 80 rows of the
    // screen are 100 units, and the ceiling is above the screen.
    expect([hangs[0], Math.abs(hangs[1] - 31) < 3]).toEqual([0, true])
    expect([Math.abs(stands[0] - 31) < 3, Math.abs(stands[1] - 83) < 3]).toEqual([true, true])
  })

  it('hides only the covered parts of players behind it, and no player in front', () => {
    const person = (ahead: number) => ({
      id: 3,
      position: { x: (from[0]! - nx * ahead) * 1000, y: (from[1]! - ny * ahead) * 1000, z: 41_000, angle: 0 },
      isWalking: false,
      ...{ firedAgo: 1e6, hurtAgo: 1e6, diedAgo: undefined },
    })
    const [open, barred] = [hung(2, '-'), hung(2)]
    /**
     * The share (0 to 1) of the player's pixels that are still visible with the see-through texture between camera and
     * player.
     */
    const left = (ahead: number) => {
      const others = [person(ahead)]
      const [empty, free, behind] = [look(open), look(open, { others }), look(barred, { others })]
      const his = [...free.keys()].filter((at) => free[at] !== empty[at])
      return his.filter((at) => behind[at] === free[at]).length / his.length
    }
    expect(left(60)).toBe(1)
    expect(left(150)).toBeLessThan(0.8)
    expect(left(150)).toBeGreaterThan(0.3)
  })
})
