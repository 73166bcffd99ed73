// Faces and animations sent to a client: each is sent once, before its first use. [CF-6.11]
import type { Dialect, Send } from '../dialects/dialect.ts'
import type { Gallery } from '../pictures/gallery.ts'
import type { Pictures } from './belongings.ts'

export class FacesSent implements Pictures {
  readonly #send: Send
  readonly #dialect: () => Dialect
  readonly #gallery: Gallery
  readonly #faces = new Set<number>()
  readonly #animations = new Set<number>()

  constructor(send: Send, dialect: () => Dialect, gallery: Gallery) {
    this.#gallery = gallery
    this.#send = send
    this.#dialect = dialect
  }

  face(face: number): void {
    if (this.#faces.has(face)) return
    this.#faces.add(face)
    this.#dialect().face(face)
  }

  /** [CF-6.10] Sent after all its faces. */
  animation(number: number): void {
    if (this.#animations.has(number)) return
    this.#animations.add(number)
    const { faces } = this.#gallery.animation(number)
    for (const face of faces) this.face(face)
    this.#send({ type: 'anim', anim: number, flags: 0, faces })
  }

  /** Sends all of them again on next use. */
  forget(): void {
    this.#faces.clear()
    this.#animations.clear()
  }
}
