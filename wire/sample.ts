// Random values for property tests and load clients.

/**
 * A random number, 0 ≤ n < 1.
 * @example fromClient.sample(Math.random)
 */
export type Chance = () => number

/** A random integer from `low` to `high`, inclusive. */
export function between(chance: Chance, low: number, high: number): number {
  return low + Math.floor(chance() * (high - low + 1))
}

export function pick<T>(chance: Chance, items: readonly T[]): T {
  return items[between(chance, 0, items.length - 1)]!
}

/** A random integer, biased towards the edges of its range and zero. */
export function anyNumber(chance: Chance, low: number, high: number): number {
  if (chance() < 0.6) return between(chance, low, high)
  const edges = [low, high, low + 1, high - 1, 0, 1, -1].filter((n) => n >= low && n <= high)
  return pick(chance, edges)
}

/** A length for a list or text: mostly small, rarely the maximum, up to 255 over `low`. */
export function anyLength(chance: Chance, low: number, high: number): number {
  const most = Math.min(high, low + 255)
  return chance() < 0.03 ? most : between(chance, low, Math.min(most, low + 4))
}

export function anyBytes(chance: Chance, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, () => between(chance, 0, 255))
}
