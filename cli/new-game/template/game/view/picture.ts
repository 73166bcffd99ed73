// The room from above: a row for each of the newest lines, as long as its text, and a light for each player.
import type { Picture } from '../../picture.ts'
import { Canvas, type Colour } from '../../shared/canvas.ts'
import { type Line, lineBytes } from '../lines/line.ts'

const paper: Colour = 0xf6f1e4
const ink: Colour = 0x2b3a4a
const light: Colour = 0xe0a030

const margin = 16
const rowHeight = 7
const maxLights = 40

/** `lines`: oldest first. */
export function drawPicture(lines: readonly Line[], players: number): Picture {
  const canvas = new Canvas(paper)
  const width = canvas.picture.width - 2 * margin
  for (const [row, { text }] of lines.entries())
    canvas.rect(margin, margin + row * rowHeight, Math.ceil((text.length / lineBytes) * width), 4, ink)
  for (let n = 0; n < Math.min(players, maxLights); n++)
    canvas.disc(margin + n * 11, canvas.picture.height - margin, 4, light)
  return canvas.picture
}
