// A ring of controllers around a lamp for each session.
import { type Picture, pictureSize } from '../../picture.ts'
import { Canvas, type Colour } from '../../shared/canvas.ts'

const ground: Colour = 0x1b1430
const lamp: Colour = 0xf4d35e
const cable: Colour = 0x6b5b95
const pads: readonly Colour[] = [0xee6c4d, 0x98c1d9, 0x8cb369, 0xf7a9c4]
/** The lamp and the controllers of a relay without sessions. */
const [unlit, unused]: readonly [Colour, Colour] = [0x4a4066, 0x3a3055]
const unusedPads = 4

const maxSessions = 12

/** `players`: the number of players by session. The first twelve sessions are drawn. */
export function drawPicture(players: readonly number[]): Picture {
  const canvas = new Canvas(ground)
  const { width, height } = pictureSize
  const shown = players.length === 0 ? [unusedPads] : players.slice(0, maxSessions)
  const columns = Math.ceil(Math.sqrt(shown.length * (width / height)) - 0.5) || 1
  const rows = Math.ceil(shown.length / columns)
  const radius = Math.round(0.3 * Math.min(width / columns, height / rows))
  for (const [n, count] of shown.entries()) {
    const x = Math.round(((n % columns) + 0.5) * (width / columns))
    const y = Math.round((Math.floor(n / columns) + 0.5) * (height / rows))
    drawSession(canvas, x, y, radius, count, players.length > 0)
  }
  return canvas.picture
}

function drawSession(
  canvas: Canvas,
  x: number,
  y: number,
  radius: number,
  count: number,
  isPlayed: boolean,
): void {
  const padWidth = Math.max(8, Math.round(radius / 2))
  const padHeight = Math.round(padWidth / 2)
  for (let player = 0; player < count; player++) {
    const angle = (2 * Math.PI * player) / count - Math.PI / 2
    const [px, py] = [x + Math.round(radius * Math.cos(angle)), y + Math.round(radius * Math.sin(angle))]
    canvas.line(x, y, px, py, isPlayed ? cable : unused)
    const [left, top] = [px - Math.round(padWidth / 2), py - Math.round(padHeight / 2)]
    canvas.rect(left, top, padWidth, padHeight, isPlayed ? pads[player % pads.length]! : unlit)
    // A controller has a cross and a button.
    const dot = Math.max(1, Math.round(padHeight / 8))
    const middle = top + Math.round(padHeight / 2)
    canvas.rect(left + 2 * dot, middle - dot, 5 * dot, 2 * dot, ground)
    canvas.rect(
      left + 4 * dot - Math.round(dot / 2),
      middle - 2 * dot - Math.round(dot / 2),
      2 * dot,
      5 * dot,
      ground,
    )
    canvas.disc(left + padWidth - 3 * dot, middle, dot, ground)
  }
  canvas.disc(x, y, Math.round(radius / 5), isPlayed ? lamp : unlit)
}
