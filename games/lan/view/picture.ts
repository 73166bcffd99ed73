// The LAN as a picture: a cable, and on both sides of it a computer for each node. A computer's screen is brighter the
// more its node sends.
import { type Picture, pictureSize } from '../../picture.ts'
import { Canvas, type Colour } from '../../shared/canvas.ts'

const desk: Colour = 0x1d2430
const cable: Colour = 0xc9cdd2
const plug: Colour = 0xb08d3c
const housing: Colour = 0xd8d2c0
const shade: Colour = 0x8f8a7c
const screens: readonly Colour[] = [0x20342a, 0x2f6b45, 0x47a866, 0x7be495]

const cableWidth = 6
const margin = 24
const maxComputers = 32
/** Packets per second from which a screen has the next brighter colour. */
const steps = [0.1, 5, 30] as const

/** `packetsPerSecond`: in the order of the nodes. */
export function drawPicture(
  packetsPerSecond: readonly number[],
  size: { readonly width: number; readonly height: number } = pictureSize,
): Picture {
  const canvas = new Canvas(desk, size)
  const { width, height } = size
  const middle = Math.floor(height / 2)
  canvas.rect(margin, middle - cableWidth / 2, width - 2 * margin, cableWidth, cable)
  for (const left of [margin - 6, width - margin - 6]) canvas.rect(left, middle - 9, 12, 18, plug)
  const shown = packetsPerSecond.slice(0, maxComputers)
  const columns = Math.max(1, Math.ceil(shown.length / 2))
  const pitch = Math.floor((width - 4 * margin) / columns)
  for (const [n, packets] of shown.entries()) {
    const centre = 2 * margin + Math.floor(pitch / 2) + Math.floor(n / 2) * pitch
    drawComputer(canvas, centre, middle, n % 2 === 0 ? -1 : 1, Math.min(52, pitch - 6), packets)
  }
  return canvas.picture
}

/** `side`: -1 above the cable, 1 below it. */
function drawComputer(
  canvas: Canvas,
  centre: number,
  middle: number,
  side: -1 | 1,
  size: number,
  packets: number,
): void {
  const left = centre - Math.floor(size / 2)
  const top = side < 0 ? middle - 40 - size : middle + 40
  canvas.rect(centre - 1, side < 0 ? top + size : middle, 3, 40, cable)
  canvas.rect(centre - 4, middle - 6, 9, 12, plug)
  canvas.rect(left, top, size, size, housing)
  canvas.rect(left, top + size - 3, size, 3, shade)
  const inset = Math.max(2, Math.floor(size / 8))
  const level = steps.filter((step) => packets >= step).length
  canvas.rect(left + inset, top + inset, size - 2 * inset, Math.floor(size * 0.6), screens[level]!)
  canvas.rect(left + inset, top + size - inset - 4, Math.floor(size / 3), 3, shade)
}
