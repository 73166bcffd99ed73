// The keys of the original client, and keys to step aside.
import type { Action } from '../../../../browser/input/keys.ts'
import { moveDirections } from '../../terrain/directions.ts'

const slot = (n: number): Action => ({ label: `Slot ${n}`, keys: [`${n}`] })

export const actions = {
  forward: { label: 'Forward', keys: ['ArrowUp', 'w'] },
  backward: { label: 'Back', keys: ['ArrowDown', 's'] },
  turnLeft: { label: 'Turn left', keys: ['ArrowLeft', 'a'] },
  turnRight: { label: 'Turn right', keys: ['ArrowRight', 'd'] },
  left: { label: 'Step left', keys: ['q'] },
  right: { label: 'Step right', keys: ['e'] },
  here: { label: 'Items here', keys: ['f'] },
  talk: { label: 'Speak', keys: ['Enter', 't'] },
  runes: { label: 'Runes or items', keys: ['r'] },
  cast: { label: 'Cast the spell', keys: ['Space'] },
  ...{ slot1: slot(1), slot2: slot(2), slot3: slot(3), slot4: slot(4) },
  ...{ slot5: slot(5), slot6: slot(6), slot7: slot(7), slot8: slot(8) },
  leftHand: { label: 'Left hand', keys: ['9'] },
  rightHand: { label: 'Right hand', keys: ['0'] },
} as const satisfies { readonly [name: string]: Action }
export type ActionName = keyof typeof actions

/** The direction in the packet MOVE for each action that walks. */
export const moveOfAction: { readonly [action in ActionName]?: number } = moveDirections

/** The slot in the packet DROP for each action of a slot or hand. */
export const slotByAction: { readonly [action in ActionName]?: number } = {
  ...{ slot1: 0, slot2: 1, slot3: 2, slot4: 3, slot5: 4, slot6: 5, slot7: 6, slot8: 7 },
  ...{ leftHand: 8, rightHand: 9 },
}

const strike =
  'Walk into a monster to strike it, preferably with a dagger in hand. Monsters do not enter the town.'

/** Help lines for the player, the most important first. `isTouch`: whether the main input is touch. */
export function keyHelp(isTouch: boolean): readonly string[] {
  return isTouch
    ? [
        'Walk and turn with the direction pad; the arrows beside it step aside.',
        '“Things” lists the items that you carry, and the items at your feet. Tap an item to take, read or use it.',
        'Talk to townspeople: they answer. Try “work” with the first one.',
        strike,
        'To cast a spell, tap its runes, then Cast. Signs and scrolls show the runes of spells.',
        'The person icon above shows your number. There you can choose a password.',
      ]
    : [
        'Walk with W and S or the arrows, turn with A and D, step aside with Q and E.',
        'Click an item at your feet, or press F, to take, read or use it. The right button uses it at once.',
        'Press Enter to talk: townspeople answer. Try “work” with the first one.',
        strike,
        'R or Tab shows runes. To cast a spell, enter its runes, then press Space. Signs and scrolls show the runes of spells.',
        'The person icon above shows your number. There you can choose a password.',
      ]
}
