// How far a player may have walked by now. Knows no map.

/** Tiles a player may walk at once after standing, and milliseconds of silence that count as walking besides. */
const burstTiles = 20
const longestStall = 5000

/**
 * Tiles a player may have walked by now: 20, and what the client's speed gives for the time since the last good
 * walk, at most 5 s of it. An honest client whose replies stall goes quiet for up to 4.5 s and walks on. [SR-4.6]
 */
export class Allowance {
  #tiles = burstTiles
  #at: number | undefined

  /** Takes `cost` tiles if they are there. `perSecond` 0: no limit. */
  take(now: number, cost: number, perSecond: number): boolean {
    if (perSecond === 0) return true
    const elapsed = Math.min(longestStall, Math.max(0, now - (this.#at ?? now)))
    const tiles = this.#tiles + (elapsed * perSecond) / 1000
    if (cost > tiles) return false
    this.#tiles = Math.min(burstTiles, tiles - cost)
    this.#at = now
    return true
  }

  /** After a restart: as if the player had been silent for as long as counts. */
  afterStall(now: number): void {
    this.#at = now - longestStall
  }
}
