// The menu has colours in the first row and, on canvas tiles, paints in the second row.
import { statusNumbers } from '../players/player.ts'
import type { ScenePainter } from './scene.ts'

export interface Menu {
  readonly rows: readonly ('color' | 'paint')[]
  row: number
  column: number
}
export const menuColumns = 4
/** The blank canvas tile. The numbers of the paints follow it. */
export const blankPaint = 12

/** The position of the menu, and the size of a cell (`cell`), in pixels. */
const [left, top, cell] = [96, 84, 32]

/** The cell at a point, undefined outside the menu. */
export function menuCellOf({ rows }: Menu, x: number, y: number): Pick<Menu, 'row' | 'column'> | undefined {
  const [column, row] = [Math.floor((x - left) / cell), Math.floor((y - top) / cell)]
  const inside = column >= 0 && column < menuColumns && row >= 0 && row < rows.length
  return inside ? { row, column } : undefined
}

/** `color`: the player's current colour. `age`: frames, for the animation of the selected cell. */
export function paintMenu({ surface, sheets }: ScenePainter, menu: Menu, color: number, age: number): void {
  const [width, height] = [menuColumns * cell, menu.rows.length * cell]
  surface.rect(left - 3, top - 3, width + 6, height + 6, 'K')
  surface.rect(left - 2, top - 2, width + 4, height + 4, 'q')
  for (const [row, kind] of menu.rows.entries())
    for (let column = 0; column < menuColumns; column++) {
      const [x, y] = [left + column * cell, top + row * cell]
      const chosen = row === menu.row && column === menu.column
      if (chosen) surface.rect(x, y, cell, cell, 'K').rect(x + 2, y + 2, cell - 4, cell - 4, 'Y')
      const second = chosen && Math.floor(age / 16) % 2 === 1
      const ofColor = kind === 'color'
      const sprite = ofColor
        ? sheets.player(column, statusNumbers.idle, second)
        : sheets.tile(blankPaint + column, false)
      surface.rect(x + 7, y + 7, 18, 18, ofColor ? 'H' : 'K').drawSprite(sprite, x + 8, y + 8)
      if (ofColor && column === color) surface.rect(x + 12, y + cell - 5, 8, 2, 'K')
    }
}
