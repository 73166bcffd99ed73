// Chance for the random values of property tests and load clients.

/** 0 ≤ n < 1. */
export type Chance = () => number

/** A whole number, low and high included. */
export function between(chance: Chance, low: number, high: number): number {
  return low + Math.floor(chance() * (high - low + 1))
}

export function pick<T>(chance: Chance, items: readonly T[]): T {
  return items[between(chance, 0, items.length - 1)]!
}

/** A whole number that is an edge of its range, or near zero, more often than even chance would have it. */
export function anyNumber(chance: Chance, low: number, high: number): number {
  if (chance() < 0.6) return between(chance, low, high)
  const edges = [low, high, low + 1, high - 1, 0, 1, -1].filter((n) => n >= low && n <= high)
  return pick(chance, edges)
}

/** A length for a list or text: mostly small, now and then as long as it may be, up to 255. */
export function anyLength(chance: Chance, low: number, high: number): number {
  const most = Math.min(high, low + 255)
  return chance() < 0.03 ? most : between(chance, low, Math.min(most, low + 4))
}

export function anyBytes(chance: Chance, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, () => between(chance, 0, 255))
}
