// What is seen of a game: the field while it lasts, the menu over it, the curtain, and what is behind that.

import { roomStride } from '../board/board.ts'
import { items, statuses } from '../players/player.ts'
import { type Scene, ScenePainter, sceneSize } from '../view/scene.ts'
import type { Surface } from '../view/surface.ts'
import { tileSize } from './figure.ts'
import type { Game } from './game.ts'

/** Frames for which it is shown who one is. */
const shownWho = 240
/** Where the menu stands, and the side of its cells. */
const menuAt = { left: 96, top: 84, cell: 32 } as const
const firstPaint = 12

export const treasures: readonly (readonly [item: number, name: string])[] = [
  [items.sword, 'sword'],
  [items.crown, 'crown'],
  [items.shield, 'shield'],
]

export class Look {
  readonly #painter = new ScenePainter()

  get surface(): Surface {
    return this.#painter.surface
  }

  /** `still`: nothing moves that does not go anywhere. Undefined: there is no game yet. */
  draw(game: Game | undefined, still: boolean): void {
    if (!game?.isShown) return this.#title()
    if (game.isOver) return this.#end(game)
    this.#painter.paint(sceneOf(game, still))
    this.#marks(game)
    if (game.menu) this.#menu(game)
    const width = Math.round((game.curtain * sceneSize.width) / 2)
    this.surface.rect(0, 0, width, sceneSize.height, 'K')
    this.surface.rect(sceneSize.width - width, 0, width, sceneSize.height, 'K')
  }

  /** Which cell of the menu lies here, if it is open. */
  menuCell(game: Game, x: number, y: number): { readonly row: number; readonly column: number } | undefined {
    const [column, row] = [
      Math.floor((x - menuAt.left) / menuAt.cell),
      Math.floor((y - menuAt.top) / menuAt.cell),
    ]
    const inside = column >= 0 && column < 4 && row >= 0 && row < (game.menu?.rows.length ?? 0)
    return inside ? { row, column } : undefined
  }

  /** Where he stands on the screen: its middle. */
  static selfAt({ self, rooms, scroll }: Game): { readonly x: number; readonly y: number } {
    const offset = offsetOf(scroll)
    return {
      x: self.place.x - rooms.x * roomStride.x * tileSize + offset.x,
      y: self.place.y - rooms.y * roomStride.y * tileSize + offset.y,
    }
  }

  /** Seconds of this state, what waits to be answered, how many are in; and who one is. */
  #marks(game: Game): void {
    const { surface } = this
    const seconds = `${Math.floor((game.since * 17) / 1000)}`
    surface.write(seconds, 16, 16, 'W')
    surface.write(`${game.players} in`, 12, 116, 'W')
    if (game.age > shownWho || game.self.status !== statuses.idle) return
    const { x, y } = Look.selfAt(game)
    const top = y - 22 + (Math.floor(game.age / 16) % 2)
    for (let row = 0; row < 5; row++) surface.rect(x - 4 + row, top + row, 9 - 2 * row, 1, 'Y')
  }

  #menu({ menu, self, age }: Game): void {
    const { surface } = this
    const { left, top, cell } = menuAt
    const { sheets } = this.#painter
    if (!menu) return
    surface.rect(left - 3, top - 3, 4 * cell + 6, menu.rows.length * cell + 6, 'K')
    surface.rect(left - 2, top - 2, 4 * cell + 4, menu.rows.length * cell + 4, 'q')
    for (const [row, kind] of menu.rows.entries())
      for (let column = 0; column < 4; column++) {
        const [x, y] = [left + column * cell, top + row * cell]
        const chosen = row === menu.row && column === menu.column
        if (chosen) surface.rect(x, y, cell, cell, 'K').rect(x + 2, y + 2, cell - 4, cell - 4, 'Y')
        const second = chosen && Math.floor(age / 16) % 2 === 1
        const sprite =
          kind === 'color'
            ? sheets.player(column, statuses.idle, second)
            : sheets.tile(firstPaint + column, false)
        surface.rect(x + 7, y + 7, 18, 18, kind === 'color' ? 'H' : 'K').lay(sprite, x + 8, y + 8)
        if (kind === 'color' && column === self.color) surface.rect(x + 12, y + cell - 5, 8, 2, 'K')
      }
  }

  #title(): void {
    this.surface.rect(0, 0, sceneSize.width, sceneSize.height, 'A')
    for (const [n, x] of [30, 84, 150, 214, 268, 120, 250].entries()) {
      const y = 40 + ((n * 67) % 170)
      this.surface
        .rect(x - 3, y - 5, 7, 11, 'a')
        .rect(x - 5, y - 3, 11, 7, 'a')
        .rect(x - 3, y - 3, 3, 3, 'W')
    }
    this.#painter.title('soaprun', 84, 8, 'W')
    for (let color = 0; color < 4; color++)
      this.surface.lay(this.#painter.sheets.player(color, 1, false), 108 + color * 30, 150)
  }

  #end({ self, since }: Game): void {
    const { surface } = this
    surface.rect(0, 0, sceneSize.width, sceneSize.height, 'K')
    const won = self.status === statuses.goal
    this.#painter.title(won ? 'goal!' : 'game over', 56, 6, won ? 'Y' : 'W')
    const { sheets } = this.#painter
    surface.lay(sheets.player(self.color, self.status, Math.floor(since / 16) % 2 === 1), 152, 104)
    const won3 = treasures.filter(([item]) => won && (self.items & item) !== 0)
    const pictures = {
      sword: sheets.carried.sword,
      crown: sheets.carried.crown,
      shield: sheets.carried.shield,
    }
    for (const [n, [, name]] of won3.entries()) {
      const left = 160 - won3.length * 30 + n * 60
      surface.lay(pictures[name as keyof typeof pictures], left + 26, 132)
      surface.write(name, left + 30 - name.length * 2, 152, 'Y')
    }
  }
}

function sceneOf(game: Game, still: boolean): Scene {
  const { rooms, self, scroll } = game
  const aged = <F extends { readonly age: number }>(age: number, figure: F) =>
    still ? { ...figure, age } : figure
  const me = { ...self, place: self.place, status: self.status, age: self.rests ? game.age : game.age * 2 }
  return {
    tiles: rooms.tiles(rooms.x, rooms.y) ?? new Uint8Array(),
    attributes: rooms.attributes,
    changes: rooms.changes,
    room: { x: rooms.x, y: rooms.y },
    offset: offsetOf(scroll),
    units: [...game.crowd.units.values()].map(({ type, status, age, seenAt }) =>
      aged(0, { type, status, age, place: seenAt }),
    ),
    players: [...[...game.crowd.others.values()].map((other) => aged(0, other)), aged(0, me)],
    avengers: game.avengers.all.map((one) => aged(0, one)),
    rains: game.rains && !still,
    age: still ? 0 : game.age,
  }
}

function offsetOf(scroll: Game['scroll']): { readonly x: number; readonly y: number } {
  return {
    x: (scroll?.heading.x ?? 0) * (scroll?.left ?? 0),
    y: (scroll?.heading.y ?? 0) * (scroll?.left ?? 0),
  }
}
