import { expect, test } from 'vitest'
import type { UnitType } from '../../../../games/soaprun/board/board.ts'
import type { GameClient } from '../../../../games/soaprun/browser/client/game.ts'
import { describeGame } from '../../../../games/soaprun/browser/texts.ts'
import { statusNumbers } from '../../../../games/soaprun/players/player.ts'

test.for<[UnitType | undefined, string]>([
  ['Hummer', 'You are dead: flames killed you. A shield protects you from them.'],
  ['Chase', 'You are dead: an enemy killed you. With a sword you kill enemies.'],
  [undefined, 'You are dead.'],
])(
  'a player killed by %s reads the cause of death and the item that helps against it',
  ([touchedUnit, text]) => {
    const self = { status: statusNumbers.dead, items: 0 }
    expect(describeGame({ isShown: true, isOver: false, self, touchedUnit } as GameClient)).toBe(text)
  },
)
