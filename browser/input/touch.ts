// Touch controls for several fingers. They press the same actions as keys, so screen readers skip them (`aria-hidden`).
import { createElement } from '../ui/elements.ts'
import type { ActionReceiver } from './keys.ts'

/** The radius of the dead zone as a fraction of the pad's radius. */
const deadZone = 0.2

/** A pad with four directions uses the nearest of the four. */
export type PadActions<A extends string> =
  | readonly [right: A, down: A, left: A, up: A]
  | readonly [right: A, downRight: A, down: A, downLeft: A, left: A, upLeft: A, up: A, upRight: A]

/** Presses the action of the direction from the centre to the finger, which can slide on the pad. */
export function createTouchPad<A extends string>(
  receiver: ActionReceiver<A>,
  directions: PadActions<A>,
): HTMLElement {
  let held: A | undefined
  const hold = (action: A | undefined) => {
    if (action === held) return
    if (held !== undefined) receiver.release(held)
    held = action
    if (action !== undefined) receiver.press(action)
    pad.classList.toggle('held', action !== undefined)
  }
  const follow = (event: PointerEvent) => {
    const { left, top, width, height } = pad.getBoundingClientRect()
    const [x, y] = [(event.clientX - left) / width - 0.5, (event.clientY - top) / height - 0.5]
    const turn = Math.atan2(y, x) / (2 * Math.PI) + 1
    const at = Math.round(turn * directions.length) % directions.length
    hold(Math.hypot(x, y) * 2 < deadZone ? undefined : directions[at])
  }
  const pad = createElement('div.touch-pad', {
    'aria-hidden': 'true',
    pointerdown(event: PointerEvent) {
      pad.setPointerCapture(event.pointerId)
      follow(event)
    },
    pointermove: (event: PointerEvent) => pad.hasPointerCapture(event.pointerId) && follow(event),
    lostpointercapture: () => hold(undefined),
  })
  return pad
}

/** The action is pressed while a finger is on the button. `label`: the short text on the button. */
export function createTouchButton<A extends string>(
  receiver: ActionReceiver<A>,
  action: A,
  label: string,
): HTMLElement {
  const pressed = ({ pointerId }: PointerEvent) => {
    button.setPointerCapture(pointerId)
    receiver.press(action)
  }
  const released = () => receiver.release(action)
  const attributes = { 'aria-hidden': 'true', pointerdown: pressed, lostpointercapture: released }
  const button = createElement('div.touch-button', attributes, label)
  return button
}

/**
 * Acts when the finger leaves the button. Use a tap button for actions that open a text field: browsers show the
 * on-screen keyboard only at this event, and the field keeps the focus after the tap.
 */
export function createTapButton(label: string, act: () => void): HTMLElement {
  const keepFocus = (event: MouseEvent) => event.preventDefault()
  return createElement(
    'div.touch-button',
    { 'aria-hidden': 'true', pointerup: act, mousedown: keepFocus },
    label,
  )
}
