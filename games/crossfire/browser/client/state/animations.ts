// Animations run in time with the server's ticks.

export interface Animated {
  readonly anim: number
  /** Ticks per face. */
  readonly speed: number
  /** Added to the server's tick, so that animations can start at different faces. */
  readonly phase: number
}

const maxFrames = 256

export class Animations {
  readonly #faces = new Map<number, readonly number[]>()

  setAnimation(anim: number, faces: readonly number[]): void {
    this.#faces.set(anim, faces.slice(0, maxFrames))
  }

  /** The face to show at a tick; 0 for an unknown animation. */
  faceOf(shown: { readonly face: number } | Animated | undefined, tick: number): number {
    if (!shown || 'face' in shown) return shown?.face ?? 0
    const { anim, speed, phase } = shown
    const faces = this.#faces.get(anim)
    if (!faces || faces.length === 0) return 0
    const step = Math.floor((tick + phase) / Math.max(1, speed))
    return faces[((step % faces.length) + faces.length) % faces.length]!
  }

  moves(anim: number): boolean {
    return (this.#faces.get(anim)?.length ?? 0) > 1
  }
}
