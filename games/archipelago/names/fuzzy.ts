// Which of many names a player means: item, location and player names as typed in commands. Pure; knows no game.
import { editDistance } from './edit-distance.ts'

/** What was meant. `percent`: 101 the very same, 100 but for upper and lower case, below that how alike they are. */
export interface Intended {
  readonly answer: string
  /** Alike enough, and clearly more so than any other name. */
  readonly sure: boolean
  readonly percent: number
  /** What is printed for it; to the player only where it is not sure. */
  readonly text: string
}

/** What of the input is looked at, in UTF-16 units: no name is as long. */
const longestInput = 128

/**
 * [AP-8.3] The name that `input` stands for: the most alike, the first of several. Sure from 75 % with a lead of more than 5
 * over the second, of a single name above 90 %, and always for the same text in any case. Undefined without names.
 */
export function intended(input: string, answers: Iterable<string>): Intended | undefined {
  const typed = input.slice(0, longestInput)
  const [best, second] = twoBest(typed, answers)
  return best && { ...best, ...verdict(typed, best, second) }
}

/** The id in an argument that is a number: an item or location may be named by it. Undefined for anything else. */
export function numericId(text: string): number | undefined {
  const id = /^[0-9]{1,16}$/.test(text) ? Number(text) : undefined
  return Number.isSafeInteger(id) ? id : undefined
}

interface Pick {
  readonly answer: string
  readonly percent: number
}

function verdict(input: string, best: Pick, second: Pick | undefined): { sure: boolean; text: string } {
  if (second && best.percent === 101) return { sure: true, text: 'Perfect Match' }
  if (second && best.percent === 100) return { sure: true, text: 'Case Insensitive Perfect Match' }
  const guess = `'${input}', did you mean '${best.answer}'? (${best.percent}% sure)`
  const closely = `Didn't find something that closely matches ${guess}`
  if (!second) {
    return best.percent > 90 ? { sure: true, text: 'Only Option Match' } : { sure: false, text: closely }
  }
  if (best.percent < 75) return { sure: false, text: closely }
  if (best.percent - second.percent > 5) return { sure: true, text: 'Close Match' }
  return { sure: false, text: `Too many close matches for ${guess}` }
}

/** In the order of likeness before it is cut to percents; among equals the earlier name stays in front. */
function twoBest(input: string, answers: Iterable<string>): [Pick?, Pick?] {
  const length = [...input].length
  const lower = codePoints(input.toLowerCase())
  const counts = count(lower)
  let best = { answer: '', ratio: Number.NEGATIVE_INFINITY }
  let second = best
  for (const answer of answers) {
    const rated = { answer, ratio: ratio(answer) }
    if (rated.ratio > best.ratio) [best, second] = [rated, best]
    else if (rated.ratio > second.ratio) second = rated
  }
  return [best, second].filter((pick) => Number.isFinite(pick.ratio)).map(percent) as [Pick?, Pick?]

  function ratio(answer: string): number {
    if (answer === input) return 1.01
    const other = codePoints(answer.toLowerCase())
    const longer = Math.max(length, [...answer].length)
    const atMost = 1 - (longer - shared(counts, other)) / longer
    return atMost <= second.ratio ? atMost : 1 - editDistance(lower, other) / longer
  }
}

/** How often each code point is there. */
function count(text: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>()
  for (const point of text) counts.set(point, (counts.get(point) ?? 0) + 1)
  return counts
}

/** How many code points two texts have in common: all others cost at least one edit, which is cheap to know. */
function shared(counts: ReadonlyMap<number, number>, other: Uint32Array): number {
  let total = 0
  for (const [point, times] of count(other)) total += Math.min(times, counts.get(point) ?? 0)
  return total
}

function codePoints(text: string): Uint32Array {
  return Uint32Array.from(text, (character) => character.codePointAt(0)!)
}

function percent({ answer, ratio }: { answer: string; ratio: number }): Pick {
  return { answer, percent: Math.trunc(ratio * 100) }
}
