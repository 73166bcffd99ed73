// Lets a panel listen only to the state that it shows.

export class EventEmitter<Events extends object> {
  readonly #listeners: { [S in keyof Events]?: Set<(detail: Events[S]) => void> } = {}

  /**
   * Returns a function that unsubscribes. Listeners run synchronously, so a listener that draws should wait for the
   * next frame.
   */
  on<S extends keyof Events>(subject: S, listener: (detail: Events[S]) => void): () => void {
    const listeners = this.#listeners[subject] ?? new Set()
    this.#listeners[subject] = listeners
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  emit<S extends keyof Events>(subject: S, detail: Events[S]): void {
    for (const listener of this.#listeners[subject] ?? []) listener(detail)
  }
}
