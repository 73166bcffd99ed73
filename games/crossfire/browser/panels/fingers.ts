// Where there are fingers and no keys: a pad that walks, a switch that makes it fire or run, and a bar of verbs.

import { button, make } from '../../../../browser/elements.ts'
import type { Presses } from '../../../../browser/keys.ts'
import { type Directions, touchButton, touchPad } from '../../../../browser/touch.ts'
import type { ActionName } from './actions.ts'

type Mode = 'walk' | 'run' | 'fire'
const modes: readonly (readonly [mode: Mode, says: string])[] = [
  ['walk', 'Walk'],
  ['run', 'Run'],
  ['fire', 'Fire'],
]
const around = ['east', 'southeast', 'south', 'southwest', 'west', 'northwest', 'north', 'northeast'] as const
const verbs: readonly (readonly [action: ActionName, says: string])[] = [
  ['take', 'Take'],
  ['apply', 'Apply'],
  ['search', 'Search'],
  ['stop', 'Stop'],
]

/** They press the actions that keys press. */
export function fingers(presses: Presses<ActionName>): HTMLElement {
  let mode: Mode = 'walk'
  const inMode = (action: ActionName) => (mode === 'walk' ? action : (`${mode} ${action}` as ActionName))
  const held = new Map<ActionName, ActionName>()
  const pad = touchPad<ActionName>(
    {
      press(action) {
        held.set(action, inMode(action))
        presses.press(inMode(action))
      },
      release(action) {
        presses.release(held.get(action) ?? action)
        held.delete(action)
      },
    },
    around as Directions<ActionName>,
  )
  const turn = button('Walk', () => {
    const next = modes[(modes.findIndex(([one]) => one === mode) + 1) % modes.length]!
    mode = next[0]
    turn.textContent = next[1]
    turn.dataset.mode = mode
  })
  turn.title = 'What the pad does'
  const press = (action: ActionName) => {
    presses.press(action)
    presses.release(action)
  }
  const acts = verbs.map(([action, says]) => button(says, () => press(action)))
  const bar = make('div.verb-bar', { role: 'group', 'aria-label': 'Verbs' }, turn, ...acts)
  bar.append(touchButton(presses, 'fire ahead', 'Fire'))
  return make('div.fingers', pad, bar)
}
