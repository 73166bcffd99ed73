// A game's keys: actions by name, each with default keys that the player can change. The choice is stored in this
// browser. Gamepads and touch controls press the same actions.
import { keep, keptFields } from './kept.ts'

export interface Action {
  /** Description for players. */
  readonly says: string
  /** In the form of `chordOf`. */
  readonly keys: readonly string[]
}

/** A receiver of presses from keys, touch controls or a gamepad. */
export interface Presses<A extends string> {
  press(action: A): void
  release(action: A): void
}

export interface KeyEvents<A extends string> {
  /** `again`: a key repeat while the key is held. */
  pressed?(action: A, again: boolean): void
  released?(action: A): void
}

/**
 * The event's key with its modifiers: `a`, `Shift+a`, `Ctrl+ArrowUp`, `?`. A symbol typed with Shift stands alone,
 * because its place differs between keyboard layouts.
 */
export function chordOf({ key, ctrlKey, altKey, metaKey, shiftKey }: Chord): string {
  const letter = key.length === 1 && key.toLowerCase() !== key.toUpperCase()
  const named = key === ' ' ? 'Space' : letter ? key.toLowerCase() : key
  const held = [ctrlKey && 'Ctrl', altKey && 'Alt', metaKey && 'Meta']
  const shift = shiftKey && (letter || key.length > 1) && 'Shift'
  return [...held, shift, named].filter(Boolean).join('+')
}
type Chord = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** Elements that handle keys themselves while focused. */
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
  /** Held actions by physical key, so that releasing Shift first still releases the action that was pressed. */
  readonly #down = new Map<string, A>()
  readonly #held = new Set<A>()

  /** `game`: its slug, under which the keys are stored. Starts listening to keys. */
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

  /** Makes the key the only one of this action, and removes it from all others. */
  choose(action: A, chord: string): void {
    for (const other of this.names)
      if (this.keysOf(other).includes(chord))
        this.#chosen[other] = this.keysOf(other).filter((one) => one !== chord)
    this.#chosen[action] = [chord]
    keep(this.#name, this.#chosen)
  }

  /** Restores the defaults. */
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

/** Whether the focused element handles this key, or another listener has handled it. The game then ignores it. */
export function takesKeys(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body
  if (event.defaultPrevented || event.isComposing || target.closest(takesText)) return true
  if (takesPress.some(([key, by]) => key.test(event.key) && target.closest(by))) return true
  return target.closest('dialog') !== null
}

function isKeys(keys: unknown): keys is string[] {
  return Array.isArray(keys) && keys.every((key) => typeof key === 'string')
}
