import { type Picture, pictureSize } from '../../../picture.ts'
import { Canvas, type Colour } from '../../../shared/canvas.ts'
import { firstIndoorRow, type Place } from '../../terrain/terrain.ts'
import {
  drawLandscape,
  isHiddenByTileSouth,
  type MapTiles,
  pictureColumnOf,
  pictureRowOf,
} from './landscape.ts'

const deep: Colour = 0x2a618c
const outline: Colour = 0x1d2733
const white: Colour = 0xfffaf0
const lamp: Colour = 0xffd873
const flag: Colour = 0xe8455c
const person: Colour = 0xffb52e
const lampHeight = 3

/**
 * The part that never changes: the land, its lampposts, and a flag at the start if the start is known. Drawing this
 * part takes as long as a whole tick may take.
 */
export function drawIsland(
  land: MapTiles,
  lamps: Iterable<Place>,
  start?: Place,
  size: { readonly width: number; readonly height: number } = pictureSize,
): Picture {
  const canvas = new Canvas(deep, size)
  drawLandscape(canvas, land)
  for (const place of lamps)
    if (place.y < firstIndoorRow && !isHiddenByTileSouth(canvas, land, place, lampHeight))
      drawLamp(canvas, at(canvas, place))
  if (start && start.y < firstIndoorRow) drawFlag(canvas, at(canvas, start))
  return canvas.picture
}

export function drawPlayers(island: Picture, places: Iterable<Place>): Picture {
  const canvas = Canvas.fromPicture(island)
  for (const place of places) drawPerson(canvas, at(canvas, place))
  return canvas.picture
}

function at(canvas: Canvas, { x, y }: Place): Place {
  return { x: pictureColumnOf(canvas, x), y: pictureRowOf(canvas, y) }
}

function drawLamp(canvas: Canvas, { x, y }: Place): void {
  canvas.rect(x, y - lampHeight + 1, 1, lampHeight, outline).rect(x, y - lampHeight, 1, 1, lamp)
}

function drawFlag(canvas: Canvas, { x, y }: Place): void {
  canvas.rect(x - 1, y - 17, 11, 8, outline).rect(x - 1, y - 9, 3, 10, outline)
  canvas.rect(x, y - 16, 9, 6, flag).rect(x, y - 16, 1, 16, white)
}

function drawPerson(canvas: Canvas, { x, y }: Place): void {
  canvas.disc(x + 0.5, y - 6, 5, outline).rect(x - 1, y - 3, 3, 4, outline)
  canvas.disc(x + 0.5, y - 6, 4, white).rect(x, y - 4, 1, 4, white)
  canvas.disc(x + 0.5, y - 6, 3, person)
}
