// A part of the map from directly above, in flat colours, with small marks for items and mobs.
import type { Canvas, Colour } from '../../../shared/canvas.ts'
import { type Place, terrainWidth, tileKinds } from '../../terrain/terrain.ts'
import type { MapTiles } from './landscape.ts'

const outline: Colour = 0x1d2733
const frame: Colour = 0xfffaf0
/** The colour of each kind of tile. */
export const groundColours: { readonly [kind: number]: Colour } = {
  [tileKinds.nothing]: 0x141a21,
  [tileKinds.grass]: 0x7fae54,
  [tileKinds.water]: 0x4590b8,
  [tileKinds.mountain]: 0x8f8a86,
  [tileKinds.sand]: 0xe6d29a,
  [tileKinds.forest]: 0x3a763f,
  [tileKinds.rocky]: 0xb3a68f,
  [tileKinds.dirt]: 0xcaa56d,
  [tileKinds.wall]: 0x5b4a42,
  [tileKinds.wood]: 0xa8743f,
}
const crown: Colour = groundColours[tileKinds.forest]! - 0x122010
export const mobColours = { player: 0xffb52e, monster: 0xc2304a, townsperson: 0x5fb6e6 } as const
const thing: Colour = 0xfff1a8

interface MapMarker extends Place {
  readonly kind: keyof typeof mobColours
}

/** A framed square of tiles around `middle`. */
export interface MapCloseup {
  readonly middle: Place
  /** Tiles to each side of the middle. */
  readonly reach: number
  readonly people: readonly MapMarker[]
  readonly things: readonly Place[]
}

/** `size`: width of a tile in pixels. */
export function drawCloseup(
  canvas: Canvas,
  land: Pick<MapTiles, 'kinds'>,
  { middle, reach, people, things }: MapCloseup,
  { left, top, size }: { readonly left: number; readonly top: number; readonly size: number },
): void {
  const side = (2 * reach + 1) * size
  canvas
    .rect(left - 2, top - 2, side + 4, side + 4, outline)
    .rect(left - 1, top - 1, side + 2, side + 2, frame)
  const at = ({ x, y }: Place) => ({
    x: left + (x - middle.x + reach) * size,
    y: top + (y - middle.y + reach) * size,
  })
  for (let y = middle.y - reach; y <= middle.y + reach; y++)
    for (let x = middle.x - reach; x <= middle.x + reach; x++) {
      const kind = x >= 0 && x < terrainWidth ? land.kinds[x + terrainWidth * y] : undefined
      const place = at({ x, y })
      canvas.rect(place.x, place.y, size, size, groundColours[kind ?? tileKinds.nothing]!)
      if (kind === tileKinds.forest) canvas.disc(place.x + size / 2, place.y + size / 2, size / 3, crown)
    }
  for (const place of things) {
    const { x, y } = at(place)
    const [offset, width] = [Math.floor(size / 3), Math.ceil(size / 3)]
    canvas.rect(x + offset, y + offset, width, width, thing)
  }
  for (const { kind, ...place } of people) {
    const { x, y } = at(place)
    const [column, row] = [x + size / 2, y + size / 2]
    canvas.disc(column, row, size * 0.46, outline).disc(column, row, size * 0.36, mobColours[kind])
  }
}
