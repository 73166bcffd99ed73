// Pictures of things and runes beside words: the view's own, each on a small canvas.
import { make } from '../../../../browser/elements.ts'
import type { Art } from '../../view/art/art.ts'
import { bytesOf, type Image } from '../../view/art/image.ts'
import { runeNumber } from '../client/lines.ts'

export class Icons {
  readonly #art: Art

  constructor(art: Art) {
    this.#art = art
  }

  /** By the name of its picture. Beside its name: nobody is told of it again. */
  thing(gfxId: string): HTMLCanvasElement {
    const { standing } = this.#art
    const { image } = gfxId in standing ? standing[gfxId as keyof typeof standing] : this.#art.item(gfxId)
    return iconOf(image, { class: 'icon', 'aria-hidden': 'true' })
  }

  /** `named`: it stands alone. */
  rune(rune: number, named?: 'named'): HTMLElement {
    const says = named && { role: 'img', 'aria-label': `rune ${runeNumber(rune)}` }
    return make('span', { class: 'rune', ...(says ?? { 'aria-hidden': 'true' }) }, `${runeNumber(rune)}`)
  }
}

function iconOf({ width, height, pixels }: Image, given: Parameters<typeof make>[1]): HTMLCanvasElement {
  const canvas = make('canvas', { width, height, ...given })
  const data = new ImageData(bytesOf({ width, height, pixels }), width)
  canvas.getContext('2d')?.putImageData(data, 0, 0)
  return canvas
}
