// The spell that somebody writes, rune by rune, and whether runes are shown in place of what he carries.

/** Runes of a spell, at most [AS-7.1]. */
const mostRunes = 8
export const [firstRune, lastRune] = [0x40, 0x7f]

export class Spell {
  runes: readonly number[] = []
  shown = false
  readonly #changed: () => void

  constructor(changed: () => void) {
    this.#changed = changed
  }

  toggle(shown = !this.shown): void {
    this.shown = shown
    this.#changed()
  }

  /** A spell that is full takes no more. */
  add(rune: number): void {
    if (this.runes.length < mostRunes) this.write([...this.runes, rune])
  }

  back(): void {
    this.write(this.runes.slice(0, -1))
  }

  /** What is written, which is said now. */
  take(): readonly number[] {
    const { runes } = this
    this.write([])
    return runes
  }

  write(runes: readonly number[]): void {
    this.runes = runes.filter((rune) => rune >= firstRune && rune <= lastRune).slice(0, mostRunes)
    this.#changed()
  }
}
