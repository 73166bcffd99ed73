// Small canvases with the pictures of the game view.
import { createElement, type ElementAttributes } from '../../../../browser/ui/elements.ts'
import { runeName } from '../../client/message-log.ts'
import { firstRune } from '../../client/spell-input.ts'
import type { Art } from '../../view/art/art.ts'
import { type Image, toRgbaBytes } from '../../view/art/primitives/image.ts'
import { drawRunes } from '../../view/art/runes.ts'

export class Icons {
  readonly #art: Art
  readonly #runes = drawRunes()

  constructor(art: Art) {
    this.#art = art
  }

  /** Screen readers skip the icon, because the item's name is beside it. */
  thing(gfxId: string): HTMLCanvasElement {
    const { standing } = this.#art
    const { image } = Object.hasOwn(standing, gfxId)
      ? standing[gfxId as keyof typeof standing]
      : this.#art.item(gfxId)
    return iconOf(image, { class: 'icon', 'aria-hidden': 'true' })
  }

  hand(): HTMLCanvasElement {
    return iconOf(this.#art.hand, { class: 'icon', 'aria-hidden': 'true' })
  }

  /** Indexed by the number of the portrait. */
  portraits(): readonly HTMLCanvasElement[] {
    return this.#art.portraits.map((image) => iconOf(image, { class: 'face', 'aria-hidden': 'true' }))
  }

  /** Pass `named` if no text is beside the icon. */
  rune(rune: number, named?: 'named'): HTMLCanvasElement {
    const accessibleName = named && { role: 'img', 'aria-label': `rune ${runeName(rune)}` }
    return iconOf(this.#runes[rune - firstRune]!, {
      class: 'rune',
      ...(accessibleName ?? { 'aria-hidden': 'true' }),
    })
  }
}

function iconOf(image: Image, given: ElementAttributes): HTMLCanvasElement {
  const canvas = createElement('canvas', { width: image.width, height: image.height, ...given })
  canvas.getContext('2d')?.putImageData(new ImageData(toRgbaBytes(image), image.width), 0, 0)
  return canvas
}
