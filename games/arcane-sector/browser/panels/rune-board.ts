// The browser stores the last spells that were cast.

import { readSetting, saveSetting } from '../../../../browser/local-settings.ts'
import { createButton, createElement } from '../../../../browser/ui/elements.ts'
import { runeName, runeNumber } from '../../client/message-log.ts'
import { firstRune, lastRune, maxRunes, type SpellInput } from '../../client/spell-input.ts'
import type { Icons } from './icons.ts'

const keptAs = 'arcane-sector spells'
const maxKept = 4
const columns = 8
const moves: { readonly [key: string]: number } = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -columns,
  ArrowDown: columns,
}

export class RuneBoard {
  readonly element: HTMLElement
  readonly #spell: SpellInput
  readonly #icons: Icons
  readonly #cast: () => void
  readonly #board: HTMLElement
  readonly #runes: readonly HTMLButtonElement[]
  readonly #written = createElement('p', { class: 'spell', role: 'status' })
  readonly #last = createElement('ul', { class: 'last-spells', 'aria-label': 'Recent spells' })
  #lately: readonly (readonly number[])[] = []

  /** `onLeave`: called when the game gets the keyboard back from the panel. */
  constructor(spell: SpellInput, icons: Icons, cast: () => void, onLeave: () => void) {
    this.#spell = spell
    this.#icons = icons
    this.#cast = cast
    this.#runes = Array.from({ length: lastRune - firstRune + 1 }, (_, at) =>
      this.#runeButton(firstRune + at),
    )
    // Tab focuses one rune only. Arrow keys move the focus to the other runes.
    this.#runes[0]!.tabIndex = 0
    this.#board = createElement(
      'div',
      {
        class: 'rune-board',
        role: 'group',
        'aria-label': 'Runes: use the arrow keys to move between them',
        keydown: (event: KeyboardEvent) => this.#keyDown(event, onLeave),
      },
      ...this.#runes,
    )
    const known = readSetting(keptAs)
    if (Array.isArray(known)) this.#lately = known.filter(isSpell).slice(0, maxKept)
    this.element = createElement(
      'section',
      { class: 'runes', 'aria-label': 'Spells' },
      this.#written,
      createElement(
        'p',
        { class: 'actions' },
        createButton('Cast', () => this.cast()),
        createButton('Remove', () => spell.back(), { class: 'second', 'aria-label': 'Remove the last rune' }),
      ),
      this.#board,
      this.#last,
    )
    this.show()
    this.#showLast()
  }

  show(): void {
    const { runes } = this.#spell
    const text = runes.length === 0 ? 'No runes entered.' : `Entered: ${named(runes)}`
    if (this.#written.dataset.text === text) return
    this.#written.dataset.text = text
    this.#written.replaceChildren(
      ...(runes.length === 0
        ? [text]
        : [createElement('span', { class: 'visually-hidden' }, text), ...this.#pictures(runes)]),
    )
  }

  focus(): void {
    this.#runes.find(({ tabIndex }) => tabIndex === 0)?.focus()
  }

  cast(): void {
    const { runes } = this.#spell
    if (runes.length === 0) return
    this.#cast()
    this.#lately = [runes, ...this.#lately.filter((other) => `${other}` !== `${runes}`)].slice(0, maxKept)
    saveSetting(keptAs, this.#lately)
    this.#showLast()
  }

  #showLast(): void {
    this.#last.replaceChildren(
      ...this.#lately.map((runes) => {
        const again = createButton('', () => this.#spell.write(runes), {
          'aria-label': `Enter ${named(runes)}`,
        })
        again.append(...this.#pictures(runes))
        return createElement('li', {}, again)
      }),
    )
  }

  #runeButton(rune: number): HTMLButtonElement {
    const made = createButton('', () => this.#spell.add(rune), {
      'aria-label': labelOf(rune),
      title: labelOf(rune),
      tabindex: -1,
    })
    made.append(this.#icons.rune(rune))
    return made
  }

  #pictures(runes: readonly number[]): HTMLElement[] {
    return runes.map((rune) => this.#icons.rune(rune))
  }

  #keyDown(event: KeyboardEvent, onLeave: () => void): void {
    const step = moves[event.key]
    const at = this.#runes.findIndex((one) => one.matches(':focus'))
    const keys = ['Escape', 'Backspace']
    if ((step === undefined || at < 0) && !keys.includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return onLeave()
    if (event.key === 'Backspace') return this.#spell.back()
    const next = this.#runes[(at + (step ?? 0) + this.#runes.length) % this.#runes.length]!
    this.#runes[at]!.tabIndex = -1
    next.tabIndex = 0
    next.focus()
  }
}

const labelOf = (rune: number) => `Rune ${runeNumber(rune)}: ${runeName(rune)}`
const named = (runes: readonly number[]) => `runes ${runes.map(runeName).join(', ')}`

function isSpell(spell: unknown): spell is number[] {
  return Array.isArray(spell) && spell.length <= maxRunes && spell.every((rune) => Number.isInteger(rune))
}
