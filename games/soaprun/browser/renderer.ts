import { roomStride } from '../board/board.ts'
import { statusNumbers } from '../players/player.ts'
import { paintMenu } from '../view/menu.ts'
import { paintOverlay } from '../view/overlay-text.ts'
import { type Scene, ScenePainter } from '../view/scene.ts'
import type { Surface } from '../view/surface.ts'
import { paintCurtain, paintEnd, paintTitle } from '../view/title-and-end.ts'
import { tileSize } from './client/figure.ts'
import type { GameClient } from './client/game.ts'

/** Frames after the login for which the player's own figure is marked. */
const markedFrames = 240

export class Renderer {
  readonly #painter = new ScenePainter()

  get surface(): Surface {
    return this.#painter.surface
  }

  /** `still`: true for reduced motion. Without a game, draws the title. */
  draw(game: GameClient | undefined, still: boolean): void {
    if (!game?.isShown) return paintTitle(this.#painter)
    if (game.isOver) return paintEnd(this.#painter, game.self, game.framesInStatus)
    this.#painter.paint(sceneOf(game, still))
    const isNew = game.age <= markedFrames && game.self.status === statusNumbers.idle
    paintOverlay(this.#painter, {
      ...game,
      players: game.players,
      self: isNew ? Renderer.selfAt(game) : undefined,
    })
    if (game.menu) paintMenu(this.#painter, game.menu, game.self.color, game.age)
    paintCurtain(this.#painter, game.curtain)
  }

  static selfAt({ self, rooms, scroll }: GameClient): { readonly x: number; readonly y: number } {
    const offset = offsetOf(scroll)
    return {
      x: self.place.x - rooms.x * roomStride.x * tileSize + offset.x,
      y: self.place.y - rooms.y * roomStride.y * tileSize + offset.y,
    }
  }
}

function sceneOf(game: GameClient, still: boolean): Scene {
  const { rooms, self, scroll } = game
  const drawn = <F extends { readonly age: number }>(figure: F) => (still ? { ...figure, age: 0 } : figure)
  const me = { ...self, place: self.place, status: self.status, age: self.rests ? game.age : game.age * 2 }
  return {
    tiles: rooms.tiles(rooms.x, rooms.y) ?? new Uint8Array(),
    attributes: rooms.attributes,
    changes: rooms.changes,
    room: { x: rooms.x, y: rooms.y },
    offset: offsetOf(scroll),
    units: [...game.figures.units.values()].map(({ type, status, age, seenAt }) =>
      drawn({ type, status, age, place: seenAt }),
    ),
    players: [...[...game.figures.others.values()].map(drawn), drawn(me)],
    avengers: game.avengers.all.map(drawn),
    rains: game.isRaining && !still,
    age: still ? 0 : game.age,
  }
}

function offsetOf(scroll: GameClient['scroll']): { readonly x: number; readonly y: number } {
  return {
    x: (scroll?.heading.x ?? 0) * (scroll?.left ?? 0),
    y: (scroll?.heading.y ?? 0) * (scroll?.left ?? 0),
  }
}
