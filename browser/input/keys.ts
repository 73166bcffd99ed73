// The player can change the default keys of each action; the changes are stored in this browser. Gamepads and touch
// controls press the same actions.
import { readSettingFields, saveSetting } from '../local-settings.ts'

export interface Action {
  /** The name of the action for players. */
  readonly label: string
  /** The default keys, in the format of `chordOf`. */
  readonly keys: readonly string[]
}

/** Gets presses from keys, touch controls or a gamepad. */
export interface ActionReceiver<A extends string> {
  press(action: A): void
  release(action: A): void
}

export interface KeyEvents<A extends string> {
  /** `again`: a key repeat, while the key is held. */
  pressed?(action: A, again: boolean): void
  released?(action: A): void
}

/**
 * Names a key press, such as `a`, `Shift+a`, `Ctrl+ArrowUp` or `?`. For a symbol, Shift is left out, because only some
 * keyboard layouts need Shift for the symbol. A letter of another script, such as Cyrillic, is named by the Latin
 * letter of its key.
 */
export function chordOf({ key: typed, code, ctrlKey, altKey, metaKey, shiftKey }: Chord): string {
  const latin = /^(?!\p{Script=Latin})\p{L}$/u.test(typed) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  const key = latin ?? typed
  const letter = key.length === 1 && key.toLowerCase() !== key.toUpperCase()
  const named = key === ' ' ? 'Space' : letter ? key.toLowerCase() : key
  const held = [ctrlKey && 'Ctrl', altKey && 'Alt', metaKey && 'Meta']
  const shift = shiftKey && (letter || key.length > 1) && 'Shift'
  return [...held, shift, named].filter(Boolean).join('+')
}
type Chord = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** These elements handle keys themselves while they have the focus. */
const textInputs = 'input:not([type=range]), textarea, select, [contenteditable]'
const pressTargets: readonly (readonly [key: RegExp, by: string])[] = [
  [/^(Enter| )$/, 'a, button, summary'],
  [/^(Arrow\w+|Page\w+|Home|End)$/, 'input[type=range]'],
]

export class KeyBindings<A extends string> implements ActionReceiver<A> {
  readonly #name: string
  readonly #actions: { readonly [action in A]: Action }
  readonly #events: KeyEvents<A>
  #customKeys: Partial<Record<A, readonly string[]>> = {}
  /**
   * The pressed action of each physical key. Without it, the action of `Shift+a` would stay pressed if the player
   * releases Shift first.
   */
  readonly #pressedKeys = new Map<string, A>()
  readonly #held = new Set<A>()

  /** `game`: the game's slug, by which the keys are stored. */
  constructor(game: string, actions: { readonly [action in A]: Action }, events: KeyEvents<A> = {}) {
    this.#name = `keys ${game}`
    this.#actions = actions
    this.#events = events
    for (const [action, keys] of Object.entries(readSettingFields(this.#name)))
      if (action in actions && isKeys(keys)) this.#customKeys[action as A] = keys
    addEventListener('keydown', (event) => this.#keyDown(event))
    addEventListener('keyup', (event) => this.#keyUp(event))
    addEventListener('blur', () => this.releaseAll())
    document.addEventListener('visibilitychange', () => this.releaseAll())
  }

  get actionNames(): readonly A[] {
    return Object.keys(this.#actions) as A[]
  }

  labelOf(action: A): string {
    return this.#actions[action].label
  }

  keysOf(action: A): readonly string[] {
    return this.#customKeys[action] ?? this.#actions[action].keys
  }

  isHeld(action: A): boolean {
    return this.#held.has(action)
  }

  press(action: A, again = false): void {
    // If the action is held already, pressing a second key or button for the action has no effect.
    if (this.#held.has(action) && !again) return
    this.#held.add(action)
    this.#events.pressed?.(action, again)
  }

  release(action: A): void {
    if (this.#held.delete(action)) this.#events.released?.(action)
  }

  releaseAll(): void {
    this.#pressedKeys.clear()
    for (const action of this.#held) this.release(action)
  }

  /** Makes the chord the only key of the action, and removes the chord from all other actions. */
  bind(action: A, chord: string): void {
    for (const other of this.actionNames)
      if (this.keysOf(other).includes(chord))
        this.#customKeys[other] = this.keysOf(other).filter((one) => one !== chord)
    this.#customKeys[action] = [chord]
    saveSetting(this.#name, this.#customKeys)
  }

  resetToDefaults(): void {
    this.#customKeys = {}
    saveSetting(this.#name, undefined)
  }

  #keyDown(event: KeyboardEvent): void {
    if (isKeyHandledElsewhere(event)) return
    // A second press without a repeat means that the page missed the key's release, for example while a browser menu
    // was open.
    if (!event.repeat) this.#releaseKey(event.code)
    const chord = chordOf(event)
    // A held key keeps its action if Shift is pressed meanwhile.
    const held = this.#pressedKeys.get(event.code)
    const action = held ?? this.actionNames.find((name) => this.keysOf(name).includes(chord))
    if (action === undefined) return
    event.preventDefault()
    this.#pressedKeys.set(event.code, action)
    this.press(action, event.repeat)
  }

  #keyUp({ key, code }: KeyboardEvent): void {
    // macOS sends no `keyup` for keys that are released while the command key is held.
    if (key === 'Meta') this.releaseAll()
    else this.#releaseKey(code)
  }

  #releaseKey(code: string): void {
    const action = this.#pressedKeys.get(code)
    this.#pressedKeys.delete(code)
    if (action !== undefined && ![...this.#pressedKeys.values()].includes(action)) this.release(action)
  }
}

/** Whether the focused element or another listener handles this key, so that the game must ignore the key. */
export function isKeyHandledElsewhere(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body
  if (event.defaultPrevented || event.isComposing || target.closest(textInputs)) return true
  if (pressTargets.some(([key, by]) => key.test(event.key) && target.closest(by))) return true
  return target.closest('dialog') !== null
}

function isKeys(keys: unknown): keys is string[] {
  return Array.isArray(keys) && keys.every((key) => typeof key === 'string')
}
