// Each PNG is decoded on first use and then cached.
import type { Client } from '../client/client.ts'

/** About 4 KiB each. The least recently drawn face is evicted first. */
const maxCachedBitmaps = 2048

/** `id` is unique among all pictures, including earlier pictures of the same face number. */
export interface DecodedFace {
  readonly bitmap: ImageBitmap
  readonly id: number
}

export class BitmapCache {
  readonly #client: Client
  readonly #onFaceLoaded: () => void
  readonly #bitmaps = new Map<number, DecodedFace | 'coming'>()
  #lastId = 0
  /** Size of the largest face in cells; faces extend to the left and up from their cell. */
  reach = 1

  /** `came`: called after each decoded face. */
  constructor(client: Client, came: () => void) {
    this.#client = client
    this.#onFaceLoaded = came
    client.events.on('face', (face) => {
      // Decodes the picture again, because the face number may have another picture now.
      if (this.#bitmaps.has(face)) void this.#unpack(face)
    })
  }

  /** Undefined until the picture is decoded. */
  picture(face: number): DecodedFace | undefined {
    const known = this.#bitmaps.get(face)
    if (!known) void this.#unpack(face)
    this.#keep(face, known ?? 'coming')
    return known === 'coming' ? undefined : known
  }

  async #unpack(face: number): Promise<void> {
    const png = this.#client.faces.picture(face)
    if (!png) return
    const file = new Blob([new Uint8Array(png)], { type: 'image/png' })
    // Skip an invalid picture, because the face number may get a valid picture later.
    const bitmap = await createImageBitmap(file).catch(() => undefined) // the browser cannot decode this picture
    if (!bitmap) return
    const before = this.#bitmaps.get(face)
    if (before && before !== 'coming') before.bitmap.close()
    this.#lastId++
    this.#keep(face, { bitmap, id: this.#lastId })
    this.reach = Math.max(this.reach, Math.ceil(Math.max(bitmap.width, bitmap.height) / cellPixels))
    this.#onFaceLoaded()
  }

  #keep(face: number, picture: DecodedFace | 'coming'): void {
    this.#bitmaps.delete(face)
    this.#bitmaps.set(face, picture)
    if (this.#bitmaps.size <= maxCachedBitmaps) return
    const [[oldest, gone] = []] = this.#bitmaps
    if (gone && gone !== 'coming') gone.bitmap.close()
    if (oldest !== undefined) this.#bitmaps.delete(oldest)
  }
}

/** Pixels per side of a cell in the pictures that servers send. */
export const cellPixels = 32
