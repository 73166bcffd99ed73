// The state of a game in words, for screen readers and new players.
import type { UnitType } from '../board/board.ts'
import { items, statuses } from '../players/player.ts'
import { playerNames } from '../view/colours.ts'
import { treasures } from '../view/title-and-end.ts'
import type { OtherPlayer } from './client/figure.ts'
import type { GameClient } from './client/game.ts'

const stateWords: { readonly [status: number]: string } = {
  [statuses.suspend]: 'asleep',
  [statuses.dead]: 'dead',
  [statuses.goal]: 'at the goal',
  [statuses.ghost]: 'a ghost',
}

const carriedBy = ({ items: carried }: { readonly items: number }) =>
  treasures.flatMap(([item, name]) => ((carried & item) !== 0 ? [name] : []))

/** `pink (you), sword and shield`. */
export function whoIs(
  one: Pick<OtherPlayer, 'color' | 'status' | 'items'> & { readonly isSelf?: boolean },
): string {
  const how = one.status === statuses.idle ? carriedBy(one).join(' and ') : (stateWords[one.status] ?? '')
  return `${playerNames[one.color] ?? 'somebody'}${one.isSelf ? ' (you)' : ''}${how && `, ${how}`}`
}

/** A hint for new players about what is near them; empty if there is none. */
export function hintOf({ self, menu, mayPaint, unitsNear }: GameClient, hasFingers: boolean): string {
  if (self.status !== statuses.idle) return ''
  if (menu) return hasFingers ? 'Touch one.' : 'Choose with the arrows and Z. X leaves it as it was.'
  if (mayPaint) return `White ground: paint it with ${hasFingers ? 'the button' : 'Z'}.`
  const sees = (...types: UnitType[]) => unitsNear.some(({ type }) => types.includes(type))
  if (sees('Goal')) return 'There is the goal: touch it, and you have won.'
  if (sees('Sword') && !self.has(items.sword)) return 'A sword: walk onto it, and kill what would kill you.'
  if (sees('Shield') && !self.has(items.shield)) return 'A shield: who has it need not fear flames.'
  if (sees('Gate')) return 'Flames bar the gate here. It opens when three stand where they must.'
  if (sees('Closer', 'Crawl', 'Chase') && !self.has(items.sword))
    return 'What moves here kills who touches it: go around it, or find a sword.'
  return 'Go on through any opening at the edge of this room.'
}

/** The state in a sentence, for screen readers. */
export function stateOf(game: GameClient | undefined): string {
  if (!game?.isShown) return 'Coming in …'
  const { self } = game
  const has = carriedBy(self)
  const carries = has.length > 0 ? ` with the ${has.join(' and the ')}` : ''
  if (self.status === statuses.dead) return game.isOver ? 'Game over.' : 'You are dead.'
  if (self.status === statuses.goal) return `You have reached the goal${carries}.`
  if (self.status === statuses.ghost) return 'You are a ghost: walls are nothing to you.'
  if (game.menu)
    return game.menu.rows[game.menu.row] === 'paint' ? 'What will you paint?' : 'Which colour will you be?'
  const danger = game.avengers.all.length > 0 ? ' Avengers are after you.' : ''
  const rain = game.isRaining && (self.items & items.shield) === 0 ? ' It rains: somebody has the shield.' : ''
  return `You run${carries}.${danger}${rain}`
}
