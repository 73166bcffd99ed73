// A gamepad in the browsers' standard layout. Its sticks and buttons press a game's actions.
import type { ActionReceiver } from './keys.ts'

/** How far a stick must be tilted to count. */
const stickThreshold = 0.5

/**
 * Actions by button number (0 is the lowest of the four on the right, 12 to 15 the D-pad) and by direction of the left
 * stick.
 */
export interface GamepadLayout<A extends string> {
  readonly buttons: { readonly [button: number]: A }
  readonly stick?: { readonly left: A; readonly right: A; readonly up: A; readonly down: A }
}

export class GamepadInput<A extends string> {
  readonly #receiver: ActionReceiver<A>
  readonly #layout: GamepadLayout<A>
  #held = new Set<A>()

  constructor(presses: ActionReceiver<A>, layout: GamepadLayout<A>) {
    this.#receiver = presses
    this.#layout = layout
  }

  /** Reads the gamepads. Browsers send no events for them, so a game must call this in every frame. */
  poll(): void {
    const held = new Set<A>()
    for (const pad of navigator.getGamepads()) if (pad) for (const one of this.#heldOn(pad)) held.add(one)
    for (const action of this.#held) if (!held.has(action)) this.#receiver.release(action)
    for (const action of held) if (!this.#held.has(action)) this.#receiver.press(action)
    this.#held = held
  }

  *#heldOn({ buttons, axes }: Gamepad): Iterable<A> {
    for (const [n, { pressed }] of buttons.entries()) {
      const action = this.#layout.buttons[n]
      if (pressed && action !== undefined) yield action
    }
    const { stick } = this.#layout
    const [x = 0, y = 0] = axes
    if (stick && Math.abs(x) > stickThreshold) yield x < 0 ? stick.left : stick.right
    if (stick && Math.abs(y) > stickThreshold) yield y < 0 ? stick.up : stick.down
  }
}
