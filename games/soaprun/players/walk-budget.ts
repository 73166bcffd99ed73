// How far a player can have walked by now. Does not depend on the map.

/** Tiles a player may walk at once after standing, and the maximum milliseconds of silence that count as walking. */
const burstTiles = 20
const longestStall = 5000

/**
 * Tiles a player can have walked by now: 20, plus the client's speed times the time since the last accepted walk, at
 * most 5 s. An honest client whose replies stall goes silent for up to 4.5 s and then walks on. [SR-4.6]
 */
export class WalkBudget {
  #tiles = burstTiles
  #at: number | undefined

  /** Takes `cost` tiles if available. A `perSecond` of 0 means no limit. */
  take(now: number, cost: number, perSecond: number): boolean {
    if (perSecond === 0) return true
    const elapsed = Math.min(longestStall, Math.max(0, now - (this.#at ?? now)))
    const tiles = this.#tiles + (elapsed * perSecond) / 1000
    if (cost > tiles) return false
    this.#tiles = Math.min(burstTiles, tiles - cost)
    this.#at = now
    return true
  }

  /** After a restart: allows as much as after the longest silence. */
  afterStall(now: number): void {
    this.#at = now - longestStall
  }
}
