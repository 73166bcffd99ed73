// Keys of a game: actions by name, each with the keys that it usually has, which whoever plays may change. What he chose
// is kept in this browser. Pads and buttons on a touch screen press the same actions.
import { keep, keptFields } from './kept.ts'

export interface Action {
  /** For people. */
  readonly says: string
  /** As `chordOf` writes them. */
  readonly keys: readonly string[]
}

/** Who presses actions: keys, a pad, a gamepad. */
export interface Presses<A extends string> {
  press(action: A): void
  release(action: A): void
}

export interface KeyEvents<A extends string> {
  /** `again`: the key is held, and repeats. */
  pressed?(action: A, again: boolean): void
  released?(action: A): void
}

/**
 * The key of an event with what is held beside it: `a`, `Shift+a`, `Ctrl+ArrowUp`, `?`. A sign that takes Shift to type is
 * itself, since where it lies differs by country.
 */
export function chordOf({ key, ctrlKey, altKey, metaKey, shiftKey }: Chord): string {
  const letter = key.length === 1 && key.toLowerCase() !== key.toUpperCase()
  const named = key === ' ' ? 'Space' : letter ? key.toLowerCase() : key
  const held = [ctrlKey && 'Ctrl', altKey && 'Alt', metaKey && 'Meta']
  const shift = shiftKey && (letter || key.length > 1) && 'Shift'
  return [...held, shift, named].filter(Boolean).join('+')
}
type Chord = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** What takes its keys itself while it has the focus. */
const takesText = 'input:not([type=range]), textarea, select, [contenteditable]'
const takesPress: readonly (readonly [key: RegExp, by: string])[] = [
  [/^(Enter| )$/, 'a, button, summary'],
  [/^(Arrow\w+|Page\w+|Home|End)$/, 'input[type=range]'],
]

export class Keys<A extends string> implements Presses<A> {
  readonly #name: string
  readonly #actions: { readonly [action in A]: Action }
  readonly #events: KeyEvents<A>
  #chosen: Partial<Record<A, readonly string[]>> = {}
  /** What is held, by the place of its key: with or without Shift it is let go as what it was pressed as. */
  readonly #down = new Map<string, A>()
  readonly #held = new Set<A>()

  /** `game`: its slug, under which the keys are kept. Keys are heard from now on. */
  constructor(game: string, actions: { readonly [action in A]: Action }, events: KeyEvents<A> = {}) {
    this.#name = `keys ${game}`
    this.#actions = actions
    this.#events = events
    for (const [action, keys] of Object.entries(keptFields(this.#name)))
      if (action in actions && isKeys(keys)) this.#chosen[action as A] = keys
    addEventListener('keydown', (event) => this.#keyDown(event))
    addEventListener('keyup', (event) => this.#keyUp(event))
    addEventListener('blur', () => this.releaseAll())
    document.addEventListener('visibilitychange', () => this.releaseAll())
  }

  get names(): readonly A[] {
    return Object.keys(this.#actions) as A[]
  }

  says(action: A): string {
    return this.#actions[action].says
  }

  keysOf(action: A): readonly string[] {
    return this.#chosen[action] ?? this.#actions[action].keys
  }

  held(action: A): boolean {
    return this.#held.has(action)
  }

  press(action: A, again = false): void {
    this.#held.add(action)
    this.#events.pressed?.(action, again)
  }

  release(action: A): void {
    if (this.#held.delete(action)) this.#events.released?.(action)
  }

  releaseAll(): void {
    this.#down.clear()
    for (const action of this.#held) this.release(action)
  }

  /** The key is this action's, alone, and no other's any more. */
  choose(action: A, chord: string): void {
    for (const other of this.names)
      if (this.keysOf(other).includes(chord))
        this.#chosen[other] = this.keysOf(other).filter((one) => one !== chord)
    this.#chosen[action] = [chord]
    keep(this.#name, this.#chosen)
  }

  /** As they usually are. */
  forget(): void {
    this.#chosen = {}
    keep(this.#name, undefined)
  }

  #keyDown(event: KeyboardEvent): void {
    if (takesKeys(event)) return
    const chord = chordOf(event)
    const action = this.names.find((name) => this.keysOf(name).includes(chord))
    if (action === undefined) return
    event.preventDefault()
    this.#down.set(event.code, action)
    this.press(action, event.repeat)
  }

  #keyUp({ code }: KeyboardEvent): void {
    const action = this.#down.get(code)
    this.#down.delete(code)
    if (action !== undefined && ![...this.#down.values()].includes(action)) this.release(action)
  }
}

/** Does what has the focus take the key itself, or has somebody taken it already? Then it is none of the game's. */
export function takesKeys(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body
  if (event.defaultPrevented || event.isComposing || target.closest(takesText)) return true
  if (takesPress.some(([key, by]) => key.test(event.key) && target.closest(by))) return true
  return target.closest('dialog') !== null
}

function isKeys(keys: unknown): keys is string[] {
  return Array.isArray(keys) && keys.every((key) => typeof key === 'string')
}
