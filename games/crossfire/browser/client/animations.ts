// Pictures that change by themselves, at the pace of the server's ticks.

export interface Animated {
  readonly anim: number
  /** Ticks from face to face. */
  readonly speed: number
  /** Of the first face shown: where in the series it stands, as `tickStarted` and a phase say it. */
  readonly phase: number
}

/** Series that are kept; their numbers stay under 8,192 [CF-6.10]. */
const mostFaces = 256

export class Animations {
  readonly #faces = new Map<number, readonly number[]>()

  heard(anim: number, faces: readonly number[]): void {
    this.#faces.set(anim, faces.slice(0, mostFaces))
  }

  /** What is to be seen of it at a tick; 0: nothing, or it is not known. */
  faceOf(shown: { readonly face: number } | Animated | undefined, tick: number): number {
    if (!shown || 'face' in shown) return shown?.face ?? 0
    const { anim, speed, phase } = shown
    const faces = this.#faces.get(anim)
    if (!faces || faces.length === 0) return 0
    const step = Math.floor((tick + phase) / Math.max(1, speed))
    return faces[((step % faces.length) + faces.length) % faces.length]!
  }

  /** Whether it ever shows another face than its first. */
  moves(anim: number): boolean {
    return (this.#faces.get(anim)?.length ?? 0) > 1
  }
}
