// [DM-5.7]

export class MapRotation {
  #maps: readonly string[]
  /** The index of the current map; -1 if the list does not contain it. */
  #index: number

  constructor(maps: readonly string[], turn = 0) {
    this.#maps = maps
    this.#index = turn
  }

  get index(): number {
    return this.#index
  }

  /**
   * Sets a new list. The next map is the one after the current map, or the first if the list does not contain the
   * current map.
   */
  setMaps(maps: readonly string[], currentMap: string): void {
    if (maps.join() !== this.#maps.join()) this.#index = maps.indexOf(currentMap)
    this.#maps = maps
  }

  next(): string {
    this.#index = (this.#index + 1) % this.#maps.length
    return this.#maps[this.#index]!
  }
}
