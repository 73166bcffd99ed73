// A view of few tiles in one colour each, so that a pixel identifies its object.
import { type Place, terrainHeight, terrainWidth } from '../../../../games/arcane-sector/terrain/terrain.ts'
import type { Art } from '../../../../games/arcane-sector/view/art/art.ts'
import { NoiseGrain } from '../../../../games/arcane-sector/view/art/primitives/grain.ts'
import { Painting } from '../../../../games/arcane-sector/view/art/primitives/painting.ts'
import { Texture } from '../../../../games/arcane-sector/view/art/primitives/texture.ts'
import type { ViewInput, Viewpoint } from '../../../../games/arcane-sector/view/first-person/view-input.ts'
import { PlayerView, screenSize } from '../../../../games/arcane-sector/view/player-view.ts'

/** Colours as 0xRRGGBB. The four variants of a ground have the given colour, and the given colour plus 1, 2 and 3. */
export const colours = {
  sky: 0xc0c0c0,
  water: 0x000110,
  grass: 0x000120,
  forest: 0x000130,
  wood: 0x000140,
  sand: 0x000150,
  rocky: 0x000160,
  dirt: 0x000170,
  beams: 0x000180,
  rock: 0x000201,
  rockToTheLeft: 0x000202,
  rockToTheRight: 0x000203,
  crest: 0x000204,
  wall: 0x000210,
  door: 0x000211,
  tree: 0x000300,
  item: 0x000400,
  figure: 0x000500,
  sign: 0x000600,
  passage: 0x000601,
} as const

const solid = (colour: number, columns = 1, rows = 1) =>
  new Painting(columns, rows).rect(0, 0, columns, rows, colour)
const texture = (colour: number, columns = 1, rows = 1) => new Texture(() => solid(colour, columns, rows))
const four = (colour: number) => [0, 1, 2, 3].map((n) => texture(colour + n))
const trees = 'pine spruce fir sapling oak lime birch bush berries dead snag stump'.split(' ')

const plainArt: Art = {
  grounds: {
    ...{ water: four(colours.water), grass: four(colours.grass), forest: four(colours.forest) },
    ...{ wood: [texture(colours.wood)], sand: four(colours.sand), rocky: four(colours.rocky) },
    ...{ dirt: four(colours.dirt), beams: [texture(colours.beams)] },
  },
  skies: [0, 1, 2, 3].map(() => texture(colours.sky, screenSize.width, 64)),
  dark: texture(0, 1, 0),
  rock: {
    front: texture(colours.rock),
    left: texture(colours.rockToTheLeft),
    right: texture(colours.rockToTheRight),
  },
  crests: { front: texture(colours.crest), left: texture(colours.crest), right: texture(colours.crest) },
  wall: texture(colours.wall),
  door: texture(colours.door),
  trees: Object.fromEntries(trees.map((tree, n) => [tree, texture(colours.tree + n)])) as Art['trees'],
  standing: {
    ...{ sign: texture(colours.sign), lamppost: texture(colours.sign), switch: texture(colours.sign) },
    ...{
      switch_on: texture(colours.sign),
      blocker: texture(colours.wall),
      blocker_open: texture(colours.passage),
    },
  },
  item: () => texture(colours.item, 16, 16),
  figure: () => texture(colours.figure, 88, 144),
  portraits: [solid(0x800001, 32, 32), solid(0x800002, 32, 32)],
  hand: solid(0x800010, 16, 16),
  spark: solid(0x800011, 16, 16),
  grain: new NoiseGrain('test', 32, 1),
}

/** A tile by its row ahead of the camera, its column to the right, its kind and variant. */
export type TileSpec = readonly [row: number, column: number, kind: number, look?: number]

export const cameraPosition: Place = { x: 200, y: 300 }

/** A map with these tiles, seen from the camera. All other tiles are `nothing`. */
export function createLand(tiles: readonly TileSpec[], { x, y }: Place = cameraPosition): ViewInput['land'] {
  const land = {
    kinds: new Uint8Array(terrainWidth * terrainHeight),
    looks: new Uint8Array(terrainWidth * terrainHeight),
  }
  for (const [row, column, kind, look = 0] of tiles) {
    const cell = x + column + terrainWidth * (y - row)
    land.kinds[cell] = kind
    land.looks[cell] = look
  }
  return land
}

export function createViewInput(
  tiles: readonly TileSpec[],
  more: Partial<Omit<ViewInput, 'eye'>> & { readonly eye?: Partial<Viewpoint> } = {},
): ViewInput {
  const eye = { ...cameraPosition, facing: 0, ...more.eye }
  return {
    ...{ land: createLand(tiles, eye), piles: [], mobs: [], portrait: 0, slots: [], lines: [] },
    vitals: { hp: 20, hpMax: 40, mana: 15, manaMax: 60 },
    ...more,
    eye,
  }
}

export class TestView {
  readonly view: PlayerView
  readonly rgba = new Uint8ClampedArray(screenSize.width * screenSize.height * 4)
  #counts: Map<number, number> | undefined

  constructor(outlook: ViewInput, art: Art = plainArt) {
    this.view = new PlayerView(art)
    this.view.draw(outlook, this.rgba)
  }

  /** 0xRRGGBB. */
  at(column: number, row: number): number {
    const at = (row * screenSize.width + column) * 4
    return (this.rgba[at]! << 16) | (this.rgba[at + 1]! << 8) | this.rgba[at + 2]!
  }

  isSame(other: TestView): boolean {
    return Buffer.compare(Buffer.from(this.rgba.buffer), Buffer.from(other.rgba.buffer)) === 0
  }

  count(colour: number): number {
    this.#counts ??= this.#counted()
    return this.#counts.get(colour) ?? 0
  }

  #counted(): Map<number, number> {
    const counts = new Map<number, number>()
    for (let at = 0; at < this.rgba.length; at += 4) {
      const colour = (this.rgba[at]! << 16) | (this.rgba[at + 1]! << 8) | this.rgba[at + 2]!
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    return counts
  }
}
