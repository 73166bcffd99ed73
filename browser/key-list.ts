// The keys of a game, shown: each can be changed by pressing another.
import { chordOf, type Keys } from './keys.ts'

/** Keys that only change others, or leave what is asked. */
const noChoice = /^(Shift|Control|Alt|AltGraph|Meta|Dead|Tab|Process|Unidentified)$/

export function keyList<A extends string>(keys: Keys<A>): HTMLElement {
  const place = document.createElement('div')
  const list = document.createElement('dl')
  list.className = 'keys'
  const usual = document.createElement('button')
  usual.type = 'button'
  usual.className = 'second'
  usual.textContent = 'As they usually are'
  usual.addEventListener('click', () => {
    keys.forget()
    show()
  })
  const show = () => list.replaceChildren(...keys.names.flatMap((name) => row(keys, name, show)))
  show()
  place.append(list, usual)
  return place
}

function row<A extends string>(keys: Keys<A>, action: A, changed: () => void): HTMLElement[] {
  const term = document.createElement('dt')
  term.textContent = keys.says(action)
  const detail = document.createElement('dd')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'key'
  button.textContent = keys.keysOf(action).map(shownKey).join(' or ') || 'none'
  button.setAttribute('aria-label', `${keys.says(action)}: ${button.textContent}. Change`)
  button.addEventListener('click', () => {
    button.textContent = 'press a key'
    button.addEventListener('blur', changed, { once: true })
    button.addEventListener('keydown', function heard(event) {
      if (noChoice.test(event.key)) return
      event.preventDefault()
      event.stopPropagation()
      button.removeEventListener('keydown', heard)
      if (event.key !== 'Escape') keys.choose(action, chordOf(event))
      changed()
    })
  })
  detail.append(button)
  return [term, detail]
}

const signs: { readonly [key: string]: string } = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

/** For people. */
export function shownKey(chord: string): string {
  return chord.replace(/[^+]+$/, (key) => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key))
}
