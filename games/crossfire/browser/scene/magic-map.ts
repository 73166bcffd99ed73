// The land as magic shows it: a picture over the map, for as long as somebody looks at it.

import { dialog } from '../../../../browser/help.ts'
import type { MagicMap } from '../../hearing/hearing.ts'
import { colours } from '../../hearing/text-kinds.ts'
import { magicMapBits } from '../../packets.ts'
import type { Client } from '../client/client.ts'

/** Of a cell, in pixels of the picture. */
const size = 8
/** By the numbers of CF-10.3. */
const tones: { readonly [colour in keyof typeof colours]: string } = {
  black: '#1b1b1b',
  white: '#e8e8e8',
  navy: '#27407f',
  red: '#b3372c',
  orange: '#d98a2b',
  dodgerBlue: '#3f8fdc',
  darkOrange: '#b8651b',
  seaGreen: '#3f7f57',
  darkSeaGreen: '#7fa57f',
  grey: '#8d8d8d',
  sienna: '#8a5a3a',
  gold: '#d9b83a',
  khaki: '#b9ae7a',
}

function toneOf(cell: number): string {
  const names = Object.keys(colours) as (keyof typeof colours)[]
  return tones[names.find((name) => colours[name] === (cell & magicMapBits.colour)) ?? 'grey']
}

export function magicMaps(client: Client): void {
  const canvas = document.createElement('canvas')
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', 'The land around you, yourself in the middle of it')
  canvas.className = 'magic-map'
  const box = dialog('Magic map', canvas)
  client.events.on('magicMap', (map) => {
    draw(canvas, map)
    if (!box.open) box.showModal()
  })
}

function draw(canvas: HTMLCanvasElement, { width, height, x, y, cells }: MagicMap): void {
  canvas.width = width * size
  canvas.height = height * size
  const context = canvas.getContext('2d')
  if (!context) return
  for (const [place, cell] of cells.entries()) {
    if (cell === 0) continue
    const [left, top] = [(place % width) * size, Math.floor(place / width) * size]
    context.fillStyle = toneOf(cell)
    context.fillRect(left, top, size, size)
    // A wall has an edge, so that it is not told by its colour alone.
    if ((cell & magicMapBits.wall) === 0) continue
    context.strokeStyle = '#000'
    context.strokeRect(left + 0.5, top + 0.5, size - 1, size - 1)
  }
  context.strokeStyle = '#fff'
  context.lineWidth = 3
  context.strokeRect(x * size - 1, y * size - 1, size + 2, size + 2)
}
