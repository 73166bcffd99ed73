// Lines of sight on maps drawn as rows of characters: `@` the viewer, `#` a wall.
import { expect, it } from 'vitest'
import { FieldLineOfSight } from '../../../../../games/crossfire/model/level/line-of-sight.ts'

/** Other cells are spaces. */
function visibleRows(...rows: readonly string[]) {
  const y = rows.findIndex((row) => row.includes('@'))
  const x = rows[y]!.indexOf('@')
  const has = (column: number, row: number) => rows[row]?.[column] !== undefined
  const hides = (column: number, row: number) => rows[row]?.[column] === '#'
  const line = new FieldLineOfSight({ has, blocksView: hides }, { x, y })
  const shown = (sees: (dx: number, dy: number) => boolean) =>
    rows.map((each, row) => [...each].map((sign, at) => (sees(at - x, row - y) ? sign : ' ')).join(''))
  return {
    seen: shown((dx, dy) => line.isVisible(dx, dy)),
    reached: shown((dx, dy) => line.isInDirectLine(dx, dy)),
  }
}

it('[CF-5.8] a player between four walls sees the walls up to their corners, and nothing behind them', () => {
  const { seen } = visibleRows('.......', '.#####.', '.#...#.', '.#.@.#.', '.#####.', '.......')
  expect(seen).toEqual(['       ', ' ##### ', ' #...# ', ' #.@.# ', ' ##### ', '       '])
})

it('[CF-5.8] a gap reveals the cells on a straight line and their neighbours; monsters notice players only on the line', () => {
  const { seen, reached } = visibleRows('.........', '.........', '.........', '####.####', '....@....')
  expect(seen).toEqual(['   ...   ', '   ...   ', '   ...   ', '####.####', '....@....'])
  expect(reached).toEqual(['    .    ', '    .    ', '    .    ', '   #.#   ', '....@....'])
})

it('[CF-5.8] a player sees one cell around a corner', () => {
  const { seen } = visibleRows('......', '......', '###...', '...###', '..@...')
  expect(seen).toEqual(['      ', '.     ', '###.  ', '...###', '..@...'])
})
