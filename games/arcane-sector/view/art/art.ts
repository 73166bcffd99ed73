// The pictures are the same on every machine.
import { type FigureMob, Figures } from './figures/figures.ts'
import { drawPortraits } from './figures/portraits.ts'
import { drawHand, drawItem, drawSpark, itemNames } from './items.ts'
import { NoiseGrain } from './primitives/grain.ts'
import type { Image } from './primitives/image.ts'
import { Texture } from './primitives/texture.ts'
import { drawFixtures, type Fixture } from './scenery/fixtures.ts'
import { type GroundName, groundPainters } from './scenery/grounds.ts'
import { drawSkies } from './scenery/skies.ts'
import { drawCrest, drawDoor, drawRock, drawWall } from './scenery/stone.ts'
import { createTreePainters, type Tree } from './scenery/trees.ts'

export type { Fixture, GroundName, Tree }

/** The pictures of a block's sides, which differ in brightness. */
export interface BlockFaces {
  readonly front: Texture
  readonly left: Texture
  readonly right: Texture
}

export interface Art {
  /** The variants of each kind of ground. */
  readonly grounds: { readonly [ground in GroundName]: readonly Texture[] }
  /** The four skies, indexed by facing. */
  readonly skies: readonly Texture[]
  /** Caves show this in place of a sky. */
  readonly dark: Texture
  readonly rock: BlockFaces
  /** The broken upper edge of mountains. */
  readonly crests: BlockFaces
  readonly wall: Texture
  readonly door: Texture
  readonly trees: { readonly [tree in Tree]: Texture }
  readonly standing: { readonly [thing in Fixture]: Texture }
  /** The picture of an item, 16 x 16 pixels. `gfxId`: the picture's name on the wire. */
  item(gfxId: string): Texture
  figure(mob: FigureMob): Texture
  /** Portraits of 32 x 32 pixels each. */
  readonly portraits: readonly Image[]
  /** An empty hand, 16 x 16 pixels. */
  readonly hand: Image
  /** The button that casts a spell, 16 x 16 pixels. */
  readonly spark: Image
  /** The grain of wood and stone. */
  readonly grain: NoiseGrain
}

/** Takes some hundred milliseconds. Grounds and trees are drawn on first use. */
export function drawArt(): Art {
  const grains = { broad: new NoiseGrain('broad', 32, 3), fine: new NoiseGrain('fine', 8, 3) }
  const items = new Map(itemNames.map((name) => [name, textured(drawItem(name))]))
  const unknown = textured(drawItem('unknown'))
  const figures = new Figures()
  return {
    grounds: each(groundPainters(grains), (draws) => draws.map(drawnLater)),
    skies: drawSkies().map(textured),
    dark: textured({ width: 1, height: 0, pixels: new Uint32Array(0) }),
    rock: faces((light) => drawRock(grains, light)),
    crests: faces((light) => drawCrest(grains, light)),
    wall: textured(drawWall(grains.fine)),
    door: textured(drawDoor(grains.fine)),
    trees: each(createTreePainters(grains.fine), drawnLater),
    standing: each(drawFixtures(grains.fine), textured),
    item: (gfxId) => items.get(gfxId) ?? unknown,
    figure: (mob) => figures.of(mob),
    portraits: drawPortraits(),
    hand: drawHand(),
    spark: drawSpark(),
    grain: grains.fine,
  }
}

const drawnLater = (draw: () => Image) => new Texture(draw)
const textured = (image: Image) => new Texture(() => image)

/** Left sides are dark and right sides are light. */
function faces(draw: (light: number) => Image): BlockFaces {
  return { front: textured(draw(0)), left: textured(draw(-0.16)), right: textured(draw(0.1)) }
}

function each<K extends string, A, B>(
  of: { readonly [key in K]: A },
  to: (value: A) => B,
): { readonly [key in K]: B } {
  return Object.fromEntries(Object.entries<A>(of).map(([key, value]) => [key, to(value)])) as {
    [key in K]: B
  }
}
