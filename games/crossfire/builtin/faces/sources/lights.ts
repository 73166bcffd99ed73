// Fires and lamps with three frames per flame, and darkness.
import type { Canvas, DrawFunction } from '../drawing/canvas.ts'
import { colour, type FaceSources, withColours } from '../drawing/face-source.ts'
import { bark, fire, ink, steel, stone, white, wood } from '../drawing/palette.ts'
import { slope, tube } from '../drawing/shading.ts'
import { box, disc, fullCanvas, pad, polygon, type Shape, stroke } from '../drawing/shapes.ts'
import { shadow } from './nature.ts'

const { black, gold, grey, orange, red } = colour

export const lights: FaceSources = {
  ...withColours({ fg: black, bg: black, magic: black }, { 'blank.111': () => {} }),
  ...withColours({ fg: black, bg: grey, magic: black }, darknesses()),
  ...withColours(
    { fg: red, bg: gold, magic: orange },
    { 'fire.111': campfire(0), 'fire.112': campfire(1), 'fire.113': campfire(2) },
  ),
  ...withColours(
    { fg: red, bg: black, magic: orange },
    { 'torch.111': torch(0), 'torch.112': torch(1), 'torch.113': torch(2) },
  ),
  ...withColours({ fg: black, bg: gold, magic: gold }, { 'lamp_post.111': lampPost }),
}

/** Darkness masks: more and more of each four by four pixels are black. */
function darknesses(): { readonly [name: string]: DrawFunction } {
  const mask = (level: number): DrawFunction => {
    const dark: Shape = { ...fullCanvas, has: (x, y) => isDark(x, y, level) }
    return (c) => c.fill(dark, ink)
  }
  return { 'dark1.111': mask(1), 'dark2.111': mask(2), 'dark3.111': mask(3) }
}

/** In cells of 4/3 of a unit, a pixel of the small picture: a quarter, a half and seven eighths. */
function isDark(x: number, y: number, level: number): boolean {
  const [column, row] = [Math.floor((x * 3) / 4), Math.floor((y * 3) / 4)]
  if (level === 1) return column % 2 === 0 && row % 2 === 0
  if (level === 2) return (column + row) % 2 === 0
  return row % 2 === 0 || (column + row) % 4 !== 0
}

/** A flame from its foot to its leaning tip. */
function tongue(c: Canvas, x: number, foot: number, half: number, tip: number, lean: number): void {
  const flame = (scale: number) =>
    polygon(
      [x - half * scale, foot - half * 0.6],
      [x - half * 0.6 * scale, foot],
      [x + half * 0.6 * scale, foot],
      [x + half * scale, foot - half * 0.6],
      [x + half * 0.5 * scale + lean * 0.6, foot - (foot - tip) * 0.5 * scale],
      [x + lean * scale, foot - (foot - tip) * scale],
      [x - half * 0.55 * scale + lean * 0.3, foot - (foot - tip) * 0.45 * scale],
    )
  c.fill(flame(1), fire[1]).fill(flame(0.8), fire[2]).fill(flame(0.58), fire[3]).fill(flame(0.34), fire[4])
}

function campfire(moment: number): DrawFunction {
  const lean = [0, 2.4, -2.2][moment]!
  return (c) => {
    c.fill(disc(16, 26, 14, 5), fire[3], 0.22)
    c.part((p) => {
      p.fill(stroke(3.6, [6, 28], [24, 23.4]), slope(bark, 0, 30, 0, 20)).fill(
        stroke(3.6, [26, 28], [8, 23.4]),
        slope(bark, 0, 31, 0, 21),
      )
    })
    c.part(
      (p) => {
        tongue(p, 10.4, 25, 4.4, 13 - lean, -1 + lean * 0.4)
        tongue(p, 21.8, 25, 4.4, 12 + lean, 1 + lean * 0.4)
        tongue(p, 16, 26, 6.6, 3.4 + Math.abs(lean), lean)
      },
      0.7,
      fire[0],
    )
    for (const [x, y] of [
      [8, 8],
      [23, 6],
      [19, 2.6],
    ] as const)
      c.fill(disc(x + lean, y + moment, 0.7), fire[3])
  }
}

function torch(moment: number): DrawFunction {
  const lean = [0, 1.6, -1.6][moment]!
  return (c) => {
    c.fill(disc(16, 10, 11, 10), fire[3], 0.18)
    c.part((p) => p.fill(polygon([13.6, 15], [18.4, 15], [17, 29], [15, 29]), tube(wood, 13, 19)))
    c.part((p) => p.fill(pad(11.6, 13, 8.8, 4, 1), slope(steel, 0, 18, 0, 12)), 0.8)
    c.part((p) => tongue(p, 16, 14, 5, 1.6 + Math.abs(lean) * 0.6, lean), 0.7, fire[0])
  }
}

function lampPost(c: Canvas): void {
  shadow(c, 17, 29.4, 7, 1.8)
  c.fill(disc(16, 7.4, 10, 8), fire[3], 0.2)
  c.part((p) => {
    p.fill(box(14.7, 12, 2.6, 15), tube(steel, 14, 18)).fill(
      pad(11, 26, 10, 4, 1),
      slope(stone, 20, 31, 11, 25),
    )
  })
  c.part((p) => {
    p.fill(polygon([11, 4.4], [21, 4.4], [19.4, 13], [12.6, 13]), slope(fire, 22, 18, 14, -2)).fill(
      disc(16, 9, 1.8, 2.6),
      white,
    )
    p.fill(polygon([16, 0.6], [22.6, 4.6], [9.4, 4.6]), steel[1]).fill(box(12, 12.4, 8, 1.6), steel[1])
  })
}
