// Doors, gates, stairs and holes.
import type { Canvas } from '../drawing/canvas.ts'
import { colour, type FaceSources, withColours } from '../drawing/face-source.ts'
import { cave, earth, gold, ink, leaf, steel, stone, wood } from '../drawing/palette.ts'
import { patches, slope, tube } from '../drawing/shading.ts'
import { box, disc, fullCanvas, pad, polygon, stroke } from '../drawing/shapes.ts'
import { leafOf } from './houses.ts'

const { black, gold: golden, grey, khaki, sienna, white } = colour

export const passages: FaceSources = {
  ...withColours(
    { fg: black, bg: sienna, magic: sienna },
    { 'door_closed.111': closed, 'door_open.111': open, 'door_locked.111': locked },
  ),
  ...withColours(
    { fg: black, bg: grey, magic: grey },
    { 'gate_closed.111': portcullis, 'gate_open.111': raised },
  ),
  ...withColours(
    { fg: black, bg: white, magic: golden },
    { 'stairs_up.111': stairsUp, 'stairs_down.111': stairsDown, 'cave_mouth.111': mouth },
  ),
  ...withColours({ fg: black, bg: khaki, magic: golden }, { 'ladder.111': ladder, 'trapdoor.111': trapdoor }),
}

function frame(c: Canvas): void {
  c.fill(box(0, 0, 32, 32), slope(stone, 40, 36, -10, -12))
  for (const y of [7, 15, 23]) c.fill(box(0, y, 4, 0.8), stone[0]).fill(box(28, y, 4, 0.8), stone[0])
  c.fill(box(0, 0, 32, 1), ink).fill(box(0, 31, 32, 1), ink)
  c.fill(pad(3, 2.4, 26, 40, 4), ink)
}

function closed(c: Canvas): void {
  frame(c)
  leafOf(c, 4, 3.4, 24, 27.6)
  c.fill(box(4, 3.4, 24, 2), ink, 0.5)
}

function locked(c: Canvas): void {
  closed(c)
  c.part((p) => {
    p.fill(pad(11, 13, 10, 10, 2), slope(gold, 22, 24, 10, 10))
    p.fill(disc(16, 17, 1.5), ink).fill(box(15.4, 17, 1.2, 3.6), ink)
  })
}

/** An open door, swung in to the left, with a transparent opening. */
function open(c: Canvas): void {
  frame(c)
  c.clear(pad(4, 3.4, 24, 40, 3.4))
  c.part((p) => {
    p.fill(polygon([4, 3.4], [9.5, 6], [9.5, 31], [4, 31]), tube(wood, 2, 11))
    for (const y of [9, 24]) p.fill(polygon([4, y], [9.5, y + 0.6], [9.5, y + 2.6], [4, y + 2]), steel[1])
    p.fill(disc(8.4, 18, 0.9), gold[3])
  }, 0.8)
}

function portcullis(c: Canvas): void {
  frame(c)
  for (const x of [6, 11, 16, 21, 26]) {
    c.fill(box(x - 1.2, 3, 2.4, 25), tube(steel, x - 1.2, x + 1.2))
    c.fill(polygon([x - 1.2, 28], [x + 1.2, 28], [x, 31]), steel[3])
  }
  for (const y of [8, 16, 24]) c.fill(box(4, y, 24, 2.2), steel[1]).fill(box(4, y, 24, 0.8), steel[3])
}

function raised(c: Canvas): void {
  frame(c)
  c.clear(pad(4, 3.4, 24, 40, 3.4))
  for (const x of [6, 11, 16, 21, 26])
    c.fill(polygon([x - 1.2, 3.4], [x + 1.2, 3.4], [x + 1.2, 6.4], [x, 9], [x - 1.2, 6.4]), steel[2])
  c.fill(box(4, 3.4, 24, 1.6), steel[0])
}

function stairsUp(c: Canvas): void {
  c.fill(fullCanvas, ink)
  for (let step = 0; step < 5; step++) {
    const y = 25 - step * 6
    const inset = step * 1.6
    c.fill(box(1 + inset, y, 30 - inset * 2, 6.4), stone[1])
    c.fill(box(1 + inset, y, 30 - inset * 2, 3.4), stone[step < 2 ? 3 : 4])
    c.fill(box(1 + inset, y, 30 - inset * 2, 0.8), 0xf1ede4)
    c.fill(box(1 + inset, y + 3.4, 30 - inset * 2, 0.8), stone[0])
  }
}

function stairsDown(c: Canvas): void {
  c.fill(fullCanvas, slope(stone, 40, 40, 0, -12))
  c.fill(box(2.4, 2.4, 27.2, 27.2), ink)
  const tints = [stone[4], stone[3], stone[2], stone[1], stone[0]]
  for (const [step, tint] of tints.entries()) {
    const inset = 2.4 + step * 2.1
    c.fill(box(inset, 3 + step * 5.2, 32 - inset * 2, 4.2), tint)
    c.fill(box(inset, 3 + step * 5.2, 32 - inset * 2, 0.8), 0xf1ede4, 0.55 - step * 0.1)
  }
  c.fill(box(9, 28.4, 14, 1.2), 0x000000)
}

function mouth(c: Canvas): void {
  c.part((p) => {
    p.fill(
      polygon([1, 31], [2, 18], [7, 8], [15, 2.5], [23, 5], [29, 13], [31, 31]),
      patches(stone, 33, 8, 0.25, 0.85),
    )
    for (const line of [
      [4, 20, 8, 13],
      [22, 7, 26, 13],
      [10, 6, 14, 7.5],
    ] as const)
      p.fill(stroke(0.9, [line[0], line[1]], [line[2], line[3]]), stone[0])
  })
  c.part((p) => p.fill(pad(7, 11, 18, 40, 8.5), ink), 0.8, cave[0])
  for (const [x, length] of [
    [10, 3],
    [14, 4.6],
    [19, 3.6],
    [22.4, 2.4],
  ] as const)
    c.fill(polygon([x - 1.6, 11.4], [x + 1.6, 11.4], [x, 12.6 + length]), stone[1])
  for (const x of [1.5, 4, 27.5, 29.6]) c.fill(stroke(1.2, [x, 31], [x + 0.6, 27.4]), leaf[3])
  c.fill(box(6, 30, 20, 2), earth[1])
}

function ladder(c: Canvas): void {
  c.part((p) => {
    for (const y of [5, 10.5, 16, 21.5, 27]) p.fill(box(9, y, 14, 2.2), slope(wood, 0, y + 3, 0, y - 1))
    for (const x of [7.4, 22]) p.fill(box(x, 1, 2.8, 30), tube(wood, x, x + 2.8))
  }, 0.8)
}

function trapdoor(c: Canvas): void {
  c.part((p) => p.fill(pad(3, 4, 26, 25, 1), wood[1]))
  c.fill(box(5, 6, 22, 21), wood[2])
  for (const x of [5, 10.5, 16, 21.5])
    c.fill(box(x, 6, 0.9, 21), wood[0]).fill(box(x + 0.9, 6, 0.8, 21), wood[3])
  for (const y of [9, 22]) c.fill(box(5, y, 22, 2.4), steel[0]).fill(box(5, y, 22, 0.8), steel[2])
  c.part((p) => p.fill(disc(16, 17, 3), steel[3]), 0.8).fill(disc(16, 17, 1.6), wood[1])
}
