import { createColourRamp, Painting } from '../primitives/painting.ts'
import { type Appearance, figureSize, outlineColour } from './appearance.ts'
import { drawArm, drawBody, drawCloak, drawLegs } from './body.ts'
import { drawHead, drawMane } from './head.ts'
import { drawItemInHandByName } from './items-in-hand.ts'

export { type Appearance, figureSize } from './appearance.ts'

export function drawFigure(look: Appearance): Painting {
  const painting = new Painting(figureSize.width, figureSize.height)
  if (look.cloak !== undefined) drawCloak(painting, look, createColourRamp(look.cloak))
  if (look.hairdo === 'long' || look.hairdo === 'wild') drawMane(painting, look)
  drawLegs(painting, look)
  drawBody(painting, look)
  drawArm(painting, look, -1)
  drawArm(painting, look, 1)
  drawHead(painting, look)
  if (look.left) drawItemInHandByName[look.left](painting, 75, 92)
  if (look.right) drawItemInHandByName[look.right](painting, 13, 92)
  return painting.outline(outlineColour)
}
