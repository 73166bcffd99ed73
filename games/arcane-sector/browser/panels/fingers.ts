// Where there are fingers and no keys: a cross that walks and turns, and two buttons to step aside.
import { make } from '../../../../browser/elements.ts'
import type { Presses } from '../../../../browser/keys.ts'
import { touchButton, touchPad } from '../../../../browser/touch.ts'
import type { ActionName } from './actions.ts'

/** They press the actions that keys press. */
export function fingers(presses: Presses<ActionName>): HTMLElement {
  const cross = touchPad<ActionName>(presses, ['turnRight', 'backward', 'turnLeft', 'forward'])
  return make(
    'div',
    { class: 'fingers' },
    touchButton<ActionName>(presses, 'left', '←'),
    cross,
    touchButton<ActionName>(presses, 'right', '→'),
  )
}
