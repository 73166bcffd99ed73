// The magic map: the terrain around a player, through walls. [CF-11.5]
import type { MagicMap } from '../../protocol/events/player-listener.ts'
import type { GameState, Player } from '../state/game-state.ts'

type MagicColours = Pick<GameState, 'magicColour'>

/** Cells of a side; clients cannot display more. */
const side = 32
const wall = 0x40
const floor = 0x80

/** The player must be connected. */
export function createMagicMap(game: MagicColours, { level, x: centreX, y: centreY }: Player): MagicMap {
  const here = level!
  const width = Math.min(side, here.width)
  const height = Math.min(side, here.height)
  const left = clamp(centreX - (width >> 1), here.width - width)
  const top = clamp(centreY - (height >> 1), here.height - height)
  const cells = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) cells[x + width * y] = cellMark(game, here, left + x, top + y)
  return { width, height, x: centreX - left, y: centreY - top, cells }
}

/** [CF-11.5] Ignores items and creatures. */
function cellMark(game: MagicColours, level: NonNullable<Player['level']>, x: number, y: number): number {
  const land = level.visibleFacesAt(x, y).filter(({ layer }) => layer <= 3)
  const [top] = land
  if (!top) return 0
  return game.magicColour(top.face) | (level.blocksMovement(x, y) ? wall : floor)
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value))
}
