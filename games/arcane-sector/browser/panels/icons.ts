// Pictures of things and runes beside words: the view's own, each on a small canvas.
import { make } from '../../../../browser/elements.ts'
import type { Art } from '../../view/art/art.ts'

export class Icons {
  readonly #art: Art

  constructor(art: Art) {
    this.#art = art
  }
}
