// What is seen from a place among walls: rows of signs, `@` who looks, `#` what hides.
import { expect, it } from 'vitest'
import { FieldLineOfSight } from '../../../../../games/crossfire/model/level/line-of-sight.ts'

/** The rows as they are seen, and as far as a straight look reaches; spaces elsewhere. */
function looking(...rows: readonly string[]) {
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

it('[CF-5.8] in a room its walls are seen to the corners, and nothing behind them', () => {
  const { seen } = looking('.......', '.#####.', '.#...#.', '.#.@.#.', '.#####.', '.......')
  expect(seen).toEqual(['       ', ' ##### ', ' #...# ', ' #.@.# ', ' ##### ', '       '])
})

it('[CF-5.8] through a gap one sees what a straight look reaches and what is beside it, and a monster notices the former', () => {
  const { seen, reached } = looking('.........', '.........', '.........', '####.####', '....@....')
  expect(seen).toEqual(['   ...   ', '   ...   ', '   ...   ', '####.####', '....@....'])
  expect(reached).toEqual(['    .    ', '    .    ', '    .    ', '   #.#   ', '....@....'])
})

it('[CF-5.8] round a corner one sees one cell far', () => {
  const { seen } = looking('......', '......', '###...', '...###', '..@...')
  expect(seen).toEqual(['      ', '.     ', '###.  ', '...###', '..@...'])
})
