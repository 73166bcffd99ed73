// Who listens to what: each part of the client tells what has changed under a subject of its own, so that a panel hears of
// nothing but what it shows.

export class Events<Told extends object> {
  readonly #listeners: { [S in keyof Told]?: Set<(detail: Told[S]) => void> } = {}

  /** From now on; what it returns ends it. Called at once while a packet is read: who draws waits for his next frame. */
  on<S extends keyof Told>(subject: S, listener: (detail: Told[S]) => void): () => void {
    const listeners = this.#listeners[subject] ?? new Set()
    this.#listeners[subject] = listeners
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  tell<S extends keyof Told>(subject: S, detail: Told[S]): void {
    for (const listener of this.#listeners[subject] ?? []) listener(detail)
  }
}
