import type { Picture } from '../../picture.ts'
import { Canvas, type Colour } from '../../shared/canvas.ts'
import type { Board, BoardPoint, UnitType } from '../board/board.ts'
import { itemBits, type Player, statusNumbers } from '../players/player.ts'
import type { Unit } from '../units/unit.ts'
import { playerColours } from './colours.ts'
import { drawTile, wallColour } from './tiles.ts'

const outline: Colour = 0x1c1730
const ring: Colour = 0xfffaf0
const gold: Colour = 0xffd75e
const ghost: Colour = 0xd7d3e6

const unitColours: { readonly [type in UnitType]: Colour } = {
  Goal: gold,
  Sword: 0xf4f6fb,
  Shield: 0x5fd0e6,
  Closer: 0x8b3fb0,
  Crawl: 0x6b4fd0,
  Wuss: 0xc98be0,
  Chase: 0xb02a4a,
  Snail: 0x7d8f3a,
  Hummer: 0xff7a1f,
  Rounder: 0xff7a1f,
  Gate: 0xff9b3a,
  Cross: 0xff9b3a,
}

export type DrawnUnit = Pick<Unit, 'type' | 'status' | 'place'>
export type DrawnPlayer = Pick<Player, 'color' | 'status' | 'items' | 'place'>

/** The size of a picture in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

export interface Layout {
  readonly left: number
  readonly top: number
  /** Pixels per tile. */
  readonly size: number
}

export function drawField(board: Board, units: readonly Unit[], players: Iterable<Player>): Picture {
  const canvas = new Canvas(wallColour)
  const layout = pictureLayout(board, canvas)
  drawGround(canvas, board, layout)
  drawFigures(
    canvas,
    layout,
    units,
    [...players].filter(({ hasEntered }) => hasEntered),
  )
  return canvas.picture
}

export function pictureLayout(board: Board, canvas: Size): Layout {
  const size = sizeOf(board, canvas)
  const left = Math.round((canvas.width - board.width * size) / 2)
  const top = Math.round((canvas.height - board.height * size) / 2)
  return { left, top, size }
}

export function drawGround(canvas: Canvas, board: Board, layout: Layout): void {
  for (let y = 0; y < board.height; y++)
    for (let x = 0; x < board.width; x++) drawCell(canvas, board, layout, { x, y })
}

export function drawCell(
  canvas: Canvas,
  board: Board,
  { left, top, size }: Layout,
  { x, y }: BoardPoint,
): void {
  drawTile(canvas, board, { x, y }, { left: left + x * size, top: top + y * size, size })
}

/** Positions are in tiles, and can be fractions for moving figures. */
export function drawFigures(
  canvas: Canvas,
  { left, top, size }: Layout,
  units: Iterable<DrawnUnit>,
  players: Iterable<DrawnPlayer>,
): void {
  const middle = ({ x, y }: BoardPoint) => ({ x: left + (x + 0.5) * size, y: top + (y + 0.5) * size })
  for (const { type, status, place } of units)
    if (status !== statusNumbers.dead) drawMark(canvas, middle(place), size * 0.6, unitColours[type])
  for (const player of players) drawPlayer(canvas, middle(player.place), size, player)
}

/** Pixels per tile. The outermost tiles may be cut in half, as at the edges of a room in the client. */
function sizeOf({ width, height }: Board, canvas: Size): number {
  const fitting = Math.min(canvas.width / (width - 1), canvas.height / (height - 1))
  return Math.max(1, Math.floor(fitting))
}

function drawMark(canvas: Canvas, { x, y }: BoardPoint, radius: number, colour: Colour): void {
  canvas.disc(x, y, radius + 1, outline).disc(x, y, radius, colour)
}

/** Draws a player larger than units and with a ring. Shows the crown, and draws ghosts pale, whatever their colour. */
function drawPlayer(
  canvas: Canvas,
  place: BoardPoint,
  size: number,
  { color, status, items: carried }: DrawnPlayer,
): void {
  canvas.disc(place.x, place.y, size + 2, outline).disc(place.x, place.y, size + 1, ring)
  canvas.disc(place.x, place.y, size, status === statusNumbers.ghost ? ghost : playerColours[color]!)
  if ((carried & itemBits.crown) !== 0) canvas.disc(place.x, place.y, size / 2, gold)
}
