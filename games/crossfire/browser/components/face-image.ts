// Pictures are loaded when the server sends them, and animated with its ticks.

import { createElement } from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'

/** `anim`: number of the animation that begins with the face, if any. */
export interface FaceReference {
  readonly face: number
  readonly anim?: number
  readonly animSpeed?: number
}

/** If there are more URLs than this, the oldest is revoked. It is created again when it is needed. */
const maxObjectUrls = 2048

export class FaceImages {
  readonly #client: Client
  readonly #urls = new Map<number, string>()
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

  constructor(client: Client) {
    this.#client = client
    client.events.on('face', (face) => this.#onFaceLoaded(face))
    client.events.on('tick', (tick) => this.#move(tick))
  }

  /** The picture is decorative for screen readers, because the text beside the picture contains the name. */
  element(faced: FaceReference): HTMLImageElement {
    const image = createElement('img.face', { alt: '', width: 32, height: 32, draggable: 'false' })
    this.show(image, faced)
    return image
  }

  show(image: HTMLImageElement, { face, anim = 0, animSpeed = 0 }: FaceReference): void {
    const { dataset } = image
    dataset.anim = animSpeed > 0 && this.#client.animations.moves(anim) ? `${anim} ${animSpeed}` : ''
    if (dataset.anim === '' || dataset.face === undefined) this.#put(image, face)
  }

  #put(image: HTMLImageElement, face: number): void {
    if (image.dataset.face === `${face}` && image.src !== '') return
    image.dataset.face = `${face}`
    const url = this.#urlOf(face)
    image.hidden = url === undefined
    if (url !== undefined) image.src = url
  }

  #urlOf(face: number): string | undefined {
    const known = this.#urls.get(face)
    if (known) return known
    const png = this.#client.faces.picture(face)
    if (!png) return undefined
    const url = URL.createObjectURL(new Blob([new Uint8Array(png)], { type: 'image/png' }))
    this.#urls.set(face, url)
    const [oldest] = this.#urls.keys()
    if (this.#urls.size > maxObjectUrls && oldest !== undefined) this.#release(oldest)
    return url
  }

  #onFaceLoaded(face: number): void {
    this.#release(face)
    for (const image of document.querySelectorAll<HTMLImageElement>(`img[data-face="${face}"]`)) {
      image.removeAttribute('src')
      this.#put(image, face)
    }
  }

  #release(face: number): void {
    const url = this.#urls.get(face)
    if (url !== undefined) URL.revokeObjectURL(url)
    this.#urls.delete(face)
  }

  #move(tick: number): void {
    if (document.hidden || this.#reducedMotion.matches) return
    for (const image of document.querySelectorAll<HTMLImageElement>('img[data-anim]:not([data-anim=""])')) {
      const [anim = 0, speed = 1] = image.dataset.anim!.split(' ').map(Number)
      this.#put(image, this.#client.animations.faceOf({ anim, speed, phase: 0 }, tick))
    }
  }
}
