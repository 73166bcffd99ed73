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
  const show = (chosen?: A) => {
    list.replaceChildren(...keys.names.flatMap((name) => row(keys, name, show)))
    if (chosen !== undefined) list.querySelectorAll('button')[keys.names.indexOf(chosen)]?.focus()
  }
  show()
  place.append(list, usual)
  return place
}

/** `changed`: told when it is over; with the action if whoever chose its key is still there. */
function row<A extends string>(keys: Keys<A>, action: A, changed: (chosen?: A) => void): HTMLElement[] {
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
    const heard = new AbortController()
    button.addEventListener('blur', () => changed(), { signal: heard.signal })
    button.addEventListener(
      'keydown',
      (event) => {
        if (noChoice.test(event.key)) return
        event.preventDefault()
        event.stopPropagation()
        // Its going away would blur it.
        heard.abort()
        if (event.key !== 'Escape') keys.choose(action, chordOf(event))
        changed(action)
      },
      { signal: heard.signal },
    )
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
