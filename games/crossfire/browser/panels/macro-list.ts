// The macros of who plays, as forms: what each is called, which key it has, what it does.

import { button, field, make } from '../../../../browser/elements.ts'
import { shownKey } from '../../../../browser/key-list.ts'
import { chordOf } from '../../../../browser/keys.ts'
import { type Macro, mostMacros, mostText } from './macros.ts'

/** Keys that only change others, or leave the field. */
const noKey = /^(Shift|Control|Alt|AltGraph|Meta|Dead|Tab|Process|Unidentified|Escape)$/

export interface MacroEvents {
  changed(macros: readonly Macro[]): void
  run(macro: Macro): void
}

export class MacroList {
  readonly element: HTMLElement
  readonly #rows = make('div', { class: 'macros' })
  readonly #events: MacroEvents
  #macros: Macro[] = []

  constructor(events: MacroEvents) {
    this.#events = events
    this.element = make(
      'div',
      {},
      make(
        'p',
        { class: 'quiet' },
        'Commands with ; between them. A number in front: how often, or how many.',
      ),
      this.#rows,
      button('New macro', () => this.#add(), { class: 'second' }),
    )
  }

  show(macros: readonly Macro[]): void {
    this.#macros = [...macros]
    this.#rows.replaceChildren(...this.#macros.map((macro, at) => this.#row(macro, at)))
  }

  #add(): void {
    if (this.#macros.length >= mostMacros) return
    this.show([...this.#macros, { name: `macro ${this.#macros.length + 1}`, key: '', text: '' }])
    this.#rows.lastElementChild?.querySelector('input')?.focus()
  }

  #row(macro: Macro, at: number): HTMLElement {
    const change = (changed: Partial<Macro>) => {
      this.#macros[at] = { ...this.#macros[at]!, ...changed }
      this.#events.changed(this.#macros)
    }
    const name = make('input', { maxlength: 40, value: macro.name })
    name.addEventListener('change', () => change({ name: name.value }))
    const text = make('textarea', { maxlength: mostText, rows: 2 }, macro.text)
    text.addEventListener('change', () => change({ text: text.value }))
    const key = make('input', {
      readonly: true,
      value: macro.key && shownKey(macro.key),
      placeholder: 'press a key',
    })
    key.addEventListener('keydown', (event) => {
      if (noKey.test(event.key)) return
      event.preventDefault()
      const chord = /^(Backspace|Delete)$/.test(event.key) ? '' : chordOf(event)
      key.value = chord && shownKey(chord)
      change({ key: chord })
    })
    return make(
      'div',
      { class: 'macro' },
      field('Name', name),
      field('Key', key),
      field('Commands', text),
      make(
        'div',
        { class: 'actions' },
        button('Run', () => this.#events.run(this.#macros[at]!), { class: 'second' }),
        button('Remove', () => this.#remove(at), { class: 'second' }),
      ),
    )
  }

  #remove(at: number): void {
    this.show(this.#macros.filter((_, one) => one !== at))
    this.#events.changed(this.#macros)
  }
}
