// The list of a game's keys. Each can be changed by pressing another.
import { button, make, second } from './elements.ts'
import { chordOf, type Keys } from './keys.ts'

/** Keys that only modify others or leave the field. */
export const noChoice = /^(Shift|Control|Alt|AltGraph|Meta|Dead|Tab|Process|Unidentified)$/

export function keyList<A extends string>(keys: Keys<A>): HTMLElement {
  const list = make('dl.keys')
  const usual = second('As they usually are', () => {
    keys.forget()
    show()
  })
  const show = (chosen?: A) => {
    list.replaceChildren(...keys.names.flatMap((name) => row(keys, name, show)))
    if (chosen !== undefined) list.querySelectorAll('button')[keys.names.indexOf(chosen)]?.focus()
  }
  show()
  return make('div', list, usual)
}

/** `changed`: called when the choice is over, with the action if the user is still in its row. */
function row<A extends string>(keys: Keys<A>, action: A, changed: (chosen?: A) => void): HTMLElement[] {
  const has = keys.keysOf(action).map(shownKey).join(' or ') || 'none'
  const change = () => {
    press.textContent = 'press a key'
    const heard = new AbortController()
    press.addEventListener('blur', () => changed(), { signal: heard.signal })
    press.addEventListener(
      'keydown',
      (event) => {
        if (noChoice.test(event.key)) return
        event.preventDefault()
        event.stopPropagation()
        // Remove the listener first: removing the element would blur it.
        heard.abort()
        if (event.key !== 'Escape') keys.choose(action, chordOf(event))
        changed(action)
      },
      { signal: heard.signal },
    )
  }
  const says = keys.says(action)
  const press = button(has, change, { class: 'key', 'aria-label': `${says}: ${has}. Change` })
  return [make('dt', says), make('dd', press)]
}

const signs: { readonly [key: string]: string } = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

/** A chord as shown to players. */
export function shownKey(chord: string): string {
  return chord.replace(/[^+]+$/, (key) => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key))
}
