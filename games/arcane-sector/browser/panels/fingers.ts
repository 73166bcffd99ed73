// Touch controls: a cross to walk and turn, and two buttons to sidestep.
import { createElement } from '../../../../browser/elements.ts'
import type { ActionReceiver } from '../../../../browser/keys.ts'
import { touchButton, touchPad } from '../../../../browser/touch.ts'
import type { ActionName } from './actions.ts'

/** They press the same actions as keys. */
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
