// Each face and animation is sent once, before its first use. [CF-6.11]

import type { FaceGallery } from '../../builtin/pictures/gallery.ts'
import type { Dialect, SendToClient } from '../dialects/dialect.ts'
import type { FaceAndAnimationSender } from './inventory-sync.ts'

export class FaceSync implements FaceAndAnimationSender {
  readonly #send: SendToClient
  readonly #dialect: () => Dialect
  readonly #gallery: FaceGallery
  readonly #sentFaces = new Set<number>()
  readonly #sentAnimations = new Set<number>()

  constructor(send: SendToClient, dialect: () => Dialect, gallery: FaceGallery) {
    this.#gallery = gallery
    this.#send = send
    this.#dialect = dialect
  }

  sendFace(face: number): void {
    if (this.#sentFaces.has(face)) return
    this.#sentFaces.add(face)
    this.#dialect().sendFaceReference(face)
  }

  /** [CF-6.10] Sends the faces of the animation first, and nothing twice. */
  sendAnimation(number: number): void {
    if (this.#sentAnimations.has(number)) return
    this.#sentAnimations.add(number)
    const { faces } = this.#gallery.animation(number)
    for (const face of faces) this.sendFace(face)
    this.#send({ type: 'anim', anim: number, flags: 0, faces })
  }

  resendAll(): void {
    this.#sentFaces.clear()
    this.#sentAnimations.clear()
  }
}
