// [DM-5.7] The list of maps to play, and the position of the current map in it.

export class MapRotation {
  #maps: readonly string[]
  /** Index of the current map. */
  #index: number

  constructor(maps: readonly string[], turn = 0) {
    this.#maps = maps
    this.#index = turn
  }

  get index(): number {
    return this.#index
  }

  /**
   * After a change of the list, the next map is the one after the current map, or the first map if the current map is
   * not in the new list.
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
