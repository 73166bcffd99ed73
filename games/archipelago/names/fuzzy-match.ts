import { editDistance } from './edit-distance.ts'

/**
 * `percent`: 101 for an identical name, 100 for a name that differs only in case, otherwise the similarity in percent.
 */
export interface NameMatch {
  readonly name: string
  /** Whether the name is similar enough, and clearly more similar than any other name. */
  readonly isSure: boolean
  readonly percent: number
  /** The answer to the player if `isSure` is false. */
  readonly message: string
  /** The cost of the search: one step for each name, and one for each 4 pairs of characters that are compared. */
  readonly steps: number
}

/** Maximum length of the input in UTF-16 units. Longer input is cut. */
const maxInputLength = 128
/**
 * Maximum number of pairs of characters that a search compares, which takes about 10 ms. A search that reaches the
 * maximum returns the best match so far. Only an input that resembles no name needs more.
 */
const maxPairs = 1_048_576
const pairsPerStep = 4

/** Names, preprocessed for the search. */
export class NameCandidates {
  readonly names: readonly string[]
  /** The lengths of the names in their original case, in code points. */
  readonly lengths: Uint32Array
  readonly #points: Uint32Array
  /** The index of each name's first code point in `#points`, then the length of `#points`. */
  readonly #starts: Uint32Array

  constructor(names: Iterable<string>) {
    this.names = [...new Set(names)]
    this.lengths = Uint32Array.from(this.names, (name) => codePoints(name).length)
    const lower = this.names.map((name) => codePoints(name.toLowerCase()))
    this.#starts = new Uint32Array(lower.length + 1)
    for (const [i, { length }] of lower.entries()) this.#starts[i + 1] = this.#starts[i]! + length
    this.#points = new Uint32Array(this.#starts[lower.length]!)
    for (const [i, points] of lower.entries()) this.#points.set(points, this.#starts[i])
  }

  /** Code points. */
  lowerCase(index: number): Uint32Array {
    return this.#points.subarray(this.#starts[index], this.#starts[index + 1])
  }
}

/** [AP-8.3] Of equally similar names, the first one is returned. Undefined if there are no names. */
export function findBestMatch(input: string, candidates: NameCandidates): NameMatch | undefined {
  const compared = input.slice(0, maxInputLength)
  const { best, second, steps } = findTwoBest(compared, candidates)
  return best && { ...best, ...judgeMatch(compared, best, second), steps }
}

/** Undefined if the text is not 1 to 16 digits, or is above 2^53 - 1. */
export function parseNumericId(text: string): number | undefined {
  const id = /^[0-9]{1,16}$/.test(text) ? Number(text) : undefined
  return Number.isSafeInteger(id) ? id : undefined
}

interface ScoredName {
  readonly name: string
  readonly percent: number
}

function judgeMatch(
  input: string,
  best: ScoredName,
  second: ScoredName | undefined,
): Pick<NameMatch, 'isSure' | 'message'> {
  const guess = `'${input}', did you mean '${best.name}'? (${best.percent}% sure)`
  const closely = `Didn't find something that closely matches ${guess}`
  if (!second) return { isSure: best.percent > 90, message: closely }
  if (best.percent < 75) return { isSure: false, message: closely }
  return { isSure: best.percent - second.percent > 5, message: `Too many close matches for ${guess}` }
}

/** `ratio`: 0 to 1. */
interface RatedCandidate {
  readonly index: number
  readonly ratio: number
}

/**
 * Compares unrounded similarities. Names with equal similarity keep their order. Measures the names in descending order
 * of their upper bounds, until no further name can beat the second one. `second` is undefined if `best` differs at most
 * in case, or is the only name.
 */
function findTwoBest(
  input: string,
  candidates: NameCandidates,
): { best?: ScoredName; second?: ScoredName; steps: number } {
  if (candidates.names.includes(input))
    return { best: { name: input, percent: 101 }, steps: candidates.names.length }
  const lower = codePoints(input.toLowerCase())
  const length = codePoints(input).length
  const atMost = upperBounds(lower, length, candidates)
  const order = Array.from(atMost.keys()).sort((a, b) => atMost[b]! - atMost[a]! || a - b)
  let best: RatedCandidate | undefined
  let second: RatedCandidate | undefined
  let pairs = 0
  for (const index of order) {
    if (pairs > maxPairs || best?.ratio === 1 || (second && atMost[index]! < second.ratio)) break
    const ratings = { index, ratio: measure(index) }
    if (!best || isBefore(ratings, best)) [best, second] = [ratings, best]
    else if (!second || isBefore(ratings, second)) second = ratings
  }
  const steps = candidates.names.length + Math.ceil(pairs / pairsPerStep)
  if (best?.ratio === 1) second = undefined
  return { ...(best && { best: pick(best) }), ...(second && { second: pick(second) }), steps }

  function measure(index: number): number {
    const other = candidates.lowerCase(index)
    pairs += lower.length * other.length
    return 1 - editDistance(lower, other) / Math.max(length, candidates.lengths[index]!)
  }

  function pick({ index, ratio }: RatedCandidate): ScoredName {
    return { name: candidates.names[index]!, percent: Math.trunc(ratio * 100) }
  }
}

function isBefore(a: RatedCandidate, b: RatedCandidate): boolean {
  return a.ratio > b.ratio || (a.ratio === b.ratio && a.index < b.index)
}

/** Every character that a name does not share with the input requires at least one edit. */
function upperBounds(lower: Uint32Array, length: number, candidates: NameCandidates): Float64Array {
  const letters = new LetterCounts(lower)
  return Float64Array.from(candidates.names, (_, index) => {
    const longer = Math.max(length, candidates.lengths[index]!)
    return 1 - (longer - letters.sharedWith(candidates.lowerCase(index))) / longer
  })
}

class LetterCounts {
  /** For each distinct code point, its index in `#counts`. */
  readonly #places = new Map<number, number>()
  readonly #counts: Uint16Array
  readonly #left: Uint16Array

  constructor(text: Uint32Array) {
    for (const point of text) if (!this.#places.has(point)) this.#places.set(point, this.#places.size)
    this.#counts = new Uint16Array(this.#places.size)
    for (const point of text) this.#counts[this.#places.get(point)!]!++
    this.#left = new Uint16Array(this.#places.size)
  }

  /** The number of shared characters, in any order. */
  sharedWith(other: Uint32Array): number {
    this.#left.set(this.#counts)
    let shared = 0
    for (const point of other) {
      const place = this.#places.get(point)
      if (place === undefined || this.#left[place] === 0) continue
      this.#left[place]!--
      shared++
    }
    return shared
  }
}

function codePoints(text: string): Uint32Array {
  return Uint32Array.from(text, (character) => character.codePointAt(0)!)
}
