// Crossfire, watched: the map of whoever is in, with our own faces, as dark as it is there.
import type { Size } from '../../../browser/screen.ts'
import { type Seen, type WatchView, watch } from '../../../browser/watching.ts'
import { Canvas } from '../../shared/canvas.ts'
import type { Picture as Face } from '../made/faces/picture.ts'
import { cells, drawPin, ground } from '../view/cells.ts'
import { WatchedMap } from './map.ts'

/** Pixels of a cell: as many as all of a map has room for, but no fewer, and then only a part of it is seen. */
const leastPixels = 14
const mostPixels = 32
const none: Face = { size: 1, colours: new Uint32Array(1), opacities: new Uint8Array(1) }

class MapView implements WatchView {
  readonly says = 'The map that somebody is in, from above.'
  readonly shape = 16 / 9
  readonly beside = document.createElement('p')
  readonly #map = new WatchedMap()
  readonly #faces = new Map<number, Face>()
  #painted: { readonly size: number; readonly cell: ReturnType<typeof cells> } | undefined

  begun(): void {
    this.#map.begun()
  }

  heard(frames: readonly (string | Uint8Array)[]): Promise<void> | void {
    const faces = this.#map.heard(frames)
    const names = this.#map.players.map(({ name }) => name)
    const told = names.length === 0 ? 'Nobody is seen here.' : `Seen here: ${names.join(', ')}.`
    if (this.beside.textContent !== told) this.beside.textContent = told
    if (faces.length > 0) return this.#load(faces)
  }

  draw({ width, height }: Size): Seen {
    const canvas = new Canvas(ground, { width, height })
    const map = this.#map
    const fitting = Math.min(width / Math.max(1, map.width), height / Math.max(1, map.height))
    const size = Math.floor(Math.min(mostPixels, Math.max(leastPixels, fitting)))
    const { players } = map
    const left = begin(width, map.width * size, (players[0]?.x ?? map.width / 2) * size)
    const top = begin(height, map.height * size, (players[0]?.y ?? map.height / 2) * size)
    const cell = this.#paint(size)
    for (let y = 0; y < map.height; y++)
      for (let x = 0; x < map.width; x++) {
        const shown = map.cell(x, y)
        if (shown) canvas.stamp(cell(shown.faces, shown.darkness), left + x * size, top + y * size)
      }
    for (const { x, y } of players) drawPin(canvas, { x: left + (x + 0.5) * size, y: top + y * size })
    return { pixels: canvas.picture, moves: false }
  }

  /** Cells as they were drawn before, unless they have another size or faces have come. */
  #paint(size: number) {
    if (this.#painted?.size !== size) {
      const cell = cells((face) => this.#faces.get(face) ?? none, size)
      this.#painted = { size, cell }
    }
    return this.#painted!.cell
  }

  async #load(faces: readonly number[]): Promise<void> {
    await Promise.all(
      faces.map(async (face) => {
        const file = new Blob([new Uint8Array(this.#map.pictures.get(face)!)], { type: 'image/png' })
        this.#faces.set(face, await faceOf(await createImageBitmap(file)))
      }),
    )
    this.#painted = undefined
  }
}

async function faceOf(image: ImageBitmap): Promise<Face> {
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const pixels = Array.from({ length: image.width * image.height }, (_, pixel) => pixel * 4)
  return {
    size: image.width,
    colours: Uint32Array.from(pixels, (at) => (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!),
    opacities: Uint8Array.from(pixels, (at) => data[at + 3]!),
  }
}

/** Where the map begins: in the middle if there is room for it, else so that `seen` is in the middle as far as may be. */
function begin(room: number, whole: number, seen: number): number {
  if (whole <= room) return Math.floor((room - whole) / 2)
  return Math.floor(Math.min(0, Math.max(room - whole, room / 2 - seen)))
}

watch(new MapView())
