// A direction pad to walk and turn, and two buttons to step aside.

import type { ActionReceiver } from '../../../../browser/input/keys.ts'
import { createTouchButton, createTouchPad } from '../../../../browser/input/touch.ts'
import { createElement } from '../../../../browser/ui/elements.ts'
import type { ActionName } from './key-bindings.ts'

/** The controls trigger the same actions as the keys. */
export function touchControls(presses: ActionReceiver<ActionName>): HTMLElement {
  const cross = createTouchPad<ActionName>(presses, ['turnRight', 'backward', 'turnLeft', 'forward'])
  return createElement(
    'div',
    { class: 'fingers' },
    createTouchButton<ActionName>(presses, 'left', '←'),
    cross,
    createTouchButton<ActionName>(presses, 'right', '→'),
  )
}
