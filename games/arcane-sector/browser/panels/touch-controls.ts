// Touch controls: a cross to walk and turn, and two buttons to sidestep.

import type { ActionReceiver } from '../../../../browser/input/keys.ts'
import { touchButton, touchPad } from '../../../../browser/input/touch.ts'
import { createElement } from '../../../../browser/ui/elements.ts'
import type { ActionName } from './key-bindings.ts'

/** Touch controls, which press the same actions as keys. */
export function touchControls(presses: ActionReceiver<ActionName>): HTMLElement {
  const cross = touchPad<ActionName>(presses, ['turnRight', 'backward', 'turnLeft', 'forward'])
  return createElement(
    'div',
    { class: 'fingers' },
    touchButton<ActionName>(presses, 'left', '←'),
    cross,
    touchButton<ActionName>(presses, 'right', '→'),
  )
}
