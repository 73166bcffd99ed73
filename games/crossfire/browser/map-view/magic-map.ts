// The magic map covers the game until the player closes it.

import { createElement } from '../../../../browser/ui/elements.ts'
import { createDialog } from '../../../../browser/ui/help.ts'
import { textColours } from '../../protocol/events/message-types.ts'
import type { MagicMap } from '../../protocol/events/player-listener.ts'
import { magicMapBits } from '../../protocol/packets/index.ts'
import type { Client } from '../client/client.ts'
import { canvasContext } from './cells.ts'

/** Pixels per cell. */
const size = 8
/** Colours of the map by the colour numbers of CF-10.3. */
const tones = [
  ...['#1b1b1b', '#e8e8e8', '#27407f', '#b3372c', '#d98a2b', '#3f8fdc', '#b8651b', '#3f7f57'],
  ...['#7fa57f', '#8d8d8d', '#8a5a3a', '#d9b83a', '#b9ae7a'],
]

export function createMagicMapOverlay(client: Client): void {
  const label = 'The surrounding land, with you in the centre'
  const canvas = createElement('canvas', { role: 'img', 'aria-label': label, class: 'magic-map' })
  const box = createDialog('Magic map', canvas)
  client.events.on('magicMap', (map) => {
    draw(canvas, map)
    if (!box.open) box.showModal()
  })
}

function draw(canvas: HTMLCanvasElement, { width, height, x, y, cells }: MagicMap): void {
  canvas.width = width * size
  canvas.height = height * size
  const context = canvasContext(canvas, {})
  for (const [place, cell] of cells.entries()) {
    if (cell === 0) continue
    const [left, top] = [(place % width) * size, Math.floor(place / width) * size]
    context.fillStyle = tones[cell & magicMapBits.colour] ?? tones[textColours.grey]!
    context.fillRect(left, top, size, size)
    // Walls also have an edge, so that they differ in more than colour.
    if ((cell & magicMapBits.wall) === 0) continue
    context.strokeStyle = '#000'
    context.strokeRect(left + 0.5, top + 0.5, size - 1, size - 1)
  }
  context.strokeStyle = '#fff'
  context.lineWidth = 3
  context.strokeRect(x * size - 1, y * size - 1, size + 2, size + 2)
}
