// Fuzzy matching of item, location and player names as typed in commands. Pure; independent of games.
import { editDistance } from './edit-distance.ts'

/** The best match. `percent`: 101 identical, 100 identical except for case, below that the similarity. */
export interface NameMatch {
  readonly name: string
  /** Whether it is similar enough, and clearly more similar than any other name. */
  readonly isSure: boolean
  readonly percent: number
  /** The message about the match; shown to the player only if it is not sure. */
  readonly message: string
  /** The cost of the search: one step per name examined, and one per 4 pairs of characters compared. */
  readonly steps: number
}

/** Only this much of the input is used, in UTF-16 units: no name is as long. */
const maxInputLength = 128
/** Pairs of characters that one search compares, about 10 ms: enough for all but inputs that resemble no name. */
const maxPairs = 1_048_576
const pairsPerStep = 4

/** Names to match, preprocessed: concatenated code points in lower case. */
export class NameCandidates {
  readonly names: readonly string[]
  /** The length of each name in code points, in its original case. */
  readonly lengths: Uint32Array
  readonly #points: Uint32Array
  /** Where each name's code points start, and where the last one's end. */
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

  /** The name's code points in lower case. */
  lowerCase(index: number): Uint32Array {
    return this.#points.subarray(this.#starts[index], this.#starts[index + 1])
  }
}

/**
 * [AP-8.3] The name most similar to `input`, the first of equals. Sure from 75 % with a lead of more than 5 over the
 * second, above 90 % for a single name, and always for a match that differs only in case. Undefined without names.
 */
export function findBestMatch(input: string, candidates: NameCandidates): NameMatch | undefined {
  const compared = input.slice(0, maxInputLength)
  const { best, second, steps } = findTwoBest(compared, candidates)
  return best && { ...best, ...judgeMatch(compared, best, second), steps }
}

/** The id in a numeric argument, which can name an item or location. Undefined for anything else. */
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
  if (second && best.percent === 101) return { isSure: true, message: 'Perfect Match' }
  if (second && best.percent === 100) return { isSure: true, message: 'Case Insensitive Perfect Match' }
  const guess = `'${input}', did you mean '${best.name}'? (${best.percent}% sure)`
  const closely = `Didn't find something that closely matches ${guess}`
  if (!second) {
    return best.percent > 90
      ? { isSure: true, message: 'Only Option Match' }
      : { isSure: false, message: closely }
  }
  if (best.percent < 75) return { isSure: false, message: closely }
  if (best.percent - second.percent > 5) return { isSure: true, message: 'Close Match' }
  return { isSure: false, message: `Too many close matches for ${guess}` }
}

/** A candidate and its similarity from 0 to 1, and 1.01 for the identical text. */
interface RatedCandidate {
  readonly index: number
  readonly ratio: number
}

/**
 * The two most similar names, before rounding to percents; equals keep their order. Names are measured in descending
 * order of their upper bounds, until none can beat the second.
 */
function findTwoBest(
  input: string,
  candidates: NameCandidates,
): { best?: ScoredName; second?: ScoredName; steps: number } {
  const lower = codePoints(input.toLowerCase())
  const length = codePoints(input).length
  const atMost = upperBounds(input, lower, length, candidates)
  const order = Array.from(atMost.keys()).sort((a, b) => atMost[b]! - atMost[a]! || a - b)
  let best: RatedCandidate | undefined
  let second: RatedCandidate | undefined
  let pairs = 0
  for (const index of order) {
    if (pairs > maxPairs || (second && atMost[index]! < second.ratio)) break
    const ratings = { index, ratio: measure(index) }
    if (!best || isBefore(ratings, best)) [best, second] = [ratings, best]
    else if (!second || isBefore(ratings, second)) second = ratings
  }
  const steps = candidates.names.length + Math.ceil(pairs / pairsPerStep)
  return { ...(best && { best: pick(best) }), ...(second && { second: pick(second) }), steps }

  function measure(index: number): number {
    if (candidates.names[index] === input) return 1.01
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

/** Upper bounds of each name's similarity: every character that the two do not share costs at least one edit. */
function upperBounds(
  input: string,
  lower: Uint32Array,
  length: number,
  candidates: NameCandidates,
): Float64Array {
  const letters = new LetterCounts(lower)
  return Float64Array.from(candidates.names, (name, index) => {
    if (name === input) return 1.01
    const longer = Math.max(length, candidates.lengths[index]!)
    return 1 - (longer - letters.sharedWith(candidates.lowerCase(index))) / longer
  })
}

/** The characters of a text, in any order. */
class LetterCounts {
  /** The index in the counts of each distinct code point. */
  readonly #places = new Map<number, number>()
  readonly #counts: Uint16Array
  readonly #left: Uint16Array

  constructor(text: Uint32Array) {
    for (const point of text) if (!this.#places.has(point)) this.#places.set(point, this.#places.size)
    this.#counts = new Uint16Array(this.#places.size)
    for (const point of text) this.#counts[this.#places.get(point)!]!++
    this.#left = new Uint16Array(this.#places.size)
  }

  /** The number of characters that the two texts share. */
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
