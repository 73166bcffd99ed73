// Expensive operations charge steps. The session checks the total before each packet, so that one frame cannot delay
// other clients for seconds.

import { isPlainJson } from '../python/json.ts'

/** Characters that are read, written or sent in one step. */
const charactersPerStep = 16

/**
 * The measured costs of reading JSON. The cost of each comma, colon and opening bracket is in eighths of a step.
 * `exoticCosts` apply to JSON that JSON.parse cannot read without loss.
 */
const plainCosts = { comma: 2, list: 2, object: 12, colon: 16, charactersPerStep: 128 } as const
const exoticCosts = { comma: 8, list: 16, object: 24, colon: 40, charactersPerStep: 16 } as const
const fractionsPerStep = 8
/** Further digits of an integer cost one step per 16 digits. */
const maxShortDigits = 15
const [comma, colon, list, object, zero, nine] = [0x2c, 0x3a, 0x5b, 0x7b, 0x30, 0x39]

/**
 * Punctuation inside strings counts as well, because the estimate need not be exact. Every frame is estimated,
 * including frames that are then rejected. The loop compares character codes, because a lookup of each character in a
 * set took longer than reading the JSON.
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

/** A step is one element examined, one client notified, or 16 characters read, written or sent. */
export class StepCounter {
  #steps = 0
  /** The length of the replies in this part of the frame, in UTF-16 units. */
  repliedUnits = 0

  /** The steps of the current part of the frame. */
  get total(): number {
    return this.#steps
  }

  charge(steps: number): void {
    this.#steps += steps
  }

  chargeText(characters: number): void {
    this.#steps += 1 + Math.floor(characters / charactersPerStep)
  }

  startPart(): void {
    this.#steps = 0
    this.repliedUnits = 0
  }

  /** Runs work without charging steps, because no client can request this work twice. */
  runUncharged<T>(run: () => T): T {
    const before = this.#steps
    const result = run()
    this.#steps = before
    return result
  }
}
