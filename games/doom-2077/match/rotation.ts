// [DM-5.7] Map rotation.

export class Rotation {
  #maps: readonly string[]
  /** Index of the current map. */
  #turn: number

  constructor(maps: readonly string[], turn = 0) {
    this.#maps = maps
    this.#turn = turn
  }

  get turn(): number {
    return this.#turn
  }

  /** After a change of the list, the next map is the one after the current map, or the first. */
  configure(maps: readonly string[], played: string): void {
    if (maps.join() !== this.#maps.join()) this.#turn = maps.indexOf(played)
    this.#maps = maps
  }

  next(): string {
    this.#turn = (this.#turn + 1) % this.#maps.length
    return this.#maps[this.#turn]!
  }
}
