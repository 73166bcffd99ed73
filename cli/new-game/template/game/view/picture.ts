// Draws the room's picture: a bar as long as the text for each of the newest lines, and a light for each player.
import { type Picture, pictureSize } from '../../picture.ts'
import { Canvas, type Colour } from '../../shared/canvas.ts'
import { type Line, lineBytes } from '../lines/line.ts'
import { maxLines } from '../lines/records.ts'

const paper: Colour = 0xf6f1e4
const ink: Colour = 0x2b3a4a
const light: Colour = 0xe0a030

const margin = 16
const maxLights = 40

/** `lines`: the newest lines, with the oldest first. `size`: the size of the picture in pixels. */
export function drawPicture(
  lines: readonly Line[],
  players: number,
  size: { readonly width: number; readonly height: number } = pictureSize,
): Picture {
  const canvas = new Canvas(paper, size)
  const width = size.width - 2 * margin
  const rowHeight = Math.floor((size.height - 3 * margin) / maxLines)
  for (const [row, { text }] of lines.entries())
    canvas.rect(
      margin,
      margin + row * rowHeight,
      Math.ceil((text.length / lineBytes) * width),
      rowHeight - 2,
      ink,
    )
  for (let n = 0; n < Math.min(players, maxLights); n++)
    canvas.disc(margin + n * 11, size.height - margin, 4, light)
  return canvas.picture
}
