import { expect, test } from 'vitest'
import type { UnitType } from '../../../../games/soaprun/board/board.ts'
import type { GameClient } from '../../../../games/soaprun/browser/client/game.ts'
import { describeGame, describePlayer } from '../../../../games/soaprun/browser/texts.ts'
import { statusNumbers } from '../../../../games/soaprun/players/player.ts'

const killedBy = (touchedUnit: UnitType | undefined) =>
  describeGame({
    isShown: true,
    isOver: false,
    self: { status: statusNumbers.dead, items: 0 },
    touchedUnit,
  } as GameClient)

test.for<[UnitType | undefined, string]>([
  ['Hummer', 'You are dead: flames killed you. A shield protects you from them.'],
  ['Chase', 'You are dead: an enemy killed you. With a sword you kill enemies.'],
  [undefined, 'You are dead.'],
])('a player killed by %s reads the cause of death and the item that helps against it', ([unit, text]) => {
  expect(killedBy(unit)).toBe(text)
})

test('players are named by their colours', () => {
  expect(describePlayer({ color: 2, status: statusNumbers.idle, items: 0, isSelf: true })).toMatch(
    /^[a-z]+ \(you\)$/,
  )
})
