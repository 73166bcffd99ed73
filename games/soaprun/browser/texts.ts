// Texts for screen readers and new players.
import type { UnitType } from '../board/board.ts'
import { itemBits, statusNumbers } from '../players/player.ts'
import { playerColourNames } from '../view/colours.ts'
import { treasureItems } from '../view/title-and-end.ts'
import type { OtherPlayer } from './client/figure.ts'
import type { GameClient } from './client/game.ts'

const stateWords: { readonly [status: number]: string } = {
  [statusNumbers.suspend]: 'asleep',
  [statusNumbers.dead]: 'dead',
  [statusNumbers.goal]: 'at the goal',
  [statusNumbers.ghost]: 'a ghost',
}

const carriedBy = ({ items: carried }: { readonly items: number }) =>
  treasureItems.flatMap(([item, name]) => ((carried & item) !== 0 ? [name] : []))

/** Returns, for example, `pink (you), sword and shield`. */
export function describePlayer(
  one: Pick<OtherPlayer, 'color' | 'status' | 'items'> & { readonly isSelf?: boolean },
): string {
  const how =
    one.status === statusNumbers.idle ? carriedBy(one).join(' and ') : (stateWords[one.status] ?? '')
  return `${playerColourNames[one.color] ?? 'somebody'}${one.isSelf ? ' (you)' : ''}${how && `, ${how}`}`
}

/** Returns a hint about something near the player, or an empty text. */
export function describeHint({ self, menu, mayPaint, unitsNear }: GameClient, hasFingers: boolean): string {
  if (self.status !== statusNumbers.idle) return ''
  if (menu) return hasFingers ? 'Tap an entry.' : 'Choose with the arrow keys and Z. X cancels.'
  if (mayPaint) return `White ground: paint it with ${hasFingers ? 'the button' : 'Z'}.`
  const sees = (...types: UnitType[]) => unitsNear.some(({ type }) => types.includes(type))
  if (sees('Goal')) return 'This is the goal: touch it to win.'
  if (sees('Sword') && !self.has(itemBits.sword))
    return 'A sword: walk onto it to take it. With it you kill enemies.'
  if (sees('Shield') && !self.has(itemBits.shield)) return 'A shield: it protects you from flames.'
  if (sees('Gate')) return 'Flames block this gate. It opens while players stand on its three switches.'
  if (sees('Closer', 'Crawl', 'Chase') && !self.has(itemBits.sword))
    return 'Moving enemies kill you on touch: avoid them, or find a sword.'
  return 'Leave through any opening at the edge of this room.'
}

/** The cause of death, and the item that helps against the killer. */
function causeOf(killer: UnitType | undefined): string {
  switch (killer) {
    case 'Hummer':
    case 'Rounder':
    case 'Gate':
    case 'Cross':
      return ': flames killed you. A shield protects you from them'
    case 'Closer':
    case 'Wuss':
    case 'Crawl':
    case 'Chase':
      return ': an enemy killed you. With a sword you kill enemies'
    default:
      return ''
  }
}

/** Describes the game for screen readers. */
export function describeGame(game: GameClient | undefined): string {
  if (!game?.isShown) return 'Joining …'
  const { self } = game
  const has = carriedBy(self)
  const carries = has.length > 0 ? ` with the ${has.join(' and the ')}` : ''
  if (self.status === statusNumbers.dead)
    return `${game.isOver ? 'Game over' : 'You are dead'}${causeOf(game.touchedUnit)}.`
  if (self.status === statusNumbers.goal) return `You have reached the goal${carries}.`
  if (self.status === statusNumbers.ghost) return 'You are a ghost: you can walk through walls.'
  if (game.menu)
    return game.menu.rows[game.menu.row] === 'paint' ? 'What will you paint?' : 'Which colour will you be?'
  const danger = game.avengers.all.length > 0 ? ' Avengers are after you.' : ''
  const rain =
    game.isRaining && (self.items & itemBits.shield) === 0 ? ' It rains: a player has the shield.' : ''
  return `You run${carries}.${danger}${rain}`
}
