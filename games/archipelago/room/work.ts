// What a frame costs the room, counted, so that nobody can buy seconds of everybody's time with one frame.
// Who uses it: whatever takes long counts here; the session looks before each packet.

import { isPlain } from '../python/json.ts'

/** Characters that are read, written or sent in one step. */
const charactersPerStep = 16

/** What reading costs, measured: in eighths of a step. JSON that only Python has is read more slowly, character by character. */
const plainly = { comma: 2, list: 2, object: 12, colon: 16, charactersPerStep: 128 } as const
const slowly = { comma: 8, list: 16, object: 24, colon: 40, charactersPerStep: 16 } as const
const partsOfStep = 8
/** Longer integers are read digit by digit, 16 in a step. */
const shortDigits = 15
const [comma, colon, list, object, zero, nine] = [0x2c, 0x3a, 0x5b, 0x7b, 0x30, 0x39]

/**
 * What reading JSON costs, known before it is read. Marks inside of texts count, too: it need not be exact. Every long frame
 * is counted, also those that are not read: to ask a set of marks for each character took longer than reading them does.
 */
export function readingSteps(json: string): number {
  let [commas, colons, lists, objects, digits, run] = [0, 0, 0, 0, 0, 0]
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code >= zero && code <= nine) {
      if (++run > shortDigits) digits++
      continue
    }
    run = 0
    if (code === comma) commas++
    else if (code === colon) colons++
    else if (code === list) lists++
    else if (code === object) objects++
  }
  const each = isPlain(json) ? plainly : slowly
  const marks = commas * each.comma + lists * each.list + objects * each.object + colons * each.colon
  return (
    1 + Math.floor(json.length / each.charactersPerStep + marks / partsOfStep + digits / charactersPerStep)
  )
}

/** Steps: one for an element looked at, a client told, or 16 characters read, written or sent to somebody. */
export class Work {
  #spent = 0
  /** UTF-16 units of replies to who is at turn. */
  replied = 0

  /** Since the frame began. */
  get spent(): number {
    return this.#spent
  }

  spend(steps: number): void {
    this.#spent += steps
  }

  spendText(characters: number): void {
    this.#spent += 1 + Math.floor(characters / charactersPerStep)
  }

  /** A frame begins, or the next part of one. */
  begin(): void {
    this.#spent = 0
    this.replied = 0
  }

  /** Does what costs nothing because nobody can ask for it twice. */
  free<T>(run: () => T): T {
    const before = this.#spent
    const result = run()
    this.#spent = before
    return result
  }
}
