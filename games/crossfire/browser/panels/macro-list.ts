// The macros of who plays, as forms: what each is called, which key it has, what it does.

import { field, make, second } from '../../../../browser/elements.ts'
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
  readonly #rows = make('div.macros')
  readonly element = make(
    'div',
    make('p.quiet', 'Commands with ; between them. A number in front: how often, or how many.'),
    this.#rows,
    second('New macro', () => this.#add()),
  )
  readonly #events: MacroEvents
  #macros: Macro[] = []

  constructor(events: MacroEvents) {
    this.#events = events
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
    const name = make('input', {
      ...{ maxlength: 40, value: macro.name },
      change: () => change({ name: name.value }),
    })
    const commands = { maxlength: mostText, rows: 2, change: () => change({ text: text.value }) }
    const text = make('textarea', commands, macro.text)
    const key = make('input', {
      ...{ readonly: true, value: macro.key && shownKey(macro.key), placeholder: 'press a key' },
      keydown: (event: KeyboardEvent) => {
        if (noKey.test(event.key)) return
        event.preventDefault()
        const chord = /^(Backspace|Delete)$/.test(event.key) ? '' : chordOf(event)
        key.value = chord && shownKey(chord)
        change({ key: chord })
      },
    })
    const acts = [
      second('Run', () => this.#events.run(this.#macros[at]!)),
      second('Remove', () => this.#remove(at)),
    ]
    const fields = [field('Name', name), field('Key', key), field('Commands', text)]
    return make('div.macro', ...fields, make('div.actions', ...acts))
  }

  #remove(at: number): void {
    this.show(this.#macros.filter((_, one) => one !== at))
    this.#events.changed(this.#macros)
  }
}
