// The relay as a picture: a ring of controllers around a lamp for each session.
import { type Picture, pictureSize } from '../../picture.ts'
import { Canvas, type Colour } from '../../shared/canvas.ts'

const ground: Colour = 0x1b1430
const lamp: Colour = 0xf4d35e
const cable: Colour = 0x6b5b95
const pads: readonly Colour[] = [0xee6c4d, 0x98c1d9, 0x8cb369, 0xf7a9c4]

const columns = 4
const rows = 3
const radius = 30

/** `players`: of each session. The first twelve are drawn. */
export function drawPicture(players: readonly number[]): Picture {
  const canvas = new Canvas(ground)
  const { width, height } = pictureSize
  for (const [n, count] of players.slice(0, columns * rows).entries()) {
    const x = Math.round(((n % columns) + 0.5) * (width / columns))
    const y = Math.round((Math.floor(n / columns) + 0.5) * (height / rows))
    for (let player = 0; player < count; player++) {
      const angle = (2 * Math.PI * player) / count - Math.PI / 2
      const [px, py] = [x + Math.round(radius * Math.cos(angle)), y + Math.round(radius * Math.sin(angle))]
      canvas.line(x, y, px, py, cable)
      canvas.rect(px - 8, py - 4, 16, 9, pads[player % pads.length]!)
    }
    canvas.disc(x, y, 6, lamp)
  }
  return canvas.picture
}
