/**
 * Returns a random number, 0 ≤ n < 1.
 * @example fromClient.sample(Math.random)
 */
export type RandomFunction = () => number

/** A random integer from `low` to `high`, inclusive. */
export function randomInteger(random: RandomFunction, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

export function randomItem<T>(random: RandomFunction, items: readonly T[]): T {
  return items[randomInteger(random, 0, items.length - 1)]!
}

/** A random integer, biased towards the edges of its range and zero. */
export function randomEdgeBiasedInteger(random: RandomFunction, low: number, high: number): number {
  if (random() < 0.6) return randomInteger(random, low, high)
  const edges = [low, high, low + 1, high - 1, 0, 1, -1].filter((n) => n >= low && n <= high)
  return randomItem(random, edges)
}

/** A length for a list or text, at most `low` + 255: mostly close to `low`, sometimes the maximum. */
export function randomLength(random: RandomFunction, low: number, high: number): number {
  const most = Math.min(high, low + 255)
  return random() < 0.03 ? most : randomInteger(random, low, Math.min(most, low + 4))
}

export function randomBytes(random: RandomFunction, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, () => randomInteger(random, 0, 255))
}
