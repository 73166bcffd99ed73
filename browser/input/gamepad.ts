// The gamepad must have the browsers' standard layout.
import type { ActionReceiver } from './keys.ts'

/** The tilt from which a stick counts as pressed, from 0 to 1. */
const stickThreshold = 0.5

/** Button 0 is the lowest of the four buttons on the right; 12 to 15 are the D-pad. */
export interface GamepadLayout<A extends string> {
  readonly buttons: { readonly [button: number]: A }
  readonly stick?: { readonly left: A; readonly right: A; readonly up: A; readonly down: A }
}

/** Firefox before version 124 has no gamepads on pages without TLS. */
export function* connectedGamepads(): Iterable<Gamepad> {
  for (const pad of navigator.getGamepads?.() ?? []) if (pad) yield pad
}

export class GamepadInput<A extends string> {
  readonly #receiver: ActionReceiver<A>
  readonly #layout: GamepadLayout<A>
  #held = new Set<A>()

  constructor(receiver: ActionReceiver<A>, layout: GamepadLayout<A>) {
    this.#receiver = receiver
    this.#layout = layout
  }

  /** A game must call this in every frame, because browsers send no events for gamepads. */
  poll(): void {
    const held = new Set<A>()
    for (const pad of connectedGamepads()) for (const one of this.#heldOn(pad)) held.add(one)
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
