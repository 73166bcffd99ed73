// Draws the town as scaled-down cells with the current darkness, and the players outdoors.
import type { Picture } from '../../picture.ts'
import { Canvas } from '../../shared/canvas.ts'
import type { FaceGallery } from '../builtin/pictures/gallery.ts'
import type { Level, Player } from '../model/state/game-state.ts'
import { darknessWithLights } from '../model/time/time-of-day.ts'
import { levelDarkness } from '../model/view/player-view.ts'
import { backgroundColour, brightnessByDarkness, createCellDrawer, drawPlayerMarker } from './draw-cells.ts'
import { createFaceShrinker, drawFace } from './small-face.ts'

/** Maximum size of a cell in pixels: half the size of a face. */
const maxPixels = 16
/**
 * The layers below this number contain ground, walls and fixtures. Only these are repeated beyond the edge of the map.
 */
const permanentLayers = 4

/** `now`: in milliseconds of the server's clock. */
export function drawTownPicture(gallery: FaceGallery, level: Level, now: number): Picture {
  const pixels = (face: number) => gallery.pixels(face)
  const canvas = new Canvas(backgroundColour)
  const size = Math.floor(Math.min(maxPixels, canvas.width / level.width, canvas.height / level.height))
  const [left, top] = [margin(canvas.width, level.width * size), margin(canvas.height, level.height * size)]
  const general = levelDarkness(level, now)
  const lights = level.lights()
  const cell = createCellDrawer(pixels, size)
  for (let y = Math.floor(-top / size); top + y * size < canvas.height; y++)
    for (let x = Math.floor(-left / size); left + x * size < canvas.width; x++) {
      const picture = cell(facesAt(level, x, y), darknessWithLights(general, lights, x, y))
      canvas.stamp(picture, left + x * size, top + y * size)
    }
  const large = createFaceShrinker(pixels, 2 * size)
  for (const player of level.players) drawPlayer(player)
  return canvas.picture

  function drawPlayer({ x, y, face: number }: Player): void {
    const [middle, foot] = [left + x * size + Math.floor(size / 2), top + (y + 1) * size]
    drawFace(canvas, large(number), { left: middle - size, top: foot - 2 * size }, brightnessByDarkness[0]!)
    drawPlayerMarker(canvas, { x: middle + 0.5, y: foot - 2 * size })
  }
}

const margin = (whole: number, part: number) => Math.floor((whole - part) / 2)

/** Bottom first. */
function facesAt(level: Level, x: number, y: number): number[] {
  const within = level.has(x, y)
  const stack = level.visibleFacesAt(clamp(x, level.width - 1), clamp(y, level.height - 1))
  return stack
    .filter(({ layer }) => within || layer < permanentLayers)
    .map(({ face }) => face)
    .toReversed()
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most))
}
