// [DM-5.7] Which map comes next.

export class Rotation {
  #maps: readonly string[]
  /** The index of the map that is played. */
  #turn: number

  constructor(maps: readonly string[], turn = 0) {
    this.#maps = maps
    this.#turn = turn
  }

  get turn(): number {
    return this.#turn
  }

  /** Of a changed list the next one is what stands behind the map that is played, or else the first. */
  configure(maps: readonly string[], played: string): void {
    if (maps.join() !== this.#maps.join()) this.#turn = maps.indexOf(played)
    this.#maps = maps
  }

  next(): string {
    this.#turn = (this.#turn + 1) % this.#maps.length
    return this.#maps[this.#turn]!
  }
}
