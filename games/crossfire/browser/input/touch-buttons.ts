import type { ActionReceiver } from '../../../../browser/input/keys.ts'
import { createTouchButton, createTouchPad, type PadActions } from '../../../../browser/input/touch.ts'
import { createButton, createElement } from '../../../../browser/ui/elements.ts'
import { type ActionName, capitalize } from './actions.ts'

const modes = ['walk', 'run', 'fire'] as const
const around = ['east', 'southeast', 'south', 'southwest', 'west', 'northwest', 'north', 'northeast'] as const
const verbs = ['take', 'apply', 'search', 'stop'] as const

export function createTouchControls(presses: ActionReceiver<ActionName>): HTMLElement {
  let mode: (typeof modes)[number] = 'walk'
  const inMode = (action: ActionName) => (mode === 'walk' ? action : (`${mode} ${action}` as ActionName))
  const held = new Map<ActionName, ActionName>()
  const pad = createTouchPad<ActionName>(
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
    around as PadActions<ActionName>,
  )
  const turn = createButton('Walk', () => {
    mode = modes[(modes.indexOf(mode) + 1) % modes.length]!
    turn.textContent = capitalize(mode)
    turn.dataset.mode = mode
  })
  turn.title = 'Pad mode'
  const press = (action: ActionName) => {
    presses.press(action)
    presses.release(action)
  }
  const acts = verbs.map((action) => createButton(capitalize(action), () => press(action)))
  const bar = createElement('div.verb-bar', { role: 'group', 'aria-label': 'Verbs' }, turn, ...acts)
  bar.append(createTouchButton(presses, 'fire ahead', 'Fire'))
  return createElement('div.fingers', pad, bar)
}
