// Editor for the player's macros: name, key and commands of each.

import { field, make, second } from '../../../../browser/elements.ts'
import { noChoice, shownKey } from '../../../../browser/key-list.ts'
import { chordOf } from '../../../../browser/keys.ts'
import { type Macro, maxMacros, maxMacroLength } from './macros.ts'

export interface MacroEvents {
  changed(macros: readonly Macro[]): void
  run(macro: Macro): void
}

/** `show` replaces the list. */
export function createMacroEditor(events: MacroEvents) {
  let macros: Macro[] = []
  const rows = make('div.macros')
  const show = (shown: readonly Macro[]) => {
    macros = [...shown]
    rows.replaceChildren(...macros.map(row))
  }
  const add = () => {
    if (macros.length >= maxMacros) return
    show([...macros, { name: `macro ${macros.length + 1}`, key: '', text: '' }])
    rows.lastElementChild?.querySelector('input')?.focus()
  }
  const remove = (at: number) => {
    show(macros.filter((_, one) => one !== at))
    events.changed(macros)
  }
  const row = (macro: Macro, at: number) => {
    const change = (changed: Partial<Macro>) => {
      macros[at] = { ...macros[at]!, ...changed }
      events.changed(macros)
    }
    const renamed = () => change({ name: name.value })
    const name = make('input', { maxlength: 40, value: macro.name, change: renamed })
    const commands = { maxlength: maxMacroLength, rows: 2, change: () => change({ text: text.value }) }
    const text = make('textarea', commands, macro.text)
    const key = make('input', {
      ...{ readonly: true, value: macro.key && shownKey(macro.key), placeholder: 'press a key' },
      keydown: (event: KeyboardEvent) => {
        if (noChoice.test(event.key) || event.key === 'Escape') return
        event.preventDefault()
        const chord = /^(Backspace|Delete)$/.test(event.key) ? '' : chordOf(event)
        key.value = chord && shownKey(chord)
        change({ key: chord })
      },
    })
    const acts = [second('Run', () => events.run(macros[at]!)), second('Remove', () => remove(at))]
    const fields = [field('Name', name), field('Key', key), field('Commands', text)]
    return make('div.macro', ...fields, make('div.actions', ...acts))
  }
  const says = make('p.quiet', 'Commands with ; between them. A number in front: how often, or how many.')
  return { element: make('div', says, rows, second('New macro', add)), show }
}
