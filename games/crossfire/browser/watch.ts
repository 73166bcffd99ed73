// Spectators follow a player, or see each map in turn.

import type { Size } from '../../../browser/canvas/screen.ts'
import { type Rendering, type SpectatorView, startSpectating } from '../../../browser/player/spectator.ts'
import { createElement, createSelect, setText, updateSelect } from '../../../browser/ui/elements.ts'
import { Canvas } from '../../shared/canvas.ts'
import type { Picture as Face } from '../pictures/picture.ts'
import { backgroundColour, createCellDrawer, drawPlayerMarker } from '../view/draw-cells.ts'
import { type SpectatedMap, type SpectatedPlayer, SpectatedWorld } from './spectator-map.ts'

/** Bounds of a cell's size in pixels. If the map does not fit at the minimum, only a part of it is shown. */
const minCellPixels = 14
const maxCellPixels = 32
const followCellPixels = 24
/** If players are on several maps, each map is shown for this time. */
const rotateMs = 20_000
const none: Face = { size: 1, colours: new Uint32Array(1), opacities: new Uint8Array(1) }

/** The whole map, or the surroundings of the followed player. */
interface View {
  readonly map: SpectatedMap
  readonly followed: SpectatedPlayer | undefined
}

class WorldView implements SpectatorView {
  readonly description = 'A map with players in it, seen from above.'
  readonly aspectRatio = 16 / 9
  readonly #names = createElement('p')
  readonly #follow = createSelect({}, [['', 'All players in turn']])
  readonly sidebar = createElement(
    'div',
    this.#names,
    createElement('div.watch-controls', createElement('label', 'Follow ', this.#follow)),
  )
  readonly #world = new SpectatedWorld()
  readonly #faces = new Map<number, Face>()
  #painted: { readonly size: number; readonly cell: ReturnType<typeof createCellDrawer> } | undefined
  #shown: SpectatedMap | undefined
  #since = 0

  reset(): void {
    this.#world.reset()
  }

  handlePacket(frames: readonly (string | Uint8Array)[]): Promise<void> | void {
    const faces = this.#world.handlePacket(frames)
    const names = this.#world.maps.flatMap(({ players }) => players.map(({ name }) => name))
    setText(this.#names, names.length === 0 ? 'No players in view.' : `Players in view: ${names.join(', ')}.`)
    // Keep the selected player in the list, because the player may come back.
    const chosen = this.#follow.value
    updateSelect(this.#follow, [...new Set([...(chosen ? [chosen] : []), ...names])].sort())
    if (faces.length > 0) return this.#load(faces)
  }

  #view(now: number): View | undefined {
    const { maps } = this.#world
    for (const map of maps) {
      const followed = map.players.find(({ name }) => name === this.#follow.value)
      if (followed) return { map, followed }
    }
    const at = this.#shown ? maps.indexOf(this.#shown) : -1
    if (at < 0 || now - this.#since > rotateMs) {
      this.#shown = maps[(at + 1) % Math.max(1, maps.length)]
      this.#since = now
    }
    return this.#shown && { map: this.#shown, followed: undefined }
  }

  draw({ width, height }: Size, now: number): Rendering | undefined {
    const view = this.#view(now)
    if (!view) return undefined
    const { map, followed } = view
    const canvas = new Canvas(backgroundColour, { width, height })
    const fitting = Math.min(width / Math.max(1, map.width), height / Math.max(1, map.height))
    const least = followed ? followCellPixels : minCellPixels
    const size = Math.floor(Math.min(maxCellPixels, Math.max(least, fitting)))
    const { players } = map
    const middle = followed ?? players[0]
    const left = startView(width, map.width * size, (middle?.x ?? map.width / 2) * size)
    const top = startView(height, map.height * size, (middle?.y ?? map.height / 2) * size)
    const cell = this.#paint(size)
    for (let y = 0; y < map.height; y++)
      for (let x = 0; x < map.width; x++) {
        const shown = map.cell(x, y)
        if (shown) canvas.stamp(cell(shown.faces, shown.darkness), left + x * size, top + y * size)
      }
    for (const { x, y } of players)
      drawPlayerMarker(canvas, { x: left + (x + 0.5) * size, y: top + y * size })
    return { pixels: canvas.picture, isAnimated: false }
  }

  /** The cell drawer is replaced when the size changes or faces arrive. */
  #paint(size: number) {
    if (this.#painted?.size !== size) {
      const cell = createCellDrawer((face) => this.#faces.get(face) ?? none, size)
      this.#painted = { size, cell }
    }
    return this.#painted!.cell
  }

  async #load(faces: readonly number[]): Promise<void> {
    await Promise.all(
      faces.map(async (face) => {
        const file = new Blob([new Uint8Array(this.#world.pictures.get(face)!)], { type: 'image/png' })
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

/** A map that fits is centred; otherwise `seen` is as close to the middle as possible. */
function startView(room: number, whole: number, seen: number): number {
  if (whole <= room) return Math.floor((room - whole) / 2)
  return Math.floor(Math.min(0, Math.max(room - whole, room / 2 - seen)))
}

startSpectating(new WorldView())
