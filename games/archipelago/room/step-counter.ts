// Counts the cost of a frame, so that one frame cannot delay everybody for seconds. Expensive operations count
// here; the session checks before each packet.

import { isPlainJson } from '../python/json.ts'

/** Characters read, written or sent per step. */
const charactersPerStep = 16

/** Measured costs of reading, in eighths of a step. JSON that only Python accepts is read by character, more slowly. */
const plainCosts = { comma: 2, list: 2, object: 12, colon: 16, charactersPerStep: 128 } as const
const exoticCosts = { comma: 8, list: 16, object: 24, colon: 40, charactersPerStep: 16 } as const
/** Number of fractions in a step. */
const fractionsPerStep = 8
/** Longer integers are read digit by digit, 16 to a step. */
const maxShortDigits = 15
const [comma, colon, list, object, zero, nine] = [0x2c, 0x3a, 0x5b, 0x7b, 0x30, 0x39]

/**
 * The cost of reading JSON, estimated before it is read. Marks inside texts count too: the estimate need not be exact.
 * Runs for every long frame, also for those that are then rejected. Compares character codes: a lookup of each
 * character in a set took longer than reading the JSON.
 */
export function estimateReadSteps(json: string): number {
  let [commas, colons, lists, objects, digits, run] = [0, 0, 0, 0, 0, 0]
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code >= zero && code <= nine) {
      if (++run > maxShortDigits) digits++
      continue
    }
    run = 0
    if (code === comma) commas++
    else if (code === colon) colons++
    else if (code === list) lists++
    else if (code === object) objects++
  }
  const each = isPlainJson(json) ? plainCosts : exoticCosts
  const marks = commas * each.comma + lists * each.list + objects * each.object + colons * each.colon
  return (
    1 +
    Math.floor(json.length / each.charactersPerStep + marks / fractionsPerStep + digits / charactersPerStep)
  )
}

/** Steps: one per element examined, client notified, or 16 characters read, written or sent. */
export class StepCounter {
  #steps = 0
  /** UTF-16 units of replies to the client whose frame is processed. */
  repliedUnits = 0

  /** Steps since the frame or part began. */
  get total(): number {
    return this.#steps
  }

  charge(steps: number): void {
    this.#steps += steps
  }

  chargeText(characters: number): void {
    this.#steps += 1 + Math.floor(characters / charactersPerStep)
  }

  /** Starts a frame, or the next part of one. */
  startPart(): void {
    this.#steps = 0
    this.repliedUnits = 0
  }

  /** Runs work that is free because no client can request it twice. */
  runUncharged<T>(run: () => T): T {
    const before = this.#steps
    const result = run()
    this.#steps = before
    return result
  }
}
