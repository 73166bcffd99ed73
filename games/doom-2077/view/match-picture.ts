// The match from above, with each player as an arrow in their viewing direction.
import type { Picture } from '../../picture.ts'
import { Canvas, type Colour, type Point } from '../../shared/canvas.ts'
import { type Position, toMapUnits } from '../map/position.ts'
import { createMapScale, type MapPlan } from './map-plan.ts'

const outlineColour: Colour = 0x0c0e18
const deadColour: Colour = 0x8a90a6
/** Colours of players, indexed by player id. */
const playerColours: readonly Colour[] = [
  0xffe14d, 0x4de8ff, 0xff6fd0, 0x9dff5c, 0xffa04d, 0xc59bff, 0xffffff, 0x6fa8ff,
]

export const playerColour = (id: number): Colour => playerColours[id % playerColours.length]!

export interface DrawnPlayer {
  readonly id: number
  readonly position: Position
  /** Health points × 1000, 0 for a dead player. */
  readonly health: number
}

/** `drawn`: the picture of the plan. */
export function drawMatch(
  drawn: Picture,
  plan: Pick<MapPlan, 'lines'>,
  everybody: Iterable<DrawnPlayer>,
): Picture {
  const canvas = Canvas.fromPicture(drawn)
  const { toPixels } = createMapScale(plan, canvas)
  for (const { id, position, health } of everybody) {
    const middle = toPixels(toMapUnits(position))
    const colour = health > 0 ? playerColour(id) : deadColour
    drawArrow(canvas, middle, position.angle, 11, outlineColour)
    drawArrow(canvas, middle, position.angle, 8, colour)
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
