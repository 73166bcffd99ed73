// What a frame costs the room, counted, so that nobody can buy seconds of everybody's time with one frame.
// Who uses it: whatever takes long counts here; the session looks before each packet.

/** Characters that are read, written or sent in one step. */
const charactersPerStep = 16

/** Reading a list or an object takes so many steps for each thing in it. */
const stepsPerMark = 2
/** Of what JSON is put together. */
const [comma, colon, list, object] = [0x2c, 0x3a, 0x5b, 0x7b]

/**
 * What reading JSON costs, known before it is read. Marks inside of texts count, too: it need not be exact. Every long frame
 * is counted, also those that are not read: to ask a set of marks for each character took longer than reading them does.
 */
export function readingSteps(json: string): number {
  let marks = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === comma || code === colon || code === list || code === object) marks++
  }
  return 1 + Math.floor(json.length / charactersPerStep) + stepsPerMark * marks
}

/** Steps: one for an element looked at, a client told, or 16 characters read, written or sent to somebody. */
export class Work {
  #spent = 0

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

  /** A frame begins. */
  begin(): void {
    this.#spent = 0
  }

  /** Does what costs nothing because nobody can ask for it twice. */
  free<T>(run: () => T): T {
    const before = this.#spent
    const result = run()
    this.#spent = before
    return result
  }
}
