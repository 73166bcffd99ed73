/** [AS-7.1] */
export const maxRunes = 8
export const [firstRune, lastRune] = [0x40, 0x7f]

export class SpellInput {
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

  /** Ignores the rune if the spell has the maximum length. */
  add(rune: number): void {
    if (this.runes.length < maxRunes) this.write([...this.runes, rune])
  }

  back(): void {
    this.write(this.runes.slice(0, -1))
  }

  /** Clears the input. */
  take(): readonly number[] {
    const { runes } = this
    this.write([])
    return runes
  }

  write(runes: readonly number[]): void {
    this.runes = runes.filter((rune) => rune >= firstRune && rune <= lastRune).slice(0, maxRunes)
    this.#changed()
  }
}
