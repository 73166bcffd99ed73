// Faces as the browser draws them: each PNG is unpacked once, when it is first wanted.
import type { Client } from '../client/client.ts'

/** That are kept unpacked: some 4 KiB each. The one that was drawn longest ago goes first. */
const most = 2048

export class Bitmaps {
  readonly #client: Client
  readonly #came: () => void
  readonly #bitmaps = new Map<number, ImageBitmap | 'coming'>()
  /** Of the largest there is, in cells: faces reach to the left and up from where they stand. */
  reach = 1

  /** `came`: there is one more to be drawn. */
  constructor(client: Client, came: () => void) {
    this.#client = client
    this.#came = came
    client.events.on('face', (face) => {
      // It may be another picture under the same number.
      if (this.#bitmaps.has(face)) void this.#unpack(face)
    })
  }

  /** Undefined: it is not here yet. */
  bitmap(face: number): ImageBitmap | undefined {
    const known = this.#bitmaps.get(face)
    if (!known) void this.#unpack(face)
    this.#keep(face, known ?? 'coming')
    return known instanceof ImageBitmap ? known : undefined
  }

  async #unpack(face: number): Promise<void> {
    const png = this.#client.faces.picture(face)
    if (!png) return
    const file = new Blob([new Uint8Array(png)], { type: 'image/png' })
    // What is no picture stays away; the next one under its number may be one.
    const bitmap = await createImageBitmap(file).catch(() => undefined) // a picture that this browser cannot read
    if (!bitmap) return
    const before = this.#bitmaps.get(face)
    if (before instanceof ImageBitmap) before.close()
    this.#keep(face, bitmap)
    this.reach = Math.max(this.reach, Math.ceil(Math.max(bitmap.width, bitmap.height) / cellPixels))
    this.#came()
  }

  #keep(face: number, bitmap: ImageBitmap | 'coming'): void {
    this.#bitmaps.delete(face)
    this.#bitmaps.set(face, bitmap)
    if (this.#bitmaps.size <= most) return
    const [[oldest, gone] = []] = this.#bitmaps
    if (gone instanceof ImageBitmap) gone.close()
    if (oldest !== undefined) this.#bitmaps.delete(oldest)
  }
}

/** Pixels of a face along a side of a cell, on the wire. */
export const cellPixels = 32
