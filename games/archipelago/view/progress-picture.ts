// A boat on its way to the far shore, and below it a bar for each player.
import { type Picture, pictureSize } from '../../picture.ts'
import { Canvas, type Colour } from '../../shared/canvas.ts'

export interface SlotProgressBar {
  readonly slot: number
  readonly name: string
  readonly game: string
  /** The number of checked locations. */
  readonly done: number
  readonly total: number
  readonly goal: boolean
  /** Whether a client of the player is connected. */
  readonly here: boolean
}

const skies: readonly Colour[] = [0x1b2a49, 0x24375b, 0x31486f, 0x445d83, 0x5f7595, 0x8391a3, 0xb4a9a0]
const sea: Colour = 0x15324d
const wave: Colour = 0x2a5478
const moon: Colour = 0xfff1d0
const [land, farLand]: readonly [Colour, Colour] = [0x0e2032, 0x34506c]
const [hull, sail, mast]: readonly [Colour, Colour, Colour] = [0xc9573f, 0xfff6e4, 0x0b1826]
const trackColour: Colour = 0x0e2539
const goalColour: Colour = 0xffcf5c
const lampColour: Colour = 0xfff6e4
/** The colours of the games, in the order in which games first occur among the players. */
const gameColours: readonly Colour[] = [
  ...[0x6cc5c1, 0xf08a6b, 0x9d8ff0, 0x8fcf6e],
  ...[0xf3a9c4, 0x6fa8ef, 0xcfd8e6, 0xc98a5e],
]

/** The vertical positions of the horizon and of the first bar in pixels. */
const [horizon, top] = [70, 92]
/** In pixels. */
const marginBelow = 10
const marginSide = 16
const barGap = 5
const [maxRowsPerColumn, minBarWidth] = [42, 16]
/** Maximum diameter of the light at the end of a bar, in pixels. */
const maxLampSize = 8

/** Draws the players in the given order, and omits players that do not fit. `size`: at least `pictureSize`. */
export function drawProgress(
  players: readonly SlotProgressBar[],
  size: { readonly width: number; readonly height: number } = pictureSize,
): Picture {
  const canvas = new Canvas(sea, size)
  drawSky(canvas)
  drawSea(canvas)
  const [done, total] = [sumOf(players, (each) => each.done), sumOf(players, (each) => each.total)]
  const ended = players.length > 0 && players.every(({ goal }) => goal)
  drawBoat(canvas, ended ? 1 : share(done, total))
  drawBars(canvas, players)
  return canvas.picture
}

function drawSky(canvas: Canvas): void {
  const band = horizon / skies.length
  for (const [n, colour] of skies.entries())
    canvas.rect(0, Math.round(n * band), canvas.width, Math.ceil(band), colour)
  canvas.disc(388, 26, 13, moon)
  for (const [x, width, height] of [
    [70, 90, 15],
    [205, 60, 9],
    [300, 46, 7],
  ] as const)
    hill(canvas, x, width, height, farLand)
  hill(canvas, -14, 90, 22, land)
  hill(canvas, canvas.width - 18, 130, 34, land)
}

function hill(canvas: Canvas, middle: number, width: number, height: number, colour: Colour): void {
  const base = { y: horizon }
  canvas.triangle(
    { x: middle - width / 2, ...base },
    { x: middle + width / 2, ...base },
    { x: middle + width / 9, y: horizon - height },
    colour,
  )
}

/** Waves that are nearer to the viewer are farther apart. */
function drawSea(canvas: Canvas): void {
  canvas.rect(0, horizon, canvas.width, canvas.height - horizon, sea)
  for (let y = horizon + 3, n = 0; y < canvas.height; y += 4 + Math.floor((y - horizon) / 16), n++)
    for (let x = (n * 53) % 71; x < canvas.width; x += 71) canvas.rect(x, y, 9 + ((n * 7) % 10), 1, wave)
}

/** `way`: from 0 at the near shore to 1 at the far shore. */
function drawBoat(canvas: Canvas, way: number): void {
  const x = Math.round(44 + way * (canvas.width - 44 - 66))
  const y = horizon + 6
  const at = (dx: number, up: number) => ({ x: x + dx, y: y - up })
  canvas.rect(x, y - 30, 1, 26, mast)
  canvas.triangle(at(2, 29), at(2, 8), at(17, 8), sail).triangle(at(-1, 25), at(-1, 8), at(-12, 8), sail)
  canvas.triangle(at(-15, 6), at(18, 6), at(-10, -3), hull).triangle(at(18, 6), at(12, -3), at(-10, -3), hull)
  canvas.rect(x - 20, y + 3, 44, 1, wave)
}

function drawBars(canvas: Canvas, players: readonly SlotProgressBar[]): void {
  const width = canvas.width - 2 * marginSide
  const bottom = canvas.height - marginBelow
  const columns = Math.min(
    Math.floor(width / minBarWidth),
    Math.ceil(players.length / rowsFor(players.length)),
  )
  const rows = Math.max(
    1,
    Math.ceil(Math.min(players.length, columns * maxRowsPerColumn) / Math.max(1, columns)),
  )
  const row = Math.min(26, Math.floor((bottom - top) / rows))
  const column = Math.floor(width / Math.max(1, columns))
  const above = top + Math.floor((bottom - top - rows * row) / 2)
  const colours = new Map(
    [...new Set(players.map(({ game }) => game))].map((game, n) => [
      game,
      gameColours[n % gameColours.length]!,
    ]),
  )
  const gap = row > 12 ? 6 : row > 6 ? 3 : 1
  for (const [n, player] of players.slice(0, rows * columns).entries()) {
    const left = marginSide + Math.floor(n / rows) * column
    const place = { left, top: above + (n % rows) * row, width: column - barGap, height: row - gap }
    drawBar(canvas, player, place, colours.get(player.game)!)
  }
}

function rowsFor(count: number): number {
  if (count <= 6) return 6
  return count <= 24 ? 12 : count <= 80 ? 20 : maxRowsPerColumn
}

interface BarRect {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * A light at the end shows a connected player, and a gold border and a gold light a player who has reached the goal.
 */
function drawBar(
  canvas: Canvas,
  player: SlotProgressBar,
  { left, top, width, height }: BarRect,
  colour: Colour,
): void {
  const lamp = Math.min(maxLampSize, height)
  const whole = Math.max(1, width - lamp - 2)
  const edge = height > 5 ? 1 : 0
  canvas.rect(left, top, whole, height, player.goal ? goalColour : trackColour)
  const within = whole - 2 * edge
  canvas.rect(left + edge, top + edge, within, height - 2 * edge, trackColour)
  const filled = Math.round(within * share(player.done, player.total))
  canvas.rect(
    left + edge,
    top + edge,
    filled,
    height - 2 * edge,
    player.goal && edge === 0 ? goalColour : colour,
  )
  if (player.here || player.goal)
    canvas.disc(
      left + whole + 2 + lamp / 2,
      top + height / 2,
      lamp / 2,
      player.goal ? goalColour : lampColour,
    )
}

function share(done: number, total: number): number {
  return total > 0 ? Math.min(1, done / total) : 0
}

function sumOf<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0)
}
