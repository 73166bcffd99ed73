import { displayKey, unassignableKeys } from '../../../../browser/input/key-list.ts'
import { chordOf } from '../../../../browser/input/keys.ts'
import { createElement, createLabelledField, createSecondaryButton } from '../../../../browser/ui/elements.ts'
import { type Macro, maxMacroLength, maxMacros } from './macros.ts'

export interface MacroEvents {
  changed(macros: readonly Macro[]): void
  run(macro: Macro): void
}

/** The returned `show` replaces the listed macros. */
export function createMacroEditor(events: MacroEvents) {
  let macros: Macro[] = []
  const rows = createElement('div.macros')
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
    const name = createElement('input', { maxlength: 40, value: macro.name, change: renamed })
    const commands = { maxlength: maxMacroLength, rows: 2, change: () => change({ text: text.value }) }
    const text = createElement('textarea', commands, macro.text)
    const key = createElement('input', {
      ...{ readonly: true, value: macro.key && displayKey(macro.key), placeholder: 'press a key' },
      keydown: (event: KeyboardEvent) => {
        if (unassignableKeys.test(event.key) || event.key === 'Escape') return
        event.preventDefault()
        const chord = /^(Backspace|Delete)$/.test(event.key) ? '' : chordOf(event)
        key.value = chord && displayKey(chord)
        change({ key: chord })
      },
    })
    const acts = [
      createSecondaryButton('Run', () => events.run(macros[at]!)),
      createSecondaryButton('Remove', () => remove(at)),
    ]
    const fields = [
      createLabelledField('Name', name),
      createLabelledField('Key', key),
      createLabelledField('Commands', text),
    ]
    return createElement('div.macro', ...fields, createElement('div.actions', ...acts))
  }
  const hint = createElement(
    'p.quiet',
    'Separate commands with ;. A number before a command repeats the command, or is sent as its count if the command takes one.',
  )
  return { element: createElement('div', hint, rows, createSecondaryButton('New macro', add)), show }
}
