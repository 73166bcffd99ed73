import { createButton, createElement, createSecondaryButton } from '../ui/elements.ts'
import { chordOf, type KeyBindings } from './keys.ts'

/** These keys modify other keys or move the focus. */
export const unassignableKeys = /^(Shift|Control|Alt|AltGraph|Meta|Dead|Tab|Process|Unidentified)$/

/** The text on the button of an action whose key is being changed. */
const waiting = 'press a key'

export function createKeyList<A extends string>(keys: KeyBindings<A>): HTMLElement {
  const list = createElement('dl.keys')
  const reset = createSecondaryButton('Reset all keys', () => {
    keys.resetToDefaults()
    show()
  })
  const show = (chosen?: A) => {
    list.replaceChildren(...keys.actionNames.flatMap((name) => keyRow(keys, name, show)))
    if (chosen !== undefined) list.querySelectorAll('button')[keys.actionNames.indexOf(chosen)]?.focus()
  }
  show()
  return createElement('div', createElement('p.quiet', 'Choose a key to change it.'), list, reset)
}

/**
 * `changed`: called when a key was pressed or the focus has left the button, with the action if its row should keep the
 * focus.
 */
function keyRow<A extends string>(
  keys: KeyBindings<A>,
  action: A,
  changed: (chosen?: A) => void,
): HTMLElement[] {
  const current = keys.keysOf(action).map(displayKey).join(' or ') || 'none'
  const change = () => {
    if (control.textContent === waiting) return
    control.textContent = waiting
    const listening = new AbortController()
    control.addEventListener('blur', () => changed(), { signal: listening.signal })
    control.addEventListener(
      'keydown',
      (event) => {
        if (unassignableKeys.test(event.key)) return
        event.preventDefault()
        event.stopPropagation()
        // First, because `changed` removes the button, which would blur it and so call `changed` again.
        listening.abort()
        if (event.key !== 'Escape') keys.bind(action, chordOf(event))
        changed(action)
      },
      { signal: listening.signal },
    )
  }
  const label = keys.labelOf(action)
  const control = createButton(current, change, {
    class: 'key',
    'aria-label': `${label}: ${current}. Change`,
  })
  return [createElement('dt', label), createElement('dd', control)]
}

const keySymbols: { readonly [key: string]: string } = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

/** Formats a chord for players. */
export function displayKey(chord: string): string {
  return chord.replace(/[^+]+$/, (key) => keySymbols[key] ?? (key.length === 1 ? key.toUpperCase() : key))
}
