// The pictures of the view are deterministic and complete: each picture name of the protocol has a picture.
import { describe, expect, test } from 'vitest'
import { pictureNameOf } from '../../../../../games/arcane-sector/items/items.ts'
import { Monster } from '../../../../../games/arcane-sector/state/monster.ts'
import { Townsperson, townspersonRoles } from '../../../../../games/arcane-sector/state/townsperson.ts'
import { drawArt } from '../../../../../games/arcane-sector/view/art/art.ts'
import { drawFigure, figureSize } from '../../../../../games/arcane-sector/view/art/figures/figure.ts'
import { itemNames } from '../../../../../games/arcane-sector/view/art/items.ts'
import type { Image } from '../../../../../games/arcane-sector/view/art/primitives/image.ts'
import { Painting } from '../../../../../games/arcane-sector/view/art/primitives/painting.ts'
import { Texture } from '../../../../../games/arcane-sector/view/art/primitives/texture.ts'
import { firstMonsterId, firstTownspersonId } from '../../../../../games/arcane-sector/vision/screen.ts'

const art = drawArt()
const keyOf = ({ pixels }: Image) => [...pixels].join()

describe('[AS-16.10] pictures', () => {
  test('are deterministic', () => {
    const again = drawArt()
    const all = ({ grounds, skies, trees, standing, rock, crests, portraits }: typeof art) => [
      ...[...Object.values(grounds).flat(), ...skies].map(({ image }) => image),
      ...Object.values({ ...trees, ...standing, ...rock, ...crests }).map(({ image }) => image),
      ...portraits,
    ]
    const others = all(again)
    const isSame = ({ pixels }: Image, n: number) =>
      Buffer.compare(Buffer.from(pixels.buffer), Buffer.from(others[n]!.pixels.buffer)) === 0
    expect(all(art).filter((image, n) => !isSame(image, n))).toEqual([])
    expect(others.length).toBeGreaterThan(50)
  })

  test('of items are 16 x 16 and distinct, with a sack for unknown items', () => {
    const names = [
      ...Array.from({ length: 14 }, (_, index) => pictureNameOf({ type: 'herb', index })),
      ...[0, 1, 0b100_0000_1000, 0b1_0100_0000].map((herbs) => pictureNameOf({ type: 'flask', herbs })),
      ...['scroll', 'gold_key', 'teleport_ring', 'dagger'],
    ]
    expect([...itemNames].sort()).toEqual([...names].sort())
    const images = [...names, 'unknown'].map((name) => art.item(name).image)
    expect(new Set(images.map(keyOf)).size).toBe(names.length + 1)
    for (const { width, height } of images) expect([width, height]).toEqual([16, 16])
    expect(art.item('toString')).toBe(art.item('unknown'))
  })

  test('of figures differ by the kind of a monster, the role of a townsperson and the id of a player', () => {
    const of = (id: bigint | number, name: string, gfxId = '3d_mob_drow_f') =>
      art.figure({ id: BigInt(id), name, gfxId })
    const kinds = Array.from({ length: 6 }, (_, n) =>
      of(firstMonsterId + n, new Monster(n, { x: 0, y: 0 }, 9).name),
    )
    const town = townspersonRoles.map((role, n) =>
      of(firstTownspersonId + n, new Townsperson(n, { role, place: { x: 0, y: 0 } }).name),
    )
    const players = Array.from({ length: 16 }, (_, id) => of(id, 'Ann'))
    const all = [...kinds, ...town, ...players, of(0n, 'Ann', '3d_mob_drow_m')]
    expect(new Set(all).size).toBe(all.length)
    for (const { image } of all) expect(image).toMatchObject(figureSize)
    expect(of(16n, 'Bob')).toBe(players[0])
    // A player with the name of a monster looks like a player.
    expect(of(0n, 'Drow Huntress')).toBe(players[0])
    expect(of(firstMonsterId, 'Wolf of a map to come', 'wolf').image).toMatchObject(figureSize)
    // Names of inherited properties (`constructor`, …) must not select a picture.
    for (const first of [firstMonsterId, firstTownspersonId])
      for (const name of ['constructor', 'toString', '__proto__'])
        expect(of(first, name)).toBe(of(first, 'Nobody'))
  })

  test('of figures reach the lower edge', () => {
    const figure = drawFigure({
      ...{ woman: true, skin: 0xd9a67e, hair: 0, eyes: 0, ears: 'round', hairdo: 'long' },
      ...{ dress: 'robe', cloth: 0xff0000, trim: 0xffff },
    })
    const lowest = figure.pixels.findLastIndex((pixel) => pixel !== 0)
    expect(Math.floor(lowest / figure.width)).toBeGreaterThan(figure.height - 4)
  })
})

describe('a texture', () => {
  const checked = new Texture(() => new Painting(8, 4).fill((x, y) => ((x + y) & 1 ? 0xffffff : 0)))

  test('is unscaled when magnified', () => {
    expect([checked.sized(0.1, 1), checked.sized(1.4, 0.5)]).toEqual([checked.image, checked.image])
  })

  test('is averaged in x and y when minified', () => {
    expect(checked.sized(2, 1)).toMatchObject({ width: 4, height: 4 })
    expect(checked.sized(1, 2)).toMatchObject({ width: 8, height: 2 })
    const small = checked.sized(2, 2)
    expect(small).toMatchObject({ width: 4, height: 2 })
    expect(new Set(small.pixels)).toEqual(new Set([0xff7f7f7f]))
    expect(checked.sized(1e9, 1e9)).toMatchObject({ width: 1, height: 1 })
  })

  test('is transparent only where all covered pixels are', () => {
    const half = new Texture(() => new Painting(4, 1).rect(0, 0, 1, 1, 0x102030))
    expect([...half.sized(2, 1).pixels]).toEqual([0xff302010, 0])
  })
})
