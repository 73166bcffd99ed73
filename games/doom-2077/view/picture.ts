// Draws the match from above, with each player as an arrow in their viewing direction.
import type { Picture } from '../../picture.ts'
import { Canvas, type Colour, type Point } from '../../shared/canvas.ts'
import { type Place, spotOf } from '../map/place.ts'
import { type Plan, scaleOf } from './plan.ts'

const outline: Colour = 0x0c0e18
const dead: Colour = 0x8a90a6
/** By id. */
const fighters: readonly Colour[] = [
  0xffe14d, 0x4de8ff, 0xff6fd0, 0x9dff5c, 0xffa04d, 0xc59bff, 0xffffff, 0x6fa8ff,
]

/** The colour of this player. */
export const colourOf = (id: number): Colour => fighters[id % fighters.length]!

export interface Fighter {
  readonly id: number
  readonly place: Place
  /** 0 means dead. */
  readonly health: number
}

/** `drawn`: the picture of the plan. */
export function drawMatch(drawn: Picture, plan: Pick<Plan, 'lines'>, everybody: Iterable<Fighter>): Picture {
  const canvas = Canvas.fromPicture(drawn)
  const { at } = scaleOf(plan, canvas)
  for (const { id, place, health } of everybody) {
    const middle = at(spotOf(place))
    const colour = health > 0 ? colourOf(id) : dead
    drawArrow(canvas, middle, place.angle, 11, outline)
    drawArrow(canvas, middle, place.angle, 8, colour)
  }
  return canvas.picture
}

/** `angle`: degrees × 1000, clockwise from the east, as in the picture. */
function drawArrow(canvas: Canvas, { x, y }: Point, angle: number, size: number, colour: Colour): void {
  const corner = (turned: number, length: number): Point => {
    const radians = ((angle / 1000 + turned) * Math.PI) / 180
    return { x: x + Math.cos(radians) * length, y: y + Math.sin(radians) * length }
  }
  const [tip, notch] = [corner(0, size), corner(180, size * 0.25)]
  canvas.triangle(tip, corner(140, size), notch, colour).triangle(tip, corner(-140, size), notch, colour)
}
